// RUN: not %heapabs %s 2>&1 | FileCheck %s
// A formula that cannot be read is an error at its own column.
#include "../../include/heapabs.h"

struct node {
  struct node *next;
  int data;
};

HA_REQUIRES(list(nxt, x))
// CHECK: :[[@LINE-1]]:18: error: unknown field 'nxt' of 'struct node'
int f1(struct node *x) { return x != 0; }

HA_ENSURES(result == y)
// CHECK: :[[@LINE-1]]:22: error: unknown name 'y'
int f2(struct node *x) { return x != 0; }

HA_REQUIRES(list(next, x) && // the last clause is
            x)
// CHECK: :[[@LINE-1]]:13: error: this is a pointer, where a truth value is wanted
int f3(struct node *x) { return x != 0; }

HA_ASSIGNS(x->next, next of x)
// CHECK: :[[@LINE-1]]:29: error: this is a pointer, where a set is wanted
int f4(struct node *x) { return x != 0; }

int f5(struct node *x) {
  int n = 3;
  {
    int inner = 4;
    HA_ASSERT(inner == n + 1);
  }
  HA_ASSERT(x == x->next /* a comment */ && inner == 4);
// CHECK: :[[@LINE-1]]:45: error: unknown name 'inner'
  HA_ASSERT(n = 3);
// CHECK: :[[@LINE-1]]:15: error: '=' is no operator here
  HA_GHOST(set s = n);
// CHECK: :[[@LINE-1]]:20: error: this is an integer, where a set is wanted
  HA_ASSERT(forall v. v == v);
// CHECK: :[[@LINE-1]]:13: error: over which objects does 'v' range?
  HA_INVARIANT(lst(next, x));
// CHECK: :[[@LINE-1]]:16: error: unknown property 'lst'
  HA_ASSUME(len(next, x, n) == 2);
// CHECK: :[[@LINE-1]]:13: error: 'len' takes 2 arguments, not 3
  HA_TRACK(n + x == 2);
// CHECK: :[[@LINE-1]]:14: error: '+' between an integer and a pointer
  return 0;
}

HA_REQUIRES(p > 3)
// CHECK: :[[@LINE-1]]:15: error: '>' between a pointer and an integer
void declared(struct node *p);
void caller(struct node *x) { declared(x); }
