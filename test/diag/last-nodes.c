// RUN: %verify %s
// The last, the last but one and the middle node, on lists of any length.
// expected-no-diagnostics
#include <stddef.h>

typedef struct cell Cell;
struct cell {
  int value;
  Cell *next;
};

Cell *last(Cell *list) {
  if (list == NULL)
    return NULL;
  while (list->next != NULL)
    list = list->next;
  return list;
}

Cell *last_but_one(Cell *list) {
  if (!list || !list->next)
    return NULL;
  while (list->next->next)
    list = list->next;
  return list;
}

Cell *middle(Cell *list) {
  Cell *slow = list, *fast = list;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
  }
  return slow;
}

Cell *nth_from_end(Cell *list, unsigned n) {
  Cell *ahead = list;
  while (n > 0) {
    if (!ahead)
      return NULL;
    ahead = ahead->next;
    n--;
  }
  while (ahead) {
    ahead = ahead->next;
    list = list->next;
  }
  return list;
}
