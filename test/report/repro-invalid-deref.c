// Uninitialised pointers, overruns, locals that are gone.
// RUN: rm -rf %t && heapabs repro %s -o %t -- -Wno-uninitialized | FileCheck %s
#include <stdlib.h>

struct node {
  int data;
  struct node *next;
};

int uninitialised(struct node *x) {
  struct node *p;
  if (x)
    p = x;
  // CHECK-DAG: {{uninitialised.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
  return p->data;
}

int fresh(struct node *x) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return 0;
  n->data = x->data;
  // CHECK-DAG: {{fresh.invalid-deref.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
  int d = n->next->data;
  free(n);
  return d;
}

int overrun(struct node *x) {
  struct node *heads[2] = {x, x};
  int sum = 0;
  for (int i = 0; i <= 2; i++)
    // CHECK-DAG: {{overrun.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
    sum += heads[i] != 0;
  return sum;
}

static struct node **slot(struct node *x) {
  struct node *copy = x;
  struct node **pp = &copy;
  return pp;
}

int gone(struct node *x) {
  struct node **pp = slot(x);
  // CHECK-DAG: {{gone.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
  return *pp == x;
}
