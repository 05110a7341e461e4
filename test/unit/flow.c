/* The engine `flow` proves only what holds on all small heaps (soundness.h). */
#include "soundness.h"

int main(int argc, char **argv) {
  return check_soundness("flow", 2000, 1500, argc, argv);
}
