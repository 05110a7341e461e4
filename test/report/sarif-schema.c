// The log is valid by the official schema, with and without results, and the schema
// does refuse what is not.
// REQUIRES: sarif-schema
// RUN: %heapabs %arg-sarif=%t.sarif -w %s
// RUN: %python %S/Inputs/validate.py %build/schemas/sarif-2.1.0.json %t.sarif
// RUN: %heapabs %arg-sarif=%t.none.sarif -w %source/examples/sum.c
// RUN: %python %S/Inputs/validate.py %build/schemas/sarif-2.1.0.json %t.none.sarif
// RUN: sed 's/"kind": "fail"/"kind": "failed"/' %t.sarif > %t.bad.sarif
// RUN: not %python %S/Inputs/validate.py %build/schemas/sarif-2.1.0.json %t.bad.sarif
#include <stdlib.h>

struct node {
  int data;
  struct node *next;
};

static int get(struct node *y) { return y->data; }

int in_callee(struct node *x) { return get(x->next); }

void freed(struct node *x) {
  free(x);
  x->data = 1;
}

// NOLINTNEXTLINE(heapabs-null-deref)
int suppressed(struct node *x) { return x->next->data; }
