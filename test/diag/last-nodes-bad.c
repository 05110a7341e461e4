// RUN: %verify %s
// "At least two nodes" is never given: one node, or an odd number, is too short.
#include <stddef.h>

typedef struct cell Cell;
struct cell {
  int value;
  Cell *next;
};

Cell *last_but_one(Cell *list) {
  while (list->next->next) // expected-warning {{[heapabs-null-deref]}}
    list = list->next;
  return list;
}

Cell *middle(Cell *list) {
  Cell *slow = list, *fast = list;
  while (fast) {
    slow = slow->next;
    fast = fast->next->next; // expected-warning {{[heapabs-null-deref]}}
  }
  return slow;
}

/* A list shorter than n. */
Cell *nth_from_end(Cell *list, unsigned n) {
  Cell *ahead = list;
  if (!list)
    return NULL;
  while (n > 0) {
    ahead = ahead->next; // expected-warning {{[heapabs-null-deref]}}
    n--;
  }
  while (ahead) {
    ahead = ahead->next;
    list = list->next;
  }
  return list;
}
