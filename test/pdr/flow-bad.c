// RUN: %heapabs %arg-engine=pdr %arg-budget=60000 %arg-json=%t.json %s && FileCheck %s < %t.json
// The twins of flow.c.
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int data;
};

// An empty first list is forgotten.
// CHECK: "name":"append"
// CHECK-SAME: "verdict":"refuted","engine":"pdr"
struct node *append(struct node *x, struct node *y) {
  struct node *last = NULL, *p;
  for (p = x; p != NULL; p = p->next)
    last = p;
  last->next = y;
  for (p = x; p != NULL; p = p->next)
    p->data = 0;
  return x;
}

// The inner loop goes one too far.
// CHECK: "name":"pairs"
// CHECK-SAME: "verdict":"refuted","engine":"pdr"
int pairs(struct node *x) {
  int same = 0;
  for (struct node *p = x; p != NULL; p = p->next)
    for (struct node *q = p->next; q != NULL; q = q->next)
      if (p->data == q->next->data)
        same = 1;
  return same;
}

// Where the loop runs out, nothing is there to cut.
// CHECK: "name":"cut"
// CHECK-SAME: "verdict":"refuted","engine":"pdr"
struct node *cut(struct node *x, int data) {
  struct node *p = x;
  while (p != NULL) {
    if (p->data == data)
      break;
    p = p->next;
  }
  struct node *rest = p->next;
  p->next = NULL;
  return rest;
}

// The last node falls off each time.
static struct node *turn(struct node *x) {
  struct node *r = NULL;
  while (x != NULL && x->next != NULL) {
    struct node *t = x->next;
    x->next = r;
    r = x;
    x = t;
  }
  return r;
}

// CHECK: "name":"twice"
// CHECK-SAME: "verdict":"refuted","engine":"pdr"
int twice(struct node *x) {
  if (x == NULL)
    return 0;
  x = turn(turn(x));
  return x->data;
}
