// RUN: %heapabs %arg-dump=gcl %s | FileCheck %s
// However C says it, a null test is `x == null` or `x != null`.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
struct node {
  int data;
  struct node *next;
};

// CHECK-LABEL: program unequal;
// CHECK: result := zext:i32(x != null)
int unequal(struct node *x) { return x != NULL; }
// CHECK-LABEL: program negated;
// CHECK: result := zext:i32(x == null)
int negated(struct node *x) { return !x; }
// CHECK-LABEL: program null_first;
// CHECK: result := zext:i32(x == null)
int null_first(struct node *x) { return 0 == x; }
// CHECK-LABEL: program negated_twice;
// CHECK: result := zext:i32(x != null)
int negated_twice(struct node *x) { return !!x; }
// CHECK-LABEL: program as_bool;
// CHECK: result := x != null
bool as_bool(struct node *x) { return x; }

// CHECK-LABEL: program as_number;
// CHECK: assume x == null
// CHECK: assume x == y
int as_number(struct node *x, struct node *y) {
  if ((uintptr_t)x == 0)
    return 1;
  if ((uintptr_t)x == (uintptr_t)y)
    return 2;
  return 0;
}

// CHECK-LABEL: program kept;
// CHECK: here := zext:i8(x != null)
// CHECK: assume trunc:u1(here)
// CHECK: gone := zext:i32(x == null)
// CHECK: := zext:i32(gone == 0)
int kept(struct node *x) {
  bool here = x != NULL;
  if (here)
    return x->data;
  int gone = x == NULL;
  return gone == 0;
}

// CHECK-LABEL: program both;
// CHECK: assume (x != null) && (y != null)
// CHECK: assume (x == null) || (y == null)
int both(struct node *x, struct node *y) {
  if ((x != NULL) & (y != NULL))
    return 1;
  if (!x | !y)
    return 2;
  return 0;
}

// CHECK-LABEL: program in_order;
// CHECK: loc 2
// CHECK-NEXT: goto [[YES:[0-9]+]] {
// CHECK-NEXT: assume x == null
// CHECK: assume x != null
// CHECK: [[N:t.*]] := x->next
// CHECK: goto [[YES]] {
// CHECK-NEXT: assume [[N]] == null
int in_order(struct node *x) {
  if (x == (void *)0 || x->next == 0)
    return 1;
  return 0;
}

// CHECK-LABEL: program in_loop;
// CHECK: loop
// CHECK: assume x != null
// CHECK: x := x->next
// CHECK: assume x == null
void in_loop(struct node *x) {
  for (; NULL != x; x = x->next)
    ;
}
