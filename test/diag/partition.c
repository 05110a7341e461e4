// RUN: %verify %s
// Splitting one list into two: by value, in halves, in even and odd places.
// expected-no-diagnostics
#include <stddef.h>

struct node {
  int key;
  struct node *next;
};

void partition(struct node *list, int pivot, struct node **low, struct node **high) {
  *low = *high = NULL;
  while (list) {
    struct node *next = list->next;
    struct node **to = list->key < pivot ? low : high;
    list->next = *to;
    *to = list;
    list = next;
  }
}

struct node *split_half(struct node *list) {
  struct node *slow = list, *fast, *second;
  if (!list)
    return NULL;
  for (fast = list->next; fast && fast->next; fast = fast->next->next)
    slow = slow->next;
  second = slow->next;
  slow->next = NULL;
  return second;
}

struct node *take_odd(struct node *list) {
  struct node *odd = NULL, **end = &odd;
  for (; list && list->next; list = list->next) {
    *end = list->next;
    list->next = list->next->next;
    end = &(*end)->next;
    if (!list->next)
      break;
  }
  *end = NULL;
  return odd;
}
