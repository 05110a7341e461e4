// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=a.json %arg-cert=. %s
// RUN: FileCheck %s < a.json
// RUN: heapabs cert --quiet *.smt2 | FileCheck --check-prefix=CERT %s
// What came before comes after.
// CERT-COUNT-2: accepted
#include "../../../include/heapabs.h"
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"reverse"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h))
HA_ENSURES(list(n, result))
struct node *reverse(struct node *h) {
  struct node *r = NULL;
  while (h != NULL) {
    struct node *t = h->n;
    h->n = r;
    r = h;
    h = t;
  }
  return r;
}

// CHECK: "name":"reverse_property"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h) && reach(n, h, x) && reach(n, x, y) && x != null && y != null)
HA_ENSURES(list(n, result) && reach(n, result, y) && reach(n, y, x))
struct node *reverse_property(struct node *h, struct node *x, struct node *y) {
  struct node *r = NULL;
  while (h != NULL) {
    struct node *t = h->n;
    h->n = r;
    r = h;
    h = t;
  }
  return r;
}
