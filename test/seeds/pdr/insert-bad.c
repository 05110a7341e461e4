// RUN: rm -rf %t && mkdir %t
// RUN: %heapabs %arg-json=%t/a.json %s 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: FileCheck %s < %t/a.json
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=%t/p.json %s
// RUN: FileCheck %s < %t/p.json
// RUN: %source/test/seeds/Inputs/replay %clang %plugin %t/r %s 2
// Nothing comes before x = h; e goes behind x.
#include "../../../include/heapabs.h"
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"insert"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, h) && h != null && reach(n, h, x))
HA_REQUIRES(alloc(e) && e->n == null && !reach(n, h, e))
HA_ENSURES(list(n, h))
void insert(struct node *h, struct node *x, struct node *e) {
  struct node *p = h, *q = NULL;
  while (p != x && p != NULL) {
    q = p;
    p = p->n;
  }
  q->n = e; // WARN: :[[#@LINE]]:{{.*}}[heapabs-null-deref]
  e->n = p;
}

// CHECK: "name":"insert_property"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, h) && h != null && reach(n, h, x) && h != x)
HA_REQUIRES(alloc(e) && e->n == null && !reach(n, h, e))
HA_ENSURES(reach(n, h, e) && e->n == x && acyclic(n, x))
void insert_property(struct node *h, struct node *x, struct node *e) {
  struct node *p = h, *q = NULL;
  while (p != NULL) {
    q = p;
    p = p->n;
  }
  q->n = e;
  e->n = p;
  assert(e->n == x); // WARN: :[[#@LINE]]:{{.*}}[heapabs-assert]
}
