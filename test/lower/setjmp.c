// RUN: %heapabs %arg-json=%t.json %s 2>&1 | count 0
// RUN: FileCheck %s < %t.json
// Control comes back to setjmp with the heap of a later moment: nothing is proved or found there.
#include <setjmp.h>
#include <stdlib.h>

struct node {
  int data;
  struct node *next;
};
jmp_buf env;
void jump(void);

// CHECK: "name":"frees_twice"
// CHECK-SAME: "verdict":"unknown"
// CHECK-SAME: "why":"setjmp or the like returns twice"
// CHECK-SAME: "line":[[#@LINE+6]]{{.*}}"what":"returns-twice"
// CHECK-NOT: "verdict":"proved"
int frees_twice(void) {
  struct node *x = calloc(1, sizeof *x);
  if (!x)
    return 0;
  if (setjmp(env)) {
    free(x);
    return 1;
  }
  free(x);
  jump();
  return 0;
}
