// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=a.json %arg-cert=. %s
// RUN: FileCheck %s < a.json
// RUN: heapabs cert --quiet *.smt2 | FileCheck --check-prefix=CERT %s
// p becomes the inverse of n.
// CERT-COUNT-2: accepted
#include "../../../include/heapabs.h"
#include <stdlib.h>

struct node {
  struct node *n, *p;
};

// CHECK: "name":"make_doubly_linked"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h))
HA_ENSURES(list(n, h))
void make_doubly_linked(struct node *h) {
  struct node *i = h, *j = NULL;
  while (i != NULL) {
    i->p = j;
    j = i;
    i = i->n;
  }
}

// CHECK: "name":"make_doubly_linked_property"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h))
HA_ENSURES(dlist(n, p, h))
void make_doubly_linked_property(struct node *h) {
  struct node *i = h, *j = NULL;
  while (i != NULL) {
    i->p = j;
    j = i;
    i = i->n;
  }
}
