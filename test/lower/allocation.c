// RUN: %heapabs %arg-dump=gcl %s | FileCheck %s
// RUN: %heapabs %arg-dump=gcl %arg-malloc=never-null %s | FileCheck --check-prefix=NEVER %s
// malloc may fail unless told otherwise; free has its two checks.
#include <stdlib.h>

struct node {
  struct node *next;
};

// CHECK-LABEL: program make;
// CHECK: havoc fails (alloc-fails)
// CHECK: n := null
// CHECK: n := new node, 8
// CHECK: assert noleak(result)
// NEVER-LABEL: program make;
// NEVER-NOT: alloc-fails
// NEVER: new node, 8
struct node *make(void) {
  struct node *n = malloc(sizeof *n);
  return n;
}

// CHECK-LABEL: program drop;
// CHECK: assert (n == null) || live(n) @
// CHECK: assert (n == null) || freeable(n) @
// CHECK: free n
void drop(struct node *n) { free(n); }
