// RUN: rm -rf %t && mkdir %t
// RUN: %heapabs %arg-engine=pdr %arg-budget=60000 %arg-cert=%t %arg-json=%t.json %s && FileCheck %s < %t.json
// RUN: heapabs cert --quiet %t/*.smt2 | FileCheck --check-prefix=CERT %s
// RUN: %heapabs %arg-engine=pdr %arg-budget=60000 %arg-predicates=default,ls %arg-json=%t.json %s && FileCheck %s --check-prefix=GIVEN < %t.json
// CERT-COUNT-3: accepted
// Predicates that no family has, found in the failed abstract path: without them (families
// that are named stay as they are) each of these is an abstraction failure.
#include <assert.h>
#include <stddef.h>

struct item {
  int value;
};
struct node {
  struct node *next;
  int data, most;
  struct item *owner;
};

// What is asserted of one node holds of a whole segment.
// CHECK: "name":"clear"
// CHECK-SAME: "verdict":"proved","engine":"pdr"
// CHECK-SAME: "formula":"{{[^"]*}}forall {{[^"]*}}v->data == 7
// GIVEN: "name":"clear"
// GIVEN-SAME: "verdict":"unknown","engine":"pdr","why":"abstraction failure
void clear(struct node *x) {
  for (struct node *p = x; p != NULL; p = p->next)
    p->data = 7;
  for (struct node *p = x; p != NULL; p = p->next)
    assert(p->data == 7);
}

// A pointer that one loop sets in every node and another follows.
// CHECK: "name":"own"
// CHECK-SAME: "verdict":"proved","engine":"pdr"
// GIVEN: "name":"own"
// GIVEN-SAME: "verdict":"unknown","engine":"pdr","why":"abstraction failure
int own(struct node *x, struct item *owner) {
  int sum = 0;
  if (owner == NULL)
    return 0;
  for (struct node *p = x; p != NULL; p = p->next)
    p->owner = owner;
  for (struct node *p = x; p != NULL; p = p->next)
    sum = p->owner->value;
  return sum;
}

// Two fields of each node, one of them bounding the other.
// CHECK: "name":"bound"
// CHECK-SAME: "verdict":"proved","engine":"pdr"
// GIVEN: "name":"bound"
// GIVEN-SAME: "verdict":"unknown","engine":"pdr","why":"abstraction failure
void bound(struct node *x) {
  for (struct node *p = x; p != NULL; p = p->next)
    if (p->most < p->data)
      p->most = p->data;
  for (struct node *p = x; p != NULL; p = p->next)
    assert(p->data <= p->most);
}
