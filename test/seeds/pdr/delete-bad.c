// RUN: rm -rf %t && mkdir %t
// RUN: %heapabs %arg-json=%t/a.json %s 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: FileCheck %s < %t/a.json
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=%t/p.json %s
// RUN: FileCheck %s < %t/p.json
// RUN: %source/test/seeds/Inputs/replay %clang %plugin %t/r %s 2
// x may be in no list; the first cell is not taken out.
#include "../../../include/heapabs.h"
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"delete"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, h) && x != null)
HA_ENSURES(list(n, result))
struct node *delete(struct node *h, struct node *x) {
  struct node *p = h, *q = NULL;
  while (p != x && p != NULL) {
    q = p;
    p = p->n;
  }
  if (q == NULL)
    return p->n; // WARN: :[[#@LINE]]:{{.*}}[heapabs-null-deref]
  q->n = p->n;
  return h;
}

// CHECK: "name":"delete_property"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, h) && x != null)
HA_ENSURES(list(n, result) && !reach(n, result, x))
struct node *delete_property(struct node *h, struct node *x) {
  struct node *p = h, *q = NULL;
  while (p != x && p != NULL) {
    q = p;
    p = p->n;
  }
  if (p != NULL && q != NULL)
    q->n = p->n;
  assert(h != x); // WARN: :[[#@LINE]]:{{.*}}[heapabs-assert]
  return h;
}
