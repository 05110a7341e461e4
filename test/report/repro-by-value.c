// Structs passed and returned by value: in registers, on the stack, through a pointer.
// RUN: rm -rf %t && heapabs repro %s -o %t | FileCheck %s
struct node {
  struct node *next;
  int v;
};
struct small {
  int x, y;
};
struct pair {
  struct node *head;
  long count;
};
struct large {
  long a, b, c;
  struct node *list;
};
struct reals {
  float re, im;
};

int in_one_register(struct node *n, struct small p) {
  // CHECK-DAG: in_one_register{{.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
  return n->next->v + p.x;
}

int in_two_registers(struct pair p, struct node *n) {
  // CHECK-DAG: in_two_registers{{.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
  return n->next->v + (int)p.count;
}

int on_the_stack(struct large l) {
  if (!l.list)
    return 0;
  // CHECK-DAG: on_the_stack{{.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
  return l.list->next->v;
}

struct large through_a_pointer(struct node *n) {
  struct large l = {0};
  // CHECK-DAG: through_a_pointer{{.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
  l.a = n->next->v;
  return l;
}

struct pair two_results(struct node *n) {
  // CHECK-DAG: two_results{{.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
  return (struct pair){n, n->next->v};
}

float in_a_vector(struct reals r, struct node *n) {
  // CHECK-DAG: in_a_vector{{.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
  return r.re + (float)n->next->v;
}
