// RUN: %verify %s
// Rule 1 for the result of an unknown call: it may be null if this result is tested.
#include <stddef.h>

struct node {
  struct node *next;
  int v;
};
struct node *find(int v);
struct node *make(int v);

int tested(int v) {
  struct node *n = find(v);
  if (n == NULL)
    v++;
  return n->v; // expected-warning {{[heapabs-null-deref]}}
}

/* The variable is tested, this value is not. */
int tested_before(int v) {
  struct node *n = find(v);
  if (n == NULL)
    n = make(v);
  return n->v;
}

/* A test after the use says nothing. */
int tested_after(int v) {
  struct node *n = make(v);
  int sum = n->v;
  n = n->next;
  if (n == NULL)
    return sum;
  return sum + n->v;
}

static int value(struct node *n) { return n == NULL ? 0 : n->v; }

/* A careful callee says nothing about its careless caller. */
int tested_elsewhere(int v) {
  struct node *n = make(v);
  return value(n) + n->v;
}
