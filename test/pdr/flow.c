// RUN: rm -rf %t && mkdir %t
// RUN: %heapabs %arg-engine=pdr %arg-budget=60000 %arg-cert=%t %arg-json=%t.json %s && FileCheck %s < %t.json
// RUN: heapabs cert --quiet %t/*.smt2 | FileCheck --check-prefix=CERT %s
// Any control flow: the paper's loop is one, here frames are kept per loop head.
// CERT-COUNT-5: accepted
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int data;
};

// Loops one after the other: what the first leaves is what the second needs.
// CHECK: "name":"append"
// CHECK-SAME: "verdict":"proved","engine":"pdr"
struct node *append(struct node *x, struct node *y) {
  struct node *last = NULL, *p;
  for (p = x; p != NULL; p = p->next)
    last = p;
  if (last == NULL)
    return y;
  last->next = y;
  for (p = x; p != NULL; p = p->next)
    p->data = 0;
  return x;
}

// A loop in a loop.
// CHECK: "name":"pairs"
// CHECK-SAME: "verdict":"proved","engine":"pdr"
int pairs(struct node *x) {
  int same = 0;
  for (struct node *p = x; p != NULL; p = p->next)
    for (struct node *q = p->next; q != NULL; q = q->next)
      if (p->data == q->data)
        same = 1;
  return same;
}

// Early exits, by break and by return.
// CHECK: "name":"cut"
// CHECK-SAME: "verdict":"proved","engine":"pdr"
struct node *cut(struct node *x, int data) {
  struct node *p = x;
  while (p != NULL) {
    if (p->data == data)
      break;
    if (p->next == NULL)
      return NULL;
    p = p->next;
  }
  if (p == NULL)
    return NULL;
  struct node *rest = p->next;
  p->next = NULL;
  return rest;
}

// A call that is followed, with a loop of its own.
static struct node *turn(struct node *x) {
  struct node *r = NULL;
  while (x != NULL) {
    struct node *t = x->next;
    x->next = r;
    r = x;
    x = t;
  }
  return r;
}

// CHECK: "name":"twice"
// CHECK-SAME: "verdict":"proved","engine":"pdr"
int twice(struct node *x) {
  if (x == NULL)
    return 0;
  x = turn(turn(x));
  return x->data;
}
