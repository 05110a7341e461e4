// RUN: %verify %arg-entry=main %arg-engine=exact %arg-malloc=never-null %arg-json=%t.json %s
// RUN: FileCheck %s < %t.json
// Lists of at most four nodes, as chance will have it: in no run does anything fail.
// expected-no-diagnostics
// CHECK: "name":"main"
// CHECK-SAME: "verdict":"proved","engine":"exact"
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
  int v;
};

int main(void) {
  struct node *list = NULL;
  int sum = 0, length = 0;
  for (int i = 0; i < 4 && __VERIFIER_nondet_int(); i++) {
    struct node *n = malloc(sizeof *n);
    n->v = __VERIFIER_nondet_int() < 7 ? 1 : 2;
    n->next = list;
    list = n;
    length++;
  }
  while (list) {
    struct node *next = list->next;
    sum += list->v;
    free(list);
    list = next;
  }
  assert(sum >= length && sum <= 2 * length);
  return 0;
}
