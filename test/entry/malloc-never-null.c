// RUN: %verify %arg-malloc=never-null %s
// Rule 5 under malloc=never-null: memory does not run out.
// expected-no-diagnostics
#include <stdlib.h>

struct node {
  int v;
  struct node *next;
};

struct node *fresh(struct node *rest) {
  struct node *n = malloc(sizeof *n);
  n->v = 0;
  n->next = rest;
  return n;
}
