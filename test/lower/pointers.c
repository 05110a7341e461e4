// RUN: %heapabs %arg-dump=gcl %s | FileCheck %s
// Fields and addresses of fields keep their names; a dereference has three checks.
struct node {
  int data;
  struct node *next;
};

// CHECK-LABEL: program fetch;
// CHECK: check 1 null-deref "x->next" of "x"
// CHECK: assert x != null @1
// CHECK: assert live(x) @2
// CHECK: assert access(&x->next, 8) @3
// CHECK: x->next
struct node *fetch(struct node *x) { return x->next; }

// CHECK-LABEL: program address;
// CHECK: result := &x->next
struct node **address(struct node *x) { return &x->next; }
