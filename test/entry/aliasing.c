// RUN: %verify %s
// Rule 3: parameters are disjoint, unless the code compares them.
#include <stddef.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int v;
};

/* Nothing says that they could be one. */
int disjoint(struct node *a, struct node *b) {
  free(a);
  return b->v;
}

/* The comparison says so. */
int compared(struct node *a, struct node *b) {
  int same = a == b;
  free(a);
  return b->v + same; // expected-warning {{[heapabs-use-after-free]}}
}

int compared_and_heeded(struct node *a, struct node *b) {
  if (a == b)
    return 0;
  free(a);
  return b->v;
}

/* A walk that looks for the node and has no end: the node is a member. */
void unlink_member(struct node *list, struct node *n) {
  while (list->next != n)
    list = list->next;
  list->next = n->next;
}

/* A walk that has an end: it may not be one. */
void unlink_if_member(struct node *list, struct node *n) {
  while (list && list->next != n)
    list = list->next;
  list->next = n->next; // expected-warning {{[heapabs-null-deref]}}
}
