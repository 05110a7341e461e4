// A leak is shown by LSan, at the allocation; what the caller can reach is none.
// RUN: rm -rf %t && heapabs repro %s -o %t | FileCheck %s
#include <stdlib.h>

struct node {
  int data;
  struct node *next;
};

int push(struct node **head, int data) {
  // CHECK: {{push.leak.*}}: fails as predicted at {{.*}}.c:[[#@LINE+1]]
  struct node *n = malloc(sizeof *n);
  if (!n)
    return -1;
  n->data = data;
  if (data < 0)
    return -1;
  n->next = *head;
  *head = n;
  return 0;
}
