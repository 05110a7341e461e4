/* Adds up a list. */
#include <stddef.h>

struct node {
  struct node *next;
  unsigned value;
};

unsigned sum(const struct node *list) {
  unsigned total = 0;
  for (; list != NULL; list = list->next)
    total += list->value;
  return total;
}
