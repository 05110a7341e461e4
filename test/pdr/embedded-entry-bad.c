// RUN: %heapabs %arg-engine=pdr %arg-budget=60000 %arg-json=%t.json %s && FileCheck %s < %t.json
// A link in an entry embedded in the node leads from the entry, not from the node.
#include <stdlib.h>

struct node {
  int value;
  struct {
    struct node *next;
  } entry;
};
struct queue {
  struct node *first, **last;
};

/* The only node is freed, and the next one is written to its link. */
// CHECK: "name":"replace"
// CHECK-SAME: "verdict":"unknown"
void replace(struct queue *q, struct node *x) {
  if (q->first)
    free(q->first);
  x->entry.next = NULL;
  *q->last = x;
  q->last = &x->entry.next;
}
