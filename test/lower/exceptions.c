// RUN: %heapabs -fexceptions %arg-dump=gcl -Wno-everything %s | FileCheck %s
// RUN: %clang -g -fexceptions -S -emit-llvm -o - %s | %opt -passes=heapabs -disable-output 2>&1 | FileCheck --check-prefix=VERDICT %s
// With -fexceptions a call beside a cleanup is an invoke: it does what a call does, and
// nothing is proved that rests on what it may change.
struct node {
  int data;
  struct node *next;
};
void unknown(struct node **p);
void done(int *p);

// CHECK-LABEL: program after_unknown;
// CHECK: limitation "control" at [[#@LINE+11]]:
// CHECK: havoc-reach &y (unmodelled invoke)
// CHECK-NEXT: havoc-reach globals (unmodelled invoke)
// CHECK: := *(&y)
// CHECK: assert {{t.*}} != null
// VERDICT: after_unknown: unknown
int after_unknown(struct node *x) {
  struct node *y = x;
  int guard __attribute__((cleanup(done))) = 0;
  if (!y)
    return 0;
  unknown(&y);
  return y->data;
}

// VERDICT: without_unknown: proved
int without_unknown(struct node *x) {
  struct node *y = x;
  int guard __attribute__((cleanup(done))) = 0;
  if (!y)
    return 0;
  return y->data;
}
