// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=a.json %arg-cert=. %s
// RUN: FileCheck %s < a.json
// RUN: heapabs cert --quiet *.smt2 | FileCheck --check-prefix=CERT %s
// Two sorted lists become one; sortedness is known, not asked for.
// CERT-COUNT-2: accepted
#include "../../../include/heapabs.h"
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"sorted_merge"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, a) && list(n, b) && disjoint(content(n, a), content(n, b)))
HA_ENSURES(list(n, result))
struct node *sorted_merge(struct node *a, struct node *b) {
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
    if (last == NULL)
      h = t;
    else
      last->n = t;
    last = t;
  }
  return h;
}

// CHECK: "name":"sorted_merge_property"
// CHECK-SAME: "verdict":"proved"
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
    if (last == NULL)
      h = t;
    else
      last->n = t;
    last = t;
  }
  return h;
}
