// RUN: %heapabs -w %arg-entry=main %arg-engine=exact %arg-malloc=never-null %arg-json=%t1.json -DFREED %s && FileCheck %s < %t1.json
// RUN: %heapabs -w %arg-entry=main %arg-engine=exact %arg-malloc=never-null %arg-json=%t2.json -DORDER %s && FileCheck %s < %t2.json
// RUN: %heapabs -w %arg-entry=main %arg-engine=exact %arg-malloc=never-null %arg-json=%t3.json -DBYTES %s && FileCheck %s < %t3.json
// RUN: %heapabs -w %arg-entry=main %arg-engine=exact %arg-malloc=never-null %arg-json=%t4.json -DENDLESS %s && FileCheck %s < %t4.json
// RUN: %heapabs -w %arg-entry=main %arg-engine=exact %arg-malloc=never-null %arg-json=%t5.json -DVALUE %s && FileCheck %s < %t5.json
// RUN: %heapabs -w %arg-entry=main %arg-engine=exact %arg-malloc=never-null %arg-json=%t6.json -DBEHIND %s && FileCheck %s < %t6.json
// RUN: %heapabs -w %arg-entry=main %arg-engine=exact %arg-malloc=never-null %arg-json=%t7.json -DUNSET %s && FileCheck %s < %t7.json
// RUN: %heapabs -w %arg-entry=main %arg-engine=exact %arg-malloc=never-null %arg-json=%t8.json %s && FileCheck %s --check-prefix=PROVED < %t8.json
// What C leaves open, the interpreter's way of doing it settles nothing; without any of
// it the program is proved.
// CHECK: "name":"main"
// CHECK-SAME: "verdict":"unknown"
// PROVED: "name":"main"
// PROVED-SAME: "verdict":"proved","engine":"exact"
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
  int v;
};

int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b;
  a->v = 1;
  b->next = NULL;
  assert(a != b);
#ifdef FREED /* may be where the freed one was */
  free(b);
  struct node *c = malloc(sizeof *c);
  assert(b != c);
  b = c;
#endif
#ifdef ORDER
  assert(a < b);
#endif
#ifdef BYTES
  assert(*(unsigned char *)&a->next != 7);
#endif
#ifdef ENDLESS /* no last run */
  while (__VERIFIER_nondet_int())
    assert(a->v == 1);
#endif
#ifdef VALUE /* is computed with */
  int x = __VERIFIER_nondet_int();
  assert(x * x != 49);
#endif
#ifdef BEHIND /* one block may end where the other begins */
  assert(a + 1 != b);
#endif
#ifdef UNSET
  assert(b->v != 49);
#endif
  free(a);
  free(b);
  return 0;
}
