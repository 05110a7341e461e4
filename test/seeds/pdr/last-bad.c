// RUN: rm -rf %t && mkdir %t
// RUN: %heapabs %arg-json=%t/a.json %s 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: FileCheck %s < %t/a.json
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=%t/p.json %s
// RUN: FileCheck %s < %t/p.json
// RUN: %source/test/seeds/Inputs/replay %clang %plugin %t/r %s 2
// The list may be empty; the last but one is returned.
#include "../../../include/heapabs.h"
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"last"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, h))
HA_ENSURES(list(n, h))
struct node *last(struct node *h) {
  struct node *i = h;
  while (i->n != NULL) // WARN: :[[#@LINE]]:{{.*}}[heapabs-null-deref]
    i = i->n;
  return i;
}

// CHECK: "name":"last_property"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, h) && h != null)
HA_ENSURES(result != null && reach(n, h, result) && result->n == null)
struct node *last_property(struct node *h) {
  struct node *i = h, *j = NULL;
  while (i->n != NULL) {
    j = i;
    i = i->n;
  }
  assert(j != NULL && j->n == NULL); // WARN: :[[#@LINE]]:{{.*}}[heapabs-assert]
  return j;
}
