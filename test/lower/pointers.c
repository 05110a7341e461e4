// RUN: %heapabs %arg-dump=gcl %s | FileCheck %s
// Fields, addresses of fields, pointers to pointers and container_of keep their names.
#include <stddef.h>

struct node {
  int data;
  struct node *next;
};
struct link {
  struct link *next;
};
struct task {
  int id;
  struct link link;
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

// CHECK-LABEL: program through;
// CHECK: *pp := n
void through(struct node **pp, struct node *n) { *pp = n; }

// CHECK-LABEL: program around;
// CHECK: container(
int around(struct link *l) {
  struct task *t = (struct task *)((char *)l - offsetof(struct task, link));
  return t->id;
}
