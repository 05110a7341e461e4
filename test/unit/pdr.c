/* The engine `pdr` proves only what holds on all small heaps (soundness.h). */
#include "soundness.h"

int main(int argc, char **argv) { return check_soundness("pdr", 400, 120, argc, argv); }
