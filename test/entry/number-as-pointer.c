// RUN: %verify %arg-json=%t.json %s
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// A number that came in and is used as a pointer: nobody says which it is.
#include <stdint.h>

struct node {
  struct node *next;
  int data;
};

// JSON: "name":"from_number"
// JSON-SAME: "line":[[#@LINE+2]]{{.*}}"what":"int-to-pointer"
int from_number(uintptr_t v) {
  struct node *p = (struct node *)v;
  return p->next ? p->next->data : 0;
}

int there_and_back(struct node *x) {
  uintptr_t v = (uintptr_t)x;
  if (!x)
    return 0;
  return ((struct node *)v)->next->data; // expected-warning {{[heapabs-null-deref]}}
}
