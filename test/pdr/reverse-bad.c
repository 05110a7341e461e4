// RUN: %heapabs %arg-engine=pdr %arg-budget=60000 %arg-json=%t.json %s && FileCheck %s < %t.json
// The twins of reverse.c: `pdr` proves none of them.
#include <stdlib.h>

struct node {
  int data;
  struct node *next;
};

// CHECK: "name":"reverse"
// CHECK-SAME: "verdict":"unknown"
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
// CHECK-SAME: "verdict":"unknown"
void free_all(struct node *x) {
  while (x) {
    free(x);
    x = x->next;
  }
}
