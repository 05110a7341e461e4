// RUN: %heapabs %arg-engine=pdr %arg-budget=60000 %arg-predicates=equal,alloc %arg-json=%t.json %s && FileCheck %s < %t.json
// RUN: %heapabs %arg-engine=pdr %arg-budget=60000 %arg-json=%t.json %s && FileCheck %s --check-prefix=ALL < %t.json
// Seed 003, outcome (iii): equalities alone cannot say that y is ahead, and the abstract
// path on which the walk has missed it is shown.  With reachability it is proved.
#include "../../include/heapabs.h"
#include <stddef.h>

struct node {
  struct node *n;
};

// CHECK: "name":"find"
// CHECK-SAME: "verdict":"unknown"
// CHECK-SAME: "kind":"null-deref"
// CHECK-SAME: "why":"abstraction failure: no Boolean combination of the predicates proves it"
// CHECK-SAME: "abstract_trace":[{"line":[[#@LINE+7]],{{[^}]*}},{{.*}}x == null
// ALL: "name":"find"
// ALL-SAME: "verdict":"proved"
// ALL-NOT: abstract_trace
HA_REQUIRES(list(n, x) && reach(n, x, y) && y != null)
HA_ENSURES(result == y)
struct node *find(struct node *x, struct node *y) {
  while (x != y)
    x = x->n;
  return x;
}
