// RUN: rm -rf %t && mkdir %t
// RUN: %heapabs %arg-stats %arg-cert=%t %s 2>&1 | FileCheck %s
// RUN: heapabs cert --quiet %t/*.smt2 | FileCheck --check-prefix=CERT %s
// Postconditions proved for all heaps, with certificates: shape, content, length, frame.
// CHECK: 6 proved, 0 refuted, 0 unknown
// CERT-COUNT-6: accepted
#include "../../include/heapabs.h"
#include <stddef.h>

struct node {
  struct node *next;
  int data;
};

HA_REQUIRES(list(next, x))
HA_ENSURES(list(next, result))
struct node *rest(struct node *x) {
  if (!x)
    return NULL;
  return x->next;
}

HA_REQUIRES(list(next, x) && n != null && !(n in content(next, x)))
HA_ENSURES(result == n && list(next, result))
HA_ENSURES(content(next, result) == old(content(next, x)) + {n})
HA_ASSIGNS(n->next)
struct node *push(struct node *x, struct node *n) {
  n->next = x;
  return n;
}

HA_REQUIRES(list(next, x))
HA_ENSURES(list(next, result) && content(next, result) == old(content(next, x)))
struct node *reverse(struct node *x) {
  struct node *done = NULL;
  while (x) {
    HA_TRACK(list(next, x) && list(next, done));
    HA_TRACK(disjoint(content(next, x), content(next, done)));
    HA_TRACK(content(next, x) + content(next, done) == old(content(next, x)));
    struct node *rest = x->next;
    x->next = done;
    done = x;
    x = rest;
  }
  return done;
}

HA_REQUIRES(list(next, x))
HA_ENSURES(list(next, result) && len(next, result) == old(len(next, x)))
struct node *turn(struct node *x) {
  struct node *done = NULL;
  while (x) {
    HA_TRACK(list(next, x) && list(next, done));
    HA_TRACK(disjoint(content(next, x), content(next, done)));
    HA_TRACK(len(next, x) + len(next, done) == old(len(next, x)));
    struct node *rest = x->next;
    x->next = done;
    done = x;
    x = rest;
  }
  return done;
}

HA_REQUIRES(list(next, x))
HA_ENSURES(result == old(len(next, x)))
int length(struct node *x) {
  int n = 0;
  while (x) {
    HA_TRACK(list(next, x) && n + len(next, x) == old(len(next, x)));
    n++;
    x = x->next;
  }
  return n;
}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(result != null && result->next == null && result in content(next, x))
struct node *last(struct node *x) {
  HA_GHOST(struct node *first = x);
  while (x->next) {
    HA_TRACK(reach(next, first, x));
    x = x->next;
  }
  return x;
}
