// RUN: %diff %s
// Unions read through another member, structs by value, tables of functions, overflow
// tests.
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

union word {
  long number;
  unsigned char byte[8];
  struct {
    int low, high;
  } half;
};
struct node {
  struct node *next;
  union word w;
};
struct pair {
  struct node *a, *b;
};

long punned(struct node *x, int k) {
  x->w.byte[k & 7] = 7;
  x->w.half.high += 1;
  return x->w.number;
}

static struct pair swapped(struct pair p) { return (struct pair){p.b, p.a}; }
struct node *by_value(struct node *x, struct node *y) {
  struct pair p = {x, y}, q = swapped(p);
  p.a = NULL;
  if (q.a)
    q.a->next = q.b;
  return q.a;
}

static long twice(long n) { return 2 * n; }
static long less(long n) { return n - 1; }
static long (*const table[])(long) = {twice, less};
long through_table(unsigned i, long n) { return table[i & 1](n); }

long product(long a, long b) {
  long r;
  bool over = __builtin_mul_overflow(a, b, &r);
  return over ? -7 : r;
}
long sum(long a, long b) {
  long r;
  return __builtin_add_overflow(a, b, &r) ? -7 : r;
}
long difference(long a, long b) {
  long r;
  return __builtin_sub_overflow(a, b, &r) ? -7 : r;
}

int tests(struct node *x) {
  bool here = x != NULL, more = here && x->next;
  if (__builtin_expect(!here, 0))
    return 1;
  if ((x->next == NULL) & (x->w.number == 0))
    return 2;
  return more ? 3 : 4;
}

void scalars(struct node *x, struct node *y) {
  memcpy(&x->next, &y->next, sizeof x->next);
  memset(&y->w.number, 0, sizeof y->w.number);
}

#ifdef NATIVE
#include "native.h"

#define NODE OBJECT(struct node, it->w.number = PICK(0, -1))
#define EDGES PICK(0, 1, -1, 2, INT64_MAX, INT64_MIN, 3037000500)
DIFF(punned) { RUN(punned, NODE, (int)PICK(0, 3, 7)); }
DIFF(by_value) { RUN(by_value, NODE, LIST(struct node, next, 1, it->w.number = 1)); }
DIFF(through_table) { RUN(through_table, (unsigned)PICK(0, 1, 2), (long)PICK(0, 5)); }
DIFF(product) { RUN(product, (long)EDGES, (long)EDGES); }
DIFF(sum) { RUN(sum, (long)EDGES, (long)EDGES); }
DIFF(difference) { RUN(difference, (long)EDGES, (long)EDGES); }
DIFF(tests) { RUN(tests, LIST(struct node, next, 2, it->w.number = PICK(0, 1))); }
DIFF(scalars) { VRUN(scalars, NODE, LIST(struct node, next, 2, it->w.number = 5)); }
#endif
