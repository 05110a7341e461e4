// RUN: %heapabs %arg-engine=pdr %arg-budget=60000 %arg-json=%t.json %s && FileCheck %s < %t.json
// The twins of refinement.c: what is found for them proves nothing.
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

// The first node is left out.
// CHECK: "name":"clear"
// CHECK-SAME: "verdict":"refuted","engine":"pdr"
void clear(struct node *x) {
  for (struct node *p = x; p != NULL; p = p->next)
    if (p != x)
      p->data = 7;
  for (struct node *p = x; p != NULL; p = p->next)
    assert(p->data == 7);
}

// The first node is taken from its owner again.
// CHECK: "name":"own"
// CHECK-SAME: "verdict":"refuted","engine":"pdr"
void own(struct node *x, struct item *owner) {
  if (owner == NULL)
    return;
  for (struct node *p = x; p != NULL; p = p->next)
    p->owner = owner;
  if (x != NULL)
    x->owner = NULL;
  for (struct node *p = x; p != NULL; p = p->next)
    assert(p->owner != NULL);
}

// The bound is kept the wrong way round.
// CHECK: "name":"bound"
// CHECK-SAME: "verdict":"refuted","engine":"pdr"
void bound(struct node *x) {
  for (struct node *p = x; p != NULL; p = p->next)
    if (p->most > p->data)
      p->most = p->data;
  for (struct node *p = x; p != NULL; p = p->next)
    assert(p->data <= p->most);
}
