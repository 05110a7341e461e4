// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=a.json %arg-cert=. %s
// RUN: FileCheck %s < a.json
// RUN: heapabs cert --quiet *.smt2 | FileCheck --check-prefix=CERT %s
// The cell before x, if there is one.
// CERT-COUNT-2: accepted
#include "../../../include/heapabs.h"
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"prev"
// CHECK-SAME: "verdict":"proved"
// CHECK-SAME: "formula":"true","background":"list(n, h)
HA_REQUIRES(list(n, h))
HA_ENSURES(list(n, h))
struct node *prev(struct node *h, struct node *x) {
  struct node *p = h, *q = NULL;
  while (p != x && p != NULL) {
    q = p;
    p = p->n;
  }
  return q;
}

// CHECK: "name":"prev_property"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h) && x != null && reach(n, h, x))
HA_ENSURES(h == x && result == null || result != null && reach(n, h, result) && result->n == x)
struct node *prev_property(struct node *h, struct node *x) {
  struct node *p = h, *q = NULL;
  while (p != x && p != NULL) {
    q = p;
    p = p->n;
  }
  return q;
}
