// Documents are valid by docs/schema, and the validator does refuse what is not.
// RUN: %heapabs %arg-json=%t.json -w %s
// RUN: %python %S/Inputs/validate.py %source/docs/schema/heapabs.schema.json %t.json
// RUN: sed 's/"kind":"null-deref"/"kind":"null"/' %t.json > %t.bad.json
// RUN: not %python %S/Inputs/validate.py %source/docs/schema/heapabs.schema.json \
// RUN:   %t.bad.json | FileCheck --check-prefix=KIND %s
// RUN: sed 's/"skipped":[0-9]*,//' %t.json > %t.bad.json
// RUN: not %python %S/Inputs/validate.py %source/docs/schema/heapabs.schema.json \
// RUN:   %t.bad.json | FileCheck --check-prefix=KEY %s
// RUN: sed 's/"state":"input"/"state":"odd"/' %t.json > %t.bad.json
// RUN: not %python %S/Inputs/validate.py %source/docs/schema/heapabs.schema.json \
// RUN:   %t.bad.json | FileCheck --check-prefix=STATE %s
// KIND: kind: 'null' is not one of
// KEY: 'skipped' is a required property
// STATE: state: 'odd' is not one of
#include <stdlib.h>

struct node {
  int data;
  struct node *next;
};

static int get(struct node *y) { return y->data; }

int in_callee(struct node *x) { return get(x->next); }

struct node *copy(struct node *x) {
  struct node *n = malloc(sizeof *n);
  __asm__ volatile("" : : : "memory");
  n->next = x;
  return n;
}

int count(struct node *x) {
  int n = 0;
  for (; x; x = x->next)
    n++;
  return n;
}
