// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=a.json %arg-cert=. %s
// RUN: FileCheck %s < a.json
// RUN: heapabs cert --quiet *.smt2 | FileCheck --check-prefix=CERT %s
// All cells are freed, any x of them too.
// CERT-COUNT-2: accepted
#include "../../../include/heapabs.h"
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"deleteAll"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h))
void deleteAll(struct node *h) {
  while (h != NULL) {
    struct node *t = h->n;
    free(h);
    h = t;
  }
}

// CHECK: "name":"deleteAll_property"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h) && x != null && reach(n, h, x))
HA_ENSURES(!alloc(x))
void deleteAll_property(struct node *h, struct node *x) {
  while (h != NULL) {
    struct node *t = h->n;
    free(h);
    h = t;
  }
}
