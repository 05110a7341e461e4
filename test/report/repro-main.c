// A whole program: its main is called by the harness's, inputs are the run's.
// RUN: rm -rf %t && heapabs repro %s --entry main -o %t | FileCheck %s
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int data;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 2; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      exit(1);
    n->data = __VERIFIER_nondet_int();
    n->next = list;
    list = n;
  }
  if (list->data == 7)
    // CHECK: {{main.null-deref.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
    return list->next->next->data;
  return 0;
}
