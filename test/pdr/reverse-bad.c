// RUN: %heapabs %arg-engine=pdr %arg-budget=60000 %arg-json=%t.json %s && FileCheck %s < %t.json
// The twins of reverse.c: `pdr` finds the heaps that break them by itself.
#include <stdlib.h>

struct node {
  int data;
  struct node *next;
};

// CHECK: "name":"reverse"
// CHECK-SAME: "verdict":"refuted","engine":"pdr"
struct node *reverse(struct node *x) {
  struct node *r = NULL;
  while (x->next) {
    struct node *t = x->next;
    x->next = r;
    r = x;
    x = t;
  }
  if (!x)
    return r;
  return r->next;
}

// CHECK: "name":"free_all"
// CHECK-SAME: "verdict":"refuted","engine":"pdr"
void free_all(struct node *x) {
  while (x) {
    free(x);
    x = x->next;
  }
}
