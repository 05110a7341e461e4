// RUN: %verify %s
// Rule 2, doubly linked: prev is the inverse of next, the parameter any node.
#include <assert.h>
#include <stddef.h>

struct dnode {
  struct dnode *next, *prev;
  int v;
};

void inverse(struct dnode *p) {
  assert(!p->next || p->next->prev == p);
  assert(!p->prev || p->prev->next == p);
}

void first_node(struct dnode *p) {
  assert(p->prev == NULL); // expected-warning {{[heapabs-assert]}}
}

int last_node(struct dnode *p) {
  if (p->prev)
    p->prev->v = p->v;
  return p->next->v; // expected-warning {{[heapabs-null-deref]}}
}

int middle_node(struct dnode *p) {
  if (p->prev && p->next)
    return p->prev->next->v + p->next->prev->v;
  return 0;
}
