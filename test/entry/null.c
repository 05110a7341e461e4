// RUN: %verify %s
// Rule 1: a parameter may be null where the code says so by a test, and only there.
#include <stddef.h>

struct node {
  struct node *next;
  int v;
};

/* No test: non-null is the precondition. */
int untested(struct node *p) { return p->v; }

/* A test: either way. */
int tested(struct node *p, int *count) {
  if (p)
    ++*count;
  return p->v; // expected-warning {{[heapabs-null-deref]}}
}

/* A test that only a dereference leads to says nothing of the entry. */
int tested_afterwards(struct node *p) {
  int v = p->v;
  return p ? v : 0;
}

/* A test on another path is a test that the entry reaches. */
int tested_elsewhere(struct node *p, int mode) {
  if (mode == 0)
    return p->v; // expected-warning {{[heapabs-null-deref]}}
  return p ? p->v : -1;
}

/* The loop's test is reached first. */
int tested_by_loop(struct node *p) {
  int n = 0;
  for (struct node *q = p; q; q = q->next)
    n++;
  return n + p->v; // expected-warning {{[heapabs-null-deref]}}
}

int nonnull_type(struct node *_Nonnull p) {
  struct node *q = p;
  return q ? p->v : p->v + 1;
}

int nullable_type(struct node *_Nullable p) {
  return p->v; // expected-warning {{[heapabs-null-deref]}}
}

__attribute__((nonnull)) int nonnull_function(struct node *p) {
  struct node *q = p;
  return q == NULL ? q->v : 0;
}

/* Stored, and dereferenced or tested where it was stored. */
int through_memory(struct node *p, struct node *q) {
  p->next = q;
  return p->next->v;
}

int tested_in_memory(struct node *p, struct node *q) {
  p->next = q;
  return p->next ? 1 : q->v; // expected-warning {{[heapabs-null-deref]}}
}
