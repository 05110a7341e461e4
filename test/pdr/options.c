// RUN: %heapabs %arg-engine=pdr %arg-budget=60000 %arg-generalise=push %arg-json=%t.json %s && FileCheck %s < %t.json
// RUN: %heapabs %arg-engine=pdr %arg-budget=60000 %arg-predicates=equal,step,data %arg-json=%t.json %s && FileCheck %s --check-prefix=FEW < %t.json
// RUN: not %heapabs %arg-predicates=equal,shape %s 2>&1 | FileCheck %s --check-prefix=WRONG
// Families of predicates are selected by name: with too few of them nothing is proved.
// WRONG: option 'predicates': unknown value 'equal,shape'; known are: default, all, equal, data, reach,
struct node {
  int data;
  struct node *next;
};

// CHECK: "name":"reverse"
// CHECK-SAME: "verdict":"proved","engine":"pdr"
// CHECK-SAME: "frames":{{[1-9]}}
// CHECK-SAME: "clauses":{{[1-9]}}
// FEW: "name":"reverse"
// FEW-SAME: "verdict":"unknown"
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
