// RUN: %verify %s
// Rule 6: a static function sees only what its callers pass.
#include <stddef.h>

struct node {
  struct node *next;
  int v;
};

/* Wrong for a list of one and for null; nobody passes either. */
static int second(struct node *p) {
  if (!p)
    return p->v;
  return p->next->v;
}

int careful(struct node *p) { return p && p->next ? second(p) : 0; }

/* The same, with a caller who does. */
static int second_too(struct node *p) { return p->next->v; }

int careless(struct node *p) {
  return second_too(p); // expected-warning {{[heapabs-null-deref]}}
}

/* Its address is taken: anybody may call it, with anything. */
static int exported(struct node *p) {
  return p->next->v; // expected-warning {{[heapabs-null-deref]}}
}
int (*const hook)(struct node *) = exported;
