// RUN: %diff %s
// struct node **pp: deletion and insertion through the address of a link.
#include <stdlib.h>
struct node {
  int data;
  struct node *next;
};

int remove_value(struct node **head, int d) {
  int removed = 0;
  struct node **pp = head;
  while (*pp) {
    struct node *at = *pp;
    if (at->data == d) {
      *pp = at->next;
      free(at);
      removed++;
    } else {
      pp = &at->next;
    }
  }
  return removed;
}

struct node *remove_local(struct node *x, int d) {
  remove_value(&x, d);
  return x;
}

struct node *insert_at(struct node *x, unsigned position, int d) {
  struct node **pp = &x;
  while (position-- > 0)
    pp = &(*pp)->next;
  struct node *n = malloc(sizeof *n);
  n->data = d;
  n->next = *pp;
  *pp = n;
  return x;
}

struct node **tail_of(struct node **pp) {
  while (*pp)
    pp = &(*pp)->next;
  return pp;
}

void swap(struct node **a, struct node **b) {
  struct node *t = *a;
  *a = *b;
  *b = t;
}

int triple(struct node ***ppp) {
  return (**ppp)->data;
}

int through_local(struct node *x) {
  struct node *local = x;
  struct node **pp = &local;
  struct node ***ppp = &pp;
  *pp = (*pp)->next;
  return triple(ppp) + (local == x->next);
}

#ifdef NATIVE
#include "native.h"
#define NODES(n) LIST(struct node, next, n, it->data = PICK(0, 1))
#define HEAD(n) OBJECT(struct node *, *it = NODES(n))
DIFF(remove_value) { RUN(remove_value, HEAD(4), 1); }
DIFF(remove_local) { RUN(remove_local, NODES(4), 0); }
DIFF(insert_at) { RUN(insert_at, NODES(3), CHOOSE(5), 9); }
DIFF(tail_of) { RUN(tail_of, HEAD(3)); }
DIFF(swap) {
  struct node **a = HEAD(1);
  VRUN(swap, CHOOSE(2) ? a : NULL, CHOOSE(2) ? a : HEAD(1));
}
DIFF(through_local) { RUN(through_local, NODES(3)); }
#endif
