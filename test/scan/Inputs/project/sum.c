/* Correct. */
#include "list.h"

int sum(struct node *list) {
  int total = 0;
  for (; list; list = list->next)
    total += list->data;
  return total;
}
