// RUN: rm -rf %t && mkdir %t
// RUN: %heapabs %arg-json=%t/a.json %s 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: FileCheck %s < %t/a.json
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=%t/p.json %s
// RUN: FileCheck %s < %t/p.json
// RUN: %source/test/seeds/Inputs/replay %clang %plugin %t/r %s 4
// The four bugs of Table 8.
#include "../../../include/heapabs.h"
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"insert"
// CHECK-SAME: "verdict":"refuted"
// The precondition does not say that e is not null.
HA_REQUIRES(list(n, h) && h != null && reach(n, h, x) && h != x)
HA_REQUIRES(e == null || alloc(e) && e->n == null && !reach(n, h, e))
HA_ENSURES(list(n, h))
void insert(struct node *h, struct node *x, struct node *e) {
  struct node *p = h, *q = NULL;
  while (p != x && p != NULL) {
    q = p;
    p = p->n;
  }
  q->n = e;
  e->n = p; // WARN: :[[#@LINE]]:{{.*}}[heapabs-null-deref]
}

// CHECK: "name":"filter"
// CHECK-SAME: "verdict":"refuted"
// A dereference of null: the first cell has none before it.
HA_REQUIRES(list(n, h))
HA_ENSURES(list(n, result))
struct node *filter(struct node *h) {
  struct node *i = h, *j = NULL;
  while (i != NULL) {
    if (i->data >= 0)
      j = i;
    else
      j->n = i->n; // WARN: :[[#@LINE]]:{{.*}}[heapabs-null-deref]
    i = i->n;
  }
  return h;
}

// CHECK: "name":"filter_head"
// CHECK-SAME: "verdict":"refuted"
// A slip: the head of the list stands for the iterator.
HA_REQUIRES(list(n, h))
HA_ENSURES(list(n, result))
struct node *filter_head(struct node *h) {
  struct node *i = h, *j = NULL;
  while (i != NULL) {
    struct node *t = i->n;
    if (i->data >= 0)
      j = i;
    else if (j == NULL)
      h = t;
    else
      j->n = h;
    i = t;
  }
  assert(j == NULL || j->n != j); // WARN: :[[#@LINE]]:{{.*}}[heapabs-assert]
  return h;
}

// CHECK: "name":"reverse"
// CHECK-SAME: "verdict":"refuted"
// A cycle is made.
HA_REQUIRES(list(n, h))
HA_ENSURES(list(n, result))
struct node *reverse(struct node *h) {
  struct node *r = h;
  while (h != NULL) {
    struct node *t = h->n;
    h->n = r;
    r = h;
    h = t;
  }
  assert(r == NULL || r->n != r); // WARN: :[[#@LINE]]:{{.*}}[heapabs-assert]
  return r;
}
