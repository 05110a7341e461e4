// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %heapabs %arg-cert=certs %arg-budget=20000 %arg-json=%t/a.json %s
// RUN: FileCheck %s < a.json
// RUN: heapabs cert certs/plugin.reverse.smt2 certs/plugin.last.smt2 | FileCheck %s --check-prefix=CERT
// RUN: heapabs cert certs/plugin.delete_first.smt2 | FileCheck %s --check-prefix=FREES
// RUN: not ls certs/plugin.bad.smt2
// What the engines prove comes with a certificate that the checker accepts.
#include <stdlib.h>

struct node {
  int data;
  struct node *next;
};

// CHECK: "name":"reverse"
// CHECK-SAME: "certificate":"certs/plugin.reverse.smt2"
// CERT: plugin.reverse.smt2: accepted: reverse: 7 of 7 checks never fail
struct node *reverse(struct node *x) {
  struct node *r = 0;
  while (x) {
    struct node *t = x->next;
    x->next = r;
    r = x;
    x = t;
  }
  return r;
}

// CHECK: "name":"last"
// CHECK-SAME: "certificate":"certs/plugin.last.smt2"
// CERT: plugin.last.smt2: accepted: last: {{[0-9]+}} of
int last(struct node *x) {
  int data = 0;
  for (; x; x = x->next)
    data = x->data;
  return data;
}

// CHECK: "name":"bad"
// CHECK-SAME: "verdict":"refuted"
// CHECK-SAME: "certificate":null
int bad(struct node *x) {
  while (x->data)
    x = x->next;
  return 0;
}

// What it frees is a block: that follows from what is said of each place it looks at.
// FREES: plugin.delete_first.smt2: accepted: delete_first: {{[0-9]+}} of
int delete_first(struct node **list, int data) {
  for (struct node **at = list; *at; at = &(*at)->next) {
    struct node *victim = *at;
    if (victim->data == data) {
      *at = victim->next;
      free(victim);
      return 1;
    }
  }
  return 0;
}
