// RUN: not %heapabs %s 2>&1 | FileCheck %s
// What does not compile is not analysed: the compiler's own error is all there is.
struct node {
  struct node *next;
};

// CHECK: error: expected ';'
// CHECK-NOT: heapabs-
int f(struct node *x) {
  x = 0
  return x->next != x;
}
