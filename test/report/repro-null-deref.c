// A null dereference, in the function itself and in a callee it inlines.
// RUN: rm -rf %t && heapabs repro %s -o %t | FileCheck %s
struct node {
  int data;
  struct node *next;
};

// CHECK-DAG: {{in_callee.*}}: fails as predicted at {{.*}}repro-null-deref.c:[[#@LINE+1]]
static int get(struct node *y) { return y->data; }

int in_callee(struct node *x) { return get(x->next); }

int itself(struct node *x) {
  // CHECK-DAG: {{itself.*}}: fails as predicted at {{.*}}repro-null-deref.c:[[#@LINE+1]]
  return x->next->data;
}

void by_address(struct node *x) {
  int *p = &x->next->data;
  // CHECK-DAG: {{by_address.*}}: fails as predicted at {{.*}}repro-null-deref.c:[[#@LINE+1]]
  *p = 1;
}
