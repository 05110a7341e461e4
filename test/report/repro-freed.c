// Use after free, double free, and free of what malloc did not return.
// RUN: rm -rf %t && heapabs repro %s -o %t | FileCheck %s
#include <stdlib.h>

struct node {
  int data;
  struct node *next;
};

void drop(struct node *x) {
  while (x) {
    free(x);
    // CHECK-DAG: {{drop.use-after-free.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
    x = x->next;
  }
}

void twice(struct node *x) {
  free(x);
  // CHECK-DAG: {{twice.double-free.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
  free(x);
}

void inside(struct node *x) {
  // CHECK-DAG: {{inside.invalid-free.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
  free(&x->next);
}

void local(struct node *x) {
  struct node n = {0, x};
  // CHECK-DAG: {{local.invalid-free.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
  free(&n);
}
