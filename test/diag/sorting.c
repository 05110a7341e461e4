// RUN: %verify %s
// Insertion, selection and bubble sort on lists.
// expected-no-diagnostics
#include <stddef.h>

struct node {
  int key;
  struct node *next;
};

struct node *insertion_sort(struct node *list) {
  struct node *sorted = NULL;
  while (list) {
    struct node *n = list, **pp = &sorted;
    list = list->next;
    while (*pp && (*pp)->key <= n->key)
      pp = &(*pp)->next;
    n->next = *pp;
    *pp = n;
  }
  return sorted;
}

void selection_sort(struct node *list) {
  for (struct node *p = list; p; p = p->next) {
    struct node *min = p;
    for (struct node *q = p->next; q; q = q->next)
      if (q->key < min->key)
        min = q;
    int key = p->key;
    p->key = min->key;
    min->key = key;
  }
}

void bubble_sort(struct node *list) {
  int swapped;
  if (!list)
    return;
  do {
    swapped = 0;
    for (struct node *p = list; p->next; p = p->next)
      if (p->key > p->next->key) {
        int key = p->key;
        p->key = p->next->key;
        p->next->key = key;
        swapped = 1;
      }
  } while (swapped);
}
