// RUN: %heapabs %arg-engine=pdr %arg-entry=main %arg-malloc=never-null %arg-budget=60000 %arg-json=%t.json %s
// RUN: FileCheck %s < %t.json
// A list of any length that is built at its end: every node but the last one, which has
// nothing yet, holds a one and leads to a live node or to none.
// CHECK: "name":"main"
// CHECK-SAME: "verdict":"proved","engine":"pdr"
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
  last->v = 1;
  last->next = NULL;
  for (struct node *p = first; p; p = p->next)
    assert(p->v == 1);
  exit(0);
}
