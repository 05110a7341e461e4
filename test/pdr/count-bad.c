// RUN: %verify %s
// RUN: %verify %arg-engine=pdr %s
// Walks that go on for one node too many, and a counter that is not kept.
#include <stddef.h>

struct node {
  struct node *next;
  int v;
};
struct list {
  struct node *head, *tail;
  int n;
};

void push(struct list *l, struct node *x) {
  x->next = NULL;
  l->tail->next = x; // expected-warning {{'l->tail' is null here}}
  l->tail = x;
  l->n++;
}

struct node *pop(struct list *l) {
  if (l->n < 0)
    return NULL;
  struct node *x = l->head;
  l->head = x->next; // expected-warning {{'x' is null here}}
  if (!l->head)
    l->tail = NULL;
  l->n--;
  return x;
}

int sum(struct list *l) {
  int s = 0;
  struct node *x = l->head;
  for (int i = 0; i <= l->n; i++) {
    s += x->v & 1; // expected-warning {{'x' is null here}}
    x = x->next;
  }
  return s;
}
