// RUN: %verify %s
// Sorting lists with the bounds of sorting arrays.
#include <stddef.h>

struct node {
  int key;
  struct node *next;
};

/* The first node has nothing before it. */
struct node *insertion_sort(struct node *list) {
  struct node *sorted = NULL;
  while (list) {
    struct node *n = list, *prev = NULL, *p = sorted;
    list = list->next;
    while (p && p->key <= n->key) {
      prev = p;
      p = p->next;
    }
    n->next = p;
    if (p != sorted || !sorted)
      prev->next = n; // expected-warning {{[heapabs-null-deref]}}
    else
      sorted = n;
  }
  return sorted;
}

void selection_sort(struct node *list) {
  for (struct node *p = list; p; p = p->next) {
    struct node *min = NULL;
    for (struct node *q = p->next; q; q = q->next)
      if (!min || q->key < min->key)
        min = q;
    if (p->key > min->key) { // expected-warning {{[heapabs-null-deref]}}
      int key = p->key;
      p->key = min->key;
      min->key = key;
    }
  }
}

/* A list of one has no pair to compare. */
int bubble_pass(struct node *p) {
  int swapped = 0;
  do {
    if (p->key > p->next->key) { // expected-warning {{[heapabs-null-deref]}}
      int key = p->key;
      p->key = p->next->key;
      p->next->key = key;
      swapped = 1;
    }
    p = p->next;
  } while (p->next);
  return swapped;
}
