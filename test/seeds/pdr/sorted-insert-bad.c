// RUN: rm -rf %t && mkdir %t
// RUN: %heapabs %arg-json=%t/a.json %s 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: FileCheck %s < %t/a.json
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=%t/p.json %s
// RUN: FileCheck %s < %t/p.json
// RUN: %source/test/seeds/Inputs/replay %clang %plugin %t/r %s 2
// The end is not tested for; the order is the other way round.
#include "../../../include/heapabs.h"
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"sorted_insert"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, h) && sorted(n, data, h, null) && alloc(e) && !reach(n, h, e))
HA_ENSURES(list(n, result))
struct node *sorted_insert(struct node *h, struct node *e) {
  struct node *i = h, *j = NULL;
  while (i->data < e->data) { // WARN: :[[#@LINE]]:{{.*}}[heapabs-null-deref]
    j = i;
    i = i->n;
  }
  e->n = i;
  if (j == NULL)
    return e;
  j->n = e;
  return h;
}

// CHECK: "name":"sorted_insert_property"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, h) && sorted(n, data, h, null) && alloc(e) && !reach(n, h, e))
HA_ENSURES(list(n, result) && sorted(n, data, result, null))
struct node *sorted_insert_property(struct node *h, struct node *e) {
  struct node *i = h, *j = NULL;
  while (i != NULL && i->data > e->data) {
    j = i;
    i = i->n;
  }
  e->n = i;
  assert(j == NULL || j->data <= e->data); // WARN: :[[#@LINE]]:{{.*}}[heapabs-assert]
  if (j == NULL)
    return e;
  j->n = e;
  return h;
}
