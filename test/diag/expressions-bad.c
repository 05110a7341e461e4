// RUN: %verify %s
// Null tests in every spelling, each the wrong way round or too late.
#include <stdbool.h>
#include <stddef.h>

struct node {
  struct node *next;
  int v;
};

int value_or(const struct node *n, int other) {
  return n ? other : n->v; // expected-warning {{[heapabs-null-deref]}}
}

struct node *skip(struct node *n) {
  if (n == NULL || n->next == NULL)
    return n->next; // expected-warning {{[heapabs-null-deref]}}
  return n;
}

int comma(struct node *n) {
  struct node *p;
  return (p = n, p == NULL) ? p->v : 0; // expected-warning {{[heapabs-null-deref]}}
}

int wrong_operator(struct node *n) {
  if (n == NULL && n->next == NULL) // expected-warning {{[heapabs-null-deref]}}
    return 0;
  return 1;
}

int elvis(struct node *a, struct node *b) {
  struct node *n = a ?: b;
  return a || b ? a->v + n->v : 0; // expected-warning {{[heapabs-null-deref]}}
}

int with_flag(struct node *n) {
  bool ok = false;
  if (!n)
    ok = true;
  return ok ? n->v : 0; // expected-warning {{[heapabs-null-deref]}}
}
