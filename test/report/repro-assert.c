// A failing assertion.
// RUN: rm -rf %t && heapabs repro %s -o %t | FileCheck %s
#include <assert.h>

struct node {
  int data;
  struct node *next;
};

void positive(struct node *x) {
  for (; x; x = x->next)
    // CHECK: {{positive.assert.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
    assert(x->data > 0);
}
