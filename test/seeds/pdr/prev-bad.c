// RUN: rm -rf %t && mkdir %t
// RUN: %heapabs %arg-json=%t/a.json %s 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: FileCheck %s < %t/a.json
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=%t/p.json %s
// RUN: FileCheck %s < %t/p.json
// RUN: %source/test/seeds/Inputs/replay %clang %plugin %t/r %s 2
// The list may be empty; the first cell is its own predecessor.
#include "../../../include/heapabs.h"
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"prev"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, h))
HA_ENSURES(list(n, h))
struct node *prev(struct node *h, struct node *x) {
  struct node *p = h, *q = NULL;
  while (p != x && p->n != NULL) { // WARN: :[[#@LINE]]:{{.*}}[heapabs-null-deref]
    q = p;
    p = p->n;
  }
  return q;
}

// CHECK: "name":"prev_property"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, h) && x != null && reach(n, h, x))
HA_ENSURES(h == x && result == null || result != null && reach(n, h, result) && result->n == x)
struct node *prev_property(struct node *h, struct node *x) {
  struct node *p = h, *q = h;
  while (p != x && p != NULL) {
    q = p;
    p = p->n;
  }
  assert(q != x); // WARN: :[[#@LINE]]:{{.*}}[heapabs-assert]
  return q;
}
