// RUN: %heapabs %arg-dump=gcl %s | FileCheck %s
// RUN: %heapabs %arg-dump=gcl %arg-checks=unreachable %s | FileCheck --check-prefix=REACH %s
// The functions of the software verification competition.
int __VERIFIER_nondet_int(void);
void *__VERIFIER_nondet_pointer(void);
void __VERIFIER_assume(int);
void __VERIFIER_assert(int);
void reach_error(void);

struct node {
  struct node *next;
};

// CHECK-LABEL: program chosen;
// CHECK: havoc k (nondet __VERIFIER_nondet_int)
// CHECK-NEXT: assume 0:i32 <s k
// CHECK-NEXT: assert k != 0 @1
// CHECK: assume k <s 0
// CHECK-NEXT: assert 0 @2
// CHECK-NEXT: assume 0
// REACH-LABEL: program chosen;
// REACH: check 1 unreachable
// REACH: check 2 unreachable
int chosen(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k > 0);
  __VERIFIER_assert(k != 0);
  if (k < 0)
    reach_error();
  return k;
}

// CHECK-LABEL: program any_pointer;
// CHECK: havoc {{.*}} (nondet __VERIFIER_nondet_pointer)
struct node *any_pointer(void) { return __VERIFIER_nondet_pointer(); }
