// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=a.json %arg-cert=. %s
// RUN: FileCheck %s < a.json
// RUN: heapabs cert --quiet *.smt2 | FileCheck --check-prefix=CERT %s
// A list of new cells; the one at x, older than the call, is not in it.
// CERT-COUNT-2: accepted
#include "../../../include/heapabs.h"
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};
struct node *x;

// CHECK: "name":"create"
// CHECK-SAME: "verdict":"proved"
HA_ENSURES(list(n, result))
struct node *create(int size) {
  struct node *h = NULL;
  for (int i = 0; i < size; i++) {
    struct node *e = malloc(sizeof *e);
    if (!e)
      break;
    e->n = h;
    h = e;
  }
  return h;
}

// CHECK: "name":"create_property"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(x != null && alloc(x))
HA_ENSURES(list(n, result) && !reach(n, result, x))
struct node *create_property(int size) {
  struct node *h = NULL;
  for (int i = 0; i < size; i++) {
    struct node *e = malloc(sizeof *e);
    if (!e)
      break;
    e->n = h;
    h = e;
  }
  return h;
}
