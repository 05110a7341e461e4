// RUN: rm -rf %t && mkdir %t
// RUN: %heapabs %arg-json=%t/a.json %s 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: FileCheck %s < %t/a.json
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=%t/p.json %s
// RUN: FileCheck %s < %t/p.json
// RUN: %source/test/seeds/Inputs/replay %clang %plugin %t/r %s 2
// A cell is read after it was freed; a cell is freed twice.
#include "../../../include/heapabs.h"
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"deleteAll"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, h))
void deleteAll(struct node *h) {
  while (h != NULL) {
    free(h);
    h = h->n; // WARN: :[[#@LINE]]:{{.*}}[heapabs-use-after-free]
  }
}

// CHECK: "name":"deleteAll_property"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, h) && x != null && reach(n, h, x))
HA_ENSURES(!alloc(x))
void deleteAll_property(struct node *h, struct node *x) {
  while (h != NULL) {
    struct node *t = h->n;
    free(h);
    h = t;
  }
  free(x); // WARN: :[[#@LINE]]:{{.*}}[heapabs-double-free]
}
