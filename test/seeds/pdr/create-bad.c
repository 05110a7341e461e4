// RUN: rm -rf %t && mkdir %t
// RUN: %heapabs %arg-json=%t/a.json %s 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: FileCheck %s < %t/a.json
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=%t/p.json %s
// RUN: FileCheck %s < %t/p.json
// RUN: %source/test/seeds/Inputs/replay %clang %plugin %t/r %s 2
// malloc fails unnoticed; the list ends in the older cell.
#include "../../../include/heapabs.h"
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};
struct node *x;

// CHECK: "name":"create"
// CHECK-SAME: "verdict":"refuted"
HA_ENSURES(list(n, result))
struct node *create(int size) {
  struct node *h = NULL;
  for (int i = 0; i < size; i++) {
    struct node *e = malloc(sizeof *e);
    e->n = h; // WARN: :[[#@LINE]]:{{.*}}[heapabs-null-deref]
    h = e;
  }
  return h;
}

// CHECK: "name":"create_property"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(x != null && alloc(x))
HA_ENSURES(list(n, result) && !reach(n, result, x))
struct node *create_property(int size) {
  struct node *h = x;
  for (int i = 0; i < size; i++) {
    struct node *e = malloc(sizeof *e);
    if (!e)
      break;
    e->n = h;
    h = e;
  }
  assert(h != x); // WARN: :[[#@LINE]]:{{.*}}[heapabs-assert]
  return h;
}
