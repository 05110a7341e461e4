// RUN: %heapabs %arg-engine=pdr %arg-budget=60000 %arg-json=%t.json %s && FileCheck %s < %t.json
// Lists that are turned around and given back: proved by `pdr`, with the invariant.
#include <stdlib.h>

struct node {
  int data;
  struct node *next;
};

// CHECK: "name":"reverse"
// CHECK-SAME: "verdict":"proved","engine":"pdr"
// CHECK-SAME: "invariants":[{{.*}}"formula":"{{.*}}v->next == null
struct node *reverse(struct node *x) {
  struct node *r = NULL;
  while (x) {
    struct node *t = x->next;
    x->next = r;
    r = x;
    x = t;
  }
  return r;
}

// CHECK: "name":"free_all"
// CHECK-SAME: "verdict":"proved","engine":"pdr"
void free_all(struct node *x) {
  while (x) {
    struct node *t = x->next;
    free(x);
    x = t;
  }
}
