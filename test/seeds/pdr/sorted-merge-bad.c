// RUN: rm -rf %t && mkdir %t
// RUN: %heapabs %arg-json=%t/a.json %s 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: FileCheck %s < %t/a.json
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=%t/p.json %s
// RUN: FileCheck %s < %t/p.json
// RUN: %source/test/seeds/Inputs/replay %clang %plugin %t/r %s 2
// One list may end before the other; the first cell has none before it.
#include "../../../include/heapabs.h"
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"sorted_merge"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, a) && list(n, b) && disjoint(content(n, a), content(n, b)))
HA_ENSURES(list(n, result))
struct node *sorted_merge(struct node *a, struct node *b) {
  struct node *h = NULL, *last = NULL;
  while (a != NULL || b != NULL) {
    struct node *t;
    if (a->data < b->data) { // WARN: :[[#@LINE]]:{{.*}}[heapabs-null-deref]
      t = a;
      a = a->n;
    } else {
      t = b;
      b = b->n;
    }
    t->n = NULL;
    if (last == NULL)
      h = t;
    else
      last->n = t;
    last = t;
  }
  return h;
}

// CHECK: "name":"sorted_merge_property"
// CHECK-SAME: "verdict":"refuted"
HA_REQUIRES(list(n, a) && list(n, b) && disjoint(content(n, a), content(n, b)))
HA_REQUIRES(sorted(n, data, a, null) && sorted(n, data, b, null))
HA_ENSURES(list(n, result))
struct node *sorted_merge_property(struct node *a, struct node *b) {
  struct node *h = NULL, *last = NULL;
  while (a != NULL || b != NULL) {
    struct node *t;
    if (b == NULL || (a != NULL && a->data < b->data)) {
      t = a;
      a = a->n;
    } else {
      t = b;
      b = b->n;
    }
    t->n = NULL;
    if (h == NULL)
      h = t;
    last->n = t; // WARN: :[[#@LINE]]:{{.*}}[heapabs-null-deref]
    last = t;
  }
  return h;
}
