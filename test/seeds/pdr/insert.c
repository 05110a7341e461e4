// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=a.json %arg-cert=. %s
// RUN: FileCheck %s < a.json
// RUN: heapabs cert --quiet *.smt2 | FileCheck --check-prefix=CERT %s
// Figure 1 of the paper: e goes into the list before x.
// CERT-COUNT-2: accepted
#include "../../../include/heapabs.h"
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"insert"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h) && h != null && reach(n, h, x) && h != x)
HA_REQUIRES(alloc(e) && e->n == null && !reach(n, h, e))
HA_ENSURES(list(n, h))
void insert(struct node *h, struct node *x, struct node *e) {
  struct node *p = h, *q = NULL;
  while (p != x && p != NULL) {
    q = p;
    p = p->n;
  }
  q->n = e;
  e->n = p;
}

// CHECK: "name":"insert_property"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h) && h != null && reach(n, h, x) && h != x)
HA_REQUIRES(alloc(e) && e->n == null && !reach(n, h, e))
HA_ENSURES(reach(n, h, e) && e->n == x && acyclic(n, x))
void insert_property(struct node *h, struct node *x, struct node *e) {
  struct node *p = h, *q = NULL;
  while (p != x && p != NULL) {
    q = p;
    p = p->n;
  }
  q->n = e;
  e->n = p;
}
