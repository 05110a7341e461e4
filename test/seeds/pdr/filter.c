// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=a.json %arg-cert=. %s
// RUN: FileCheck %s < a.json
// RUN: heapabs cert --quiet *.smt2 | FileCheck --check-prefix=CERT %s
// The cells that fail the test leave the list; those that pass keep their order.
// CERT-COUNT-2: accepted
#include "../../../include/heapabs.h"
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"filter"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h))
HA_ENSURES(list(n, result))
struct node *filter(struct node *h) {
  struct node *i = h, *j = NULL;
  while (i != NULL) {
    if (i->data >= 0)
      j = i;
    else if (j == NULL)
      h = i->n;
    else
      j->n = i->n;
    i = i->n;
  }
  return h;
}

// CHECK: "name":"filter_property"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h) && reach(n, h, x) && reach(n, x, y) && x != null && y != null)
HA_REQUIRES(x->data >= 0 && y->data >= 0)
HA_ENSURES(list(n, result) && reach(n, x, y))
struct node *filter_property(struct node *h, struct node *x, struct node *y) {
  struct node *i = h, *j = NULL;
  while (i != NULL) {
    if (i->data >= 0)
      j = i;
    else if (j == NULL)
      h = i->n;
    else
      j->n = i->n;
    i = i->n;
  }
  return h;
}
