// RUN: rm -rf %t && mkdir %t
// RUN: %heapabs %arg-json=%t/a.json %s 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: FileCheck %s < %t/a.json
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=%t/p.json %s
// RUN: FileCheck %s < %t/p.json
// RUN: %source/test/seeds/Inputs/replay %clang %plugin %t/r %s 2
// The list may be empty; the second cell is lost.
#include "../../../include/heapabs.h"
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"reverse"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, h))
HA_ENSURES(list(n, result))
struct node *reverse(struct node *h) {
  struct node *r = NULL;
  while (h->n != NULL) { // WARN: :[[#@LINE]]:{{.*}}[heapabs-null-deref]
    struct node *t = h->n;
    h->n = r;
    r = h;
    h = t;
  }
  return r;
}

// CHECK: "name":"reverse_property"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, h) && reach(n, h, x) && reach(n, x, y) && x != null && y != null)
HA_ENSURES(list(n, result) && reach(n, result, y) && reach(n, y, x))
struct node *reverse_property(struct node *h, struct node *x, struct node *y) {
  struct node *r = NULL;
  while (h != NULL) {
    struct node *t = h->n;
    h->n = NULL;
    r = h;
    h = t;
  }
  assert(r != y || x == y || r->n != NULL); // WARN: :[[#@LINE]]:{{.*}}[heapabs-assert]
  return r;
}
