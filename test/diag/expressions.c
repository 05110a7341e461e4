// RUN: %verify %s
// Null tests in every spelling: ternary, comma, short circuit, double negation.
// expected-no-diagnostics
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct node {
  struct node *next;
  int v;
};

int value_or(const struct node *n, int other) { return n ? n->v : other; }

struct node *skip(struct node *n) { return n && n->next ? n->next->next : NULL; }

int comma(struct node *n) {
  struct node *p;
  return (p = n, p != NULL) ? p->v : 0;
}

int negated(struct node *n) {
  if (!!n)
    return n->v;
  return !n;
}

int reversed(struct node *n) {
  return (0 != n && (void *)0 != n->next) ? n->next->v : 0;
}

int as_bool(struct node *n) {
  bool have = n;
  if (have)
    return n->v;
  return 0;
}

int as_integer(struct node *n) {
  if ((uintptr_t)n != 0)
    return n->v;
  return -1;
}

int elvis(struct node *a, struct node *b) {
  struct node *n = a ?: b;
  return n ? n->v : 0;
}

int with_flag(struct node *n) {
  int ok = 0;
  if (n)
    ok = 1;
  if (!ok)
    return 0;
  return n->v;
}

int assigned_in_test(struct node *n) {
  struct node *p;
  int sum = 0;
  while ((p = n) && (n = p->next, 1))
    sum ^= p->v;
  return sum;
}
