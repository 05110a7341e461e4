// RUN: %verify %s
// Splitting one list into two, one node too far.
#include <stddef.h>

struct node {
  int key;
  struct node *next;
};

/* Skips a node, and so steps beyond the last. */
void partition(struct node *list, int pivot, struct node **low, struct node **high) {
  *low = *high = NULL;
  while (list) {
    struct node *next = list->next;
    struct node **to = list->key < pivot ? low : high;
    list->next = *to;
    *to = list;
    list = next->next; // expected-warning {{[heapabs-null-deref]}}
  }
}

struct node *split_half(struct node *list) {
  struct node *slow = list, *fast, *second;
  if (!list)
    return NULL;
  fast = list;
  while (fast->next) { // expected-warning {{[heapabs-null-deref]}}
    fast = fast->next->next;
    slow = slow->next;
  }
  second = slow->next;
  slow->next = NULL;
  return second;
}
