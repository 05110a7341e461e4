// RUN: heapabs explain second %s --engine pdr | FileCheck %s
// RUN: heapabs explain first %s --engine pdr | FileCheck %s --check-prefix=GOOD
// Seed 003 §2: what a caller could promise so that the function is safe; said where it
// is explained, and a warning all the same.
struct node {
  int data;
  struct node *next;
};

// CHECK: second: refuted
// CHECK: would suffice as a precondition:
// CHECK-NEXT: x->next != null
int second(struct node *x) { return x->next->data; }

// GOOD: first: proved
// GOOD-NOT: would suffice
int first(struct node *x) { return x->data; }
