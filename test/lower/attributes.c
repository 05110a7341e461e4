// RUN: %heapabs %arg-dump=gcl %s | FileCheck %s
// Attributes, assertions, and functions that do not return mean what they say.
#include <assert.h>
#include <stdlib.h>

struct node {
  int data;
  struct node *next;
};
void needs(struct node *x) __attribute__((nonnull));
struct node *gives(void) __attribute__((returns_nonnull));
struct node *passes(struct node *_Nonnull x);
void die(void) __attribute__((noreturn));
int looks(struct node *x) __attribute__((pure));

// CHECK-LABEL: program nonnull;
// CHECK: assume x != null
__attribute__((nonnull)) int nonnull(struct node *x) { return x->data; }
// CHECK-LABEL: program nonnull_here;
// CHECK: assume x != null
int nonnull_here(struct node *_Nonnull x) { return x->data; }
/* … and _Nullable is a test of it. */
// CHECK-LABEL: program nullable;
// CHECK: := x == null
// CHECK: assert x != null
int nullable(struct node *_Nullable x) { return x->data; }

/* What a callee needs is checked at the call. */
// CHECK-LABEL: program called;
// CHECK: check 1 contract "x != NULL" of "x"
// CHECK: assert x != null @1
// CHECK-NEXT: havoc-reach x
// CHECK: check 1 contract "y != NULL" of "y"
// CHECK: assert y != null @1
void called(struct node *x) { needs(x); }
struct node *called_here(struct node *y) { return passes(y); }

// CHECK-LABEL: program returned;
// CHECK: havoc [[R:t.*]] (call-result gives)
// CHECK-NEXT: assume [[R]] != null
int returned(void) { return gives()->data; }

/* A pure function changes nothing. */
// CHECK-LABEL: program pure;
// CHECK-NOT: havoc-reach
// CHECK: havoc r (call-result looks)
int pure(struct node *x) {
  int r = looks(x);
  return r + x->data;
}

/* The way behind these ends. */
// CHECK-LABEL: program not_returning;
// CHECK: assume x == null
// CHECK-NEXT: havoc-reach globals (unmodelled die)
// CHECK-NEXT: assume 0
int not_returning(struct node *x) {
  if (!x)
    die();
  return x->data;
}
// CHECK-LABEL: program aborting;
// CHECK: assume x == null
// CHECK-NEXT: assume 0
int aborting(struct node *x) {
  if (!x)
    abort();
  return x->data;
}
// CHECK-LABEL: program unreachable;
// CHECK: assume x == null
// CHECK-NEXT: assume 0
int unreachable(struct node *x) {
  if (!x)
    __builtin_unreachable();
  return x->data;
}
// CHECK-LABEL: program trapping;
// CHECK: assume x == null
// CHECK-NEXT: assume 0
int trapping(struct node *x) {
  if (!x)
    __builtin_trap();
  return x->data;
}

// CHECK-LABEL: program asserting;
// CHECK: check [[C:[0-9]+]] assert "x"
// CHECK: assume x == null
// CHECK-NEXT: assert 0 @[[C]]
// CHECK-NEXT: assume 0
int asserting(struct node *x) {
  assert(x);
  return x->data;
}
// CHECK-LABEL: program assuming;
// CHECK: assume x != null
// CHECK-NEXT: assert x != null
int assuming(struct node *x) {
  __builtin_assume(x != NULL);
  return x->data;
}
// CHECK-LABEL: program expecting;
// CHECK: assume x == null
// CHECK: assume x != null
int expecting(struct node *x) {
  if (__builtin_expect(!x, 0))
    return 0;
  return x->data;
}
