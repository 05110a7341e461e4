// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=a.json %arg-cert=. %s
// RUN: FileCheck %s < a.json
// RUN: heapabs cert --quiet *.smt2 | FileCheck --check-prefix=CERT %s
// e goes where it belongs in a sorted list.
// CERT-COUNT-2: accepted
#include "../../../include/heapabs.h"
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"sorted_insert"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h) && sorted(n, data, h, null) && alloc(e) && !reach(n, h, e))
HA_ENSURES(list(n, result))
struct node *sorted_insert(struct node *h, struct node *e) {
  struct node *i = h, *j = NULL;
  while (i != NULL && i->data < e->data) {
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
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h) && sorted(n, data, h, null) && alloc(e) && !reach(n, h, e))
HA_ENSURES(list(n, result) && sorted(n, data, result, null))
struct node *sorted_insert_property(struct node *h, struct node *e) {
  struct node *i = h, *j = NULL;
  while (i != NULL && i->data < e->data) {
    j = i;
    i = i->n;
  }
  e->n = i;
  if (j == NULL)
    return e;
  j->n = e;
  return h;
}
