// RUN: %verify %s
// Callees that need a node, called without one: the call is at fault.
#include <stdlib.h>

struct node {
  struct node *next;
  int v;
};

int value(const struct node *n) { return n->v; }

struct node *last(struct node *n) {
  while (n->next)
    n = n->next;
  return n;
}

int value_of(const struct node *n) {
  if (!n)
    return value(n); // expected-warning {{[heapabs-null-deref]}}
  return n->v;
}

struct node *append(struct node *a, struct node *b) {
  if (!b)
    return a;
  if (a)
    a->v++;
  last(a)->next = b; // expected-warning {{[heapabs-null-deref]}}
  return a;
}

static void set(struct node *n, int v) { n->v = v; }

struct node *make(int v) {
  struct node *n = calloc(1, sizeof *n);
  set(n, v); // expected-warning {{[heapabs-null-deref]}}
  return n;
}

int second_value(struct node *n) {
  return value(n->next); // expected-warning {{[heapabs-null-deref]}}
}

static void release(struct node *n) { free(n); }

/* The callee has taken the node away. */
int release_and_read(struct node *n) {
  struct node *next = n->next;
  release(n);
  if (next)
    release(next);
  return value(n); // expected-warning {{[heapabs-use-after-free]}}
}
