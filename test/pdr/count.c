// RUN: rm -rf %t && %heapabs %arg-cert=%t %arg-json=%t.json %s 2>&1 | count 0
// RUN: FileCheck %s < %t.json
// RUN: heapabs cert %t/*.smt2
// A walk that only the counter in the list's header bounds: the number of nodes it has
// behind it and those ahead make the counter.  count-bad.c has the twins.
#include <stddef.h>

struct node {
  struct node *next;
  int v;
};
struct list {
  struct node *head, *tail;
  int n;
};

// CHECK: "name":"push","file":{{.*}}"verdict":"proved","engine"
void push(struct list *l, struct node *x) {
  x->next = NULL;
  if (l->tail)
    l->tail->next = x;
  else
    l->head = x;
  l->tail = x;
  l->n++;
}

// CHECK: "name":"pop","file":{{.*}}"verdict":"proved","engine"
struct node *pop(struct list *l) {
  if (l->n == 0)
    return NULL;
  struct node *x = l->head;
  l->head = x->next;
  if (!l->head)
    l->tail = NULL;
  l->n--;
  return x;
}

// CHECK: "name":"sum","file":{{.*}}"verdict":"proved","engine"
int sum(struct list *l) {
  int s = 0;
  struct node *x = l->head;
  for (int i = 0; i < l->n; i++) {
    s += x->v & 1;
    x = x->next;
  }
  return s;
}
