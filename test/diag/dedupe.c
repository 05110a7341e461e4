// RUN: %verify %s
// Removing repeated values, from sorted and from unsorted lists.
// expected-no-diagnostics
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};

void dedupe_sorted(struct node *list) {
  if (!list)
    return;
  while (list->next) {
    struct node *next = list->next;
    if (next->key == list->key) {
      list->next = next->next;
      free(next);
    } else {
      list = next;
    }
  }
}

void dedupe(struct node *list) {
  for (struct node *p = list; p; p = p->next)
    for (struct node *q = p; q->next;)
      if (q->next->key == p->key) {
        struct node *twin = q->next;
        q->next = twin->next;
        free(twin);
      } else {
        q = q->next;
      }
}

void swap_pairs(struct node *list) {
  while (list && list->next) {
    int key = list->key;
    list->key = list->next->key;
    list->next->key = key;
    list = list->next->next;
  }
}
