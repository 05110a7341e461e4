// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=a.json %arg-cert=. %s
// RUN: FileCheck %s < a.json
// RUN: heapabs cert --quiet *.smt2 | FileCheck --check-prefix=CERT %s
// The last cell of the list.
// CERT-COUNT-2: accepted
#include "../../../include/heapabs.h"
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"last"
// CHECK-SAME: "verdict":"proved"
// CHECK-SAME: "formula":"true","background":"list(n, h)
HA_REQUIRES(list(n, h))
HA_ENSURES(list(n, h))
struct node *last(struct node *h) {
  struct node *i = h, *j = NULL;
  while (i != NULL) {
    j = i;
    i = i->n;
  }
  return j;
}

// CHECK: "name":"last_property"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h) && h != null)
HA_ENSURES(result != null && reach(n, h, result) && result->n == null)
struct node *last_property(struct node *h) {
  struct node *i = h, *j = NULL;
  while (i != NULL) {
    j = i;
    i = i->n;
  }
  return j;
}
