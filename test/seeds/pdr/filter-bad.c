// RUN: rm -rf %t && mkdir %t
// RUN: %heapabs %arg-json=%t/a.json %s 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: FileCheck %s < %t/a.json
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=%t/p.json %s
// RUN: FileCheck %s < %t/p.json
// RUN: %source/test/seeds/Inputs/replay %clang %plugin %t/r %s 2
// The first cell has none before it; cells that pass the test are dropped.
#include "../../../include/heapabs.h"
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"filter"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, h))
HA_ENSURES(list(n, result))
struct node *filter(struct node *h) {
  struct node *i = h, *j = NULL;
  while (i->n != NULL) { // WARN: :[[#@LINE]]:{{.*}}[heapabs-null-deref]
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
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, h) && reach(n, h, x) && reach(n, x, y) && x != null && y != null)
HA_REQUIRES(x->data >= 0 && y->data >= 0)
HA_ENSURES(list(n, result) && reach(n, x, y))
struct node *filter_property(struct node *h, struct node *x, struct node *y) {
  struct node *i = h, *j = NULL, *first = h;
  while (i != NULL) {
    if (i->data > 0)
      j = i;
    else if (j == NULL)
      h = i->n;
    else
      j->n = i->n;
    i = i->n;
  }
  assert(first != x || h == x); // WARN: :[[#@LINE]]:{{.*}}[heapabs-assert]
  return h;
}
