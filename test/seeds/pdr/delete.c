// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=a.json %arg-cert=. %s
// RUN: FileCheck %s < a.json
// RUN: heapabs cert --quiet *.smt2 | FileCheck --check-prefix=CERT %s
// x is taken out of the list, and is not reached from its head any more.
// CERT-COUNT-2: accepted
#include "../../../include/heapabs.h"
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"delete"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h) && x != null)
HA_ENSURES(list(n, result))
struct node *delete(struct node *h, struct node *x) {
  struct node *p = h, *q = NULL;
  while (p != x && p != NULL) {
    q = p;
    p = p->n;
  }
  if (p == NULL)
    return h;
  if (q == NULL)
    return p->n;
  q->n = p->n;
  return h;
}

// CHECK: "name":"delete_property"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h) && x != null)
HA_ENSURES(list(n, result) && !reach(n, result, x))
struct node *delete_property(struct node *h, struct node *x) {
  struct node *p = h, *q = NULL;
  while (p != x && p != NULL) {
    q = p;
    p = p->n;
  }
  if (p == NULL)
    return h;
  if (q == NULL)
    return p->n;
  q->n = p->n;
  return h;
}
