// What other units define: functions answer as in the run, variables exist.
// RUN: rm -rf %t && heapabs repro %s -o %t | FileCheck %s
struct node {
  int data;
  struct node *next;
};

extern int verbose;
void trace(const char *format, ...);
struct node *lookup(int key);
const char *never_called_here(void);

int first(int key) {
  struct node *n = lookup(key);
  if (!n)
    trace("no %d", key);
  // CHECK-DAG: {{first.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
  return n->data;
}

const char *other(struct node *x) {
  return x && verbose ? never_called_here() : "";
}

int walk(struct node *x, int (*visit)(struct node *)) {
  visit(x);
  // CHECK-DAG: {{walk.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
  return ((struct node *)0)->data;
}
