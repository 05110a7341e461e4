// RUN: %verify %s
// Functions that keep their contracts: shapes, content, values, order, frames, calls.
// expected-no-diagnostics
#include "../../include/heapabs.h"
#include <stdlib.h>

struct node {
  struct node *next;
  int data;
};

HA_REQUIRES(list(next, x))
HA_ENSURES(list(next, result) && content(next, result) == old(content(next, x)))
HA_ENSURES(values(next, data, result) == old(values(next, data, x)))
HA_ASSIGNS(next of content(next, x))
struct node *reverse(struct node *x) {
  struct node *done = NULL;
  HA_GHOST(set all = content(next, x));
  HA_GHOST(int n = len(next, x));
  while (x) {
    HA_INVARIANT(list(next, x) && list(next, done));
    HA_INVARIANT(content(next, x) + content(next, done) == all);
    HA_INVARIANT(disjoint(content(next, x), content(next, done)));
    HA_ASSERT(len(next, x) + len(next, done) == n);
    HA_TRACK(reach(next, x, done));
    struct node *rest = x->next;
    x->next = done;
    done = x;
    x = rest;
  }
  return done;
}

/* The contract of a prototype, with other names. */
HA_REQUIRES(list(next, a) && list(next, b) && disjoint(content(next, a), content(next, b)))
HA_ENSURES(content(next, result) == old(content(next, a)) + old(content(next, b)))
HA_ENSURES(result == null ==> a == null && b == null)
struct node *append(struct node *a, struct node *b);

struct node *append(struct node *first, struct node *second) {
  struct node *last = first;
  if (!first)
    return second;
  while (last->next)
    last = last->next;
  last->next = second;
  return first;
}

HA_REQUIRES(list(next, x) && sorted(next, data, x, null) && n != null)
HA_REQUIRES(!(n in content(next, x)))
HA_ENSURES(sorted(next, data, result, null) && list(next, result))
HA_ENSURES(content(next, result) == old(content(next, x)) + {n})
struct node *insert(struct node *x, struct node *n) {
  struct node **at = &x;
  while (*at && (*at)->data < n->data)
    at = &(*at)->next;
  n->next = *at;
  *at = n;
  return x;
}

struct queue {
  struct node *head, *tail;
  unsigned len;
};


HA_REQUIRES(q != null && list(next, q->head) && q->len == len(next, q->head))
HA_ENSURES(q->len == len(next, q->head))
HA_ASSIGNS(q->head, q->len, next of {n})
void push(struct queue *q, struct node *n) HA_REQUIRES(n != null && !(n in content(next, q->head)));

void push(struct queue *q, struct node *n) {
  n->next = q->head;
  q->head = n;
  q->len++;
}

static struct queue shared;
struct node *top;

/* Globals have their values of the exit, parameters those of the entry. */
HA_REQUIRES(list(next, shared.head) && x != null && !(x in content(next, shared.head)))
HA_ENSURES(shared.head == x && x->next == old(shared.head) && top == x)
HA_ASSIGNS(shared.head, x->next, top)
void put(struct node *x) {
  x->next = shared.head;
  shared.head = x;
  top = x;
  x = NULL;
}

int caller(struct node *x) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return 0;
  n->data = 1;
  n->next = NULL;
  HA_ASSERT(list(next, n) && n->data == 1 && !(n in content(next, x)));
  x = reverse(x);
  x = append(n, x);
  HA_ASSERT(x == n && len(next, x) > 0);
  for (struct node *p = x; p;) {
    struct node *q = p;
    p = p->next;
    free(q);
  }
  HA_ASSERT(!alloc(x));
  return 1;
}
