// RUN: %verify %s
// Removing repeated values and then comparing with them once more.
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};

void dedupe_sorted(struct node *list) {
  while (list) {
    struct node *next = list->next;
    if (next && next->key == list->key) {
      free(next);
      list->next = next->next; // expected-warning {{[heapabs-use-after-free]}}
    } else {
      list = next;
    }
  }
}

/* The inner loop removes the node that the outer one stands on. */
void dedupe(struct node *list) {
  struct node *p = list;
  while (p) {
    struct node *next = p->next;
    for (struct node *q = p; q->next;)
      if (q->next->key == p->key) {
        struct node *twin = q->next;
        q->next = twin->next;
        free(twin);
      } else {
        q = q->next;
      }
    p = next;
    if (p && p->key == 0) // expected-warning {{[heapabs-use-after-free]}}
      return;
  }
}

void swap_pairs(struct node *list) {
  while (list) {
    int key = list->key;
    list->key = list->next->key; // expected-warning {{[heapabs-null-deref]}}
    list->next->key = key;
    list = list->next->next;
  }
}
