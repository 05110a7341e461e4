// RUN: %verify %s
// Nodes by their number, when there are fewer.
#include <stdlib.h>

struct node {
  struct node *next;
  int v;
};

int nth(struct node *list, size_t n) {
  while (list && n--)
    list = list->next;
  return list->v; // expected-warning {{[heapabs-null-deref]}}
}

int remove_at(struct node **list, unsigned at) {
  struct node *victim;
  while (at-- > 0 && *list)
    list = &(*list)->next;
  victim = *list;
  *list = victim->next; // expected-warning {{[heapabs-null-deref]}}
  free(victim);
  return 0;
}

struct node *rotate(struct node *list, unsigned k) {
  struct node *new_last = list, *last, *first;
  if (!list || k == 0)
    return list;
  while (--k && new_last->next)
    new_last = new_last->next;
  first = new_last->next;
  new_last->next = NULL;
  last = first;
  while (last->next) // expected-warning {{[heapabs-null-deref]}}
    last = last->next;
  last->next = list;
  return first;
}

/* Makes the node before it knows that there is a place for it. */
int insert_at(struct node **list, unsigned at, int v) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return -1;
  n->v = v;
  for (; at > 0; at--) {
    if (!*list)
      return -2; // expected-warning {{[heapabs-leak]}}
    list = &(*list)->next;
  }
  n->next = *list;
  *list = n;
  return 0;
}
