// RUN: %verify %arg-entry=main %arg-malloc=never-null %s
// As values.c, but the last node holds something else.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
  int v;
};

int main(void) {
  struct node *first = malloc(sizeof *first), *last = first;
  while (__VERIFIER_nondet_int()) {
    last->v = 1;
    last->next = malloc(sizeof *last);
    last = last->next;
  }
  last->v = 2;
  last->next = NULL;
  for (struct node *p = first; p; p = p->next)
    assert(p->v == 1); // expected-warning {{[heapabs-assert]}}
  exit(0);
}
