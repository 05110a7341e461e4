// RUN: %verify %s
// Rule 2, lists: well formed, unshared, null-terminated, of any length.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int v;
};

/* One node is a list. */
int two_at_least(struct node *p) {
  return p->next->v; // expected-warning {{[heapabs-null-deref]}}
}

/* Three are one too. */
int two_at_most(struct node *p) {
  if (!p || !p->next)
    return 0;
  assert(!p->next->next); // expected-warning {{[heapabs-assert]}}
  return 1;
}

/* No node follows itself, and every node is alive. */
int acyclic(struct node *p) {
  struct node *next = p->next;
  assert(next != p);
  assert(!next || next->next != p);
  return next ? next->v : 0;
}

/* A walk that ends with null gets a list that does. */
void terminated(struct node *p) {
  while (p) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}
