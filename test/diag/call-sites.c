// RUN: %verify %s
// Callees that need a node, called with one.
// expected-no-diagnostics
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

int value_of(const struct node *n) { return n ? value(n) : 0; }

struct node *append(struct node *a, struct node *b) {
  if (!a)
    return b;
  last(a)->next = b;
  return a;
}

static void set(struct node *n, int v) { n->v = v; }

struct node *make(int v) {
  struct node *n = calloc(1, sizeof *n);
  if (n)
    set(n, v);
  return n;
}

int last_value(struct node *n) {
  struct node *l = n ? last(n) : NULL;
  return l ? value(l) : -1;
}

/* Passing it on untested makes the callee's need this function's own. */
int forwarded(struct node *n) { return value(n) & 1; }
