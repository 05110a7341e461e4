// The second allocation fails: the harness makes that one return null.
// RUN: rm -rf %t && heapabs repro %s -o %t | FileCheck %s
#include <stdlib.h>

struct node {
  int data;
  struct node *next;
};

struct node *pair(void) {
  struct node *a = malloc(sizeof *a);
  if (!a)
    return NULL;
  a->data = 1;
  struct node *b = calloc(1, sizeof *b);
  // CHECK: {{pair.null-deref.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
  b->data = 2;
  a->next = b;
  return a;
}
