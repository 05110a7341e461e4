// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %heapabs %arg-engine=pdr %arg-budget=20000 %arg-json=a.json %arg-cert=. %s
// RUN: FileCheck %s < a.json
// RUN: heapabs cert --quiet *.smt2 | FileCheck --check-prefix=CERT %s
// The four programs of Table 8 without their bugs.
// CERT-COUNT-4: accepted
#include "../../../include/heapabs.h"
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *n;
  int data;
};

// CHECK: "name":"insert"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h) && h != null && reach(n, h, x) && h != x)
HA_REQUIRES(alloc(e) && e->n == null && !reach(n, h, e))
HA_ENSURES(list(n, h))
void insert(struct node *h, struct node *x, struct node *e) {
  struct node *p = h, *q = NULL;
  while (p != x && p != NULL) {
    q = p;
    p = p->n;
  }
  q->n = e;
  e->n = p;
}

// CHECK: "name":"filter"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h))
HA_ENSURES(list(n, result))
struct node *filter(struct node *h) {
  struct node *i = h, *j = NULL;
  while (i != NULL) {
    if (i->data >= 0)
      j = i;
    else if (j == NULL)
      h = i->n;
    else
      j->n = i->n;
    i = i->n;
  }
  return h;
}

// CHECK: "name":"filter_head"
// CHECK-SAME: "verdict":"proved"
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
      j->n = t;
    i = t;
  }
  assert(j == NULL || j->n != j);
  return h;
}

// CHECK: "name":"reverse"
// CHECK-SAME: "verdict":"proved"
HA_REQUIRES(list(n, h))
HA_ENSURES(list(n, result))
struct node *reverse(struct node *h) {
  struct node *r = NULL;
  while (h != NULL) {
    struct node *t = h->n;
    h->n = r;
    r = h;
    h = t;
  }
  assert(r == NULL || r->n != r);
  return r;
}
