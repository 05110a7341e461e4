// RUN: rm -rf %t && mkdir %t
// RUN: %heapabs %arg-json=%t/a.json %s 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: FileCheck %s < %t/a.json
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=%t/p.json %s
// RUN: FileCheck %s < %t/p.json
// RUN: %source/test/seeds/Inputs/replay %clang %plugin %t/r %s 2
// The last cell has none after it; every cell points back to the head.
#include "../../../include/heapabs.h"
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *n, *p;
};

// CHECK: "name":"make_doubly_linked"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, h))
HA_ENSURES(list(n, h))
void make_doubly_linked(struct node *h) {
  struct node *i = h;
  while (i != NULL) {
    i->n->p = i; // WARN: :[[#@LINE]]:{{.*}}[heapabs-null-deref]
    i = i->n;
  }
}

// CHECK: "name":"make_doubly_linked_property"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, h))
HA_ENSURES(dlist(n, p, h))
void make_doubly_linked_property(struct node *h) {
  struct node *i = h, *j = NULL;
  while (i != NULL) {
    i->p = h;
    assert(i->p == j); // WARN: :[[#@LINE]]:{{.*}}[heapabs-assert]
    j = i;
    i = i->n;
  }
}
