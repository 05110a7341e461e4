// RUN: %diff %s
// Calls: inlined callees, out parameters, callbacks that resolve, structs by value,
// assert, abort, noreturn, nondet, unreachable, compound literals.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
struct node {
  struct node *next;
  int data;
};
struct pair {
  struct node *first;
  long second;
};
struct big {
  struct node *link;
  int values[5];
};
int __VERIFIER_nondet_int(void);

static int data_of(const struct node *x) { return x->data; }
static const struct node *skip(const struct node *x, int n) {
  while (n-- > 0)
    x = x->next;
  return x;
}
int third(const struct node *x) { return data_of(skip(x, 2)); }

static bool split(struct node *x, struct node **rest, int *data) {
  if (!x)
    return false;
  *rest = x->next;
  *data = x->data;
  return true;
}
int out_parameters(struct node *x) {
  struct node *rest;
  int data, sum = 0;
  while (split(x, &rest, &data)) {
    sum += data;
    x = rest;
  }
  return sum;
}

typedef int visit(struct node *x, void *context);
static void each(struct node *x, visit *f, void *context) {
  for (; x; x = x->next)
    if (!f(x, context))
      return;
}
static int add_up(struct node *x, void *context) {
  *(int *)context += x->data;
  return x->data != 9;
}
static int negate(struct node *x, void *context) {
  (void)context;
  return x->data = -x->data;
}
int callback(struct node *x, int which) {
  int sum = 0;
  each(x, which ? negate : add_up, &sum);
  return sum;
}

static struct pair make(struct node *x, long y) {
  return (struct pair){.first = x, .second = y};
}
static long take(struct pair p) { return p.first->data + p.second; }
long by_value(struct node *x) {
  struct pair p = make(x, 5);
  p.second++;
  return take(p) + take((struct pair){x->next, 1});
}
static struct big grow(struct big b, int n) {
  b.values[n] = n;
  return b;
}
int big_by_value(struct node *x, int n) {
  struct big b = {x, {1, 2, 3}};
  struct big c = grow(b, n);
  return c.values[n] * 10 + b.values[n] + (c.link == x);
}

int asserted(struct node *x) {
  assert(x);
  assert(x->data > 0 && "positive");
  return x->data;
}
int aborting(struct node *x) {
  if (!x)
    abort();
  if (x->data == 0)
    exit(1);
  return x->data;
}
__attribute__((noreturn)) static void die(void) { abort(); }
int dying(struct node *x) {
  if (!x)
    die();
  return x->data;
}
int unreachable(struct node *x) {
  if (x->data == 1)
    __builtin_unreachable();
  return x->data;
}
int nondet(struct node *x) {
  int steps = 0;
  while (x && __VERIFIER_nondet_int() > 0)
    x = x->next, steps++;
  return steps * 10 + (x == NULL) + __VERIFIER_nondet_int();
}
int literal(int d) {
  struct node *x = &(struct node){&(struct node){NULL, d}, d * 2};
  return x->next->data + x->data + (int[]){1, 2, 3}[d & 1];
}
struct node *make_list(int n) {
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *x = malloc(sizeof *x);
    assert(x);
    *x = (struct node){head, i};
    head = x;
  }
  return head;
}
static void drop(struct node *x) {
  while (x) {
    struct node *next = x->next;
    free(x);
    x = next;
  }
}
int make_and_drop(int n, int twice) {
  struct node *x = make_list(n);
  drop(x);
  if (twice)
    drop(x);
  return n;
}

#ifdef NATIVE
#include "native.h"
#define NODES(n) LIST(struct node, next, n, it->data = PICK(0, 1, 9))
DIFF(third) { RUN(third, NODES(3)); }
DIFF(out_parameters) { RUN(out_parameters, NODES(3)); }
DIFF(callback) { RUN(callback, NODES(3), CHOOSE(2)); }
DIFF(by_value) { RUN(by_value, NODES(2)); }
DIFF(big_by_value) { RUN(big_by_value, NODES(1), PICK(0, 3, 4)); }
DIFF(asserted) { RUN(asserted, NODES(1)); }
DIFF(aborting) { RUN(aborting, NODES(1)); }
DIFF(dying) { RUN(dying, NODES(1)); }
DIFF(unreachable) { RUN(unreachable, NODES(1)); }
DIFF(nondet) { RUN(nondet, NODES(2)); }
DIFF(literal) { RUN(literal, PICK(3, 1073741824)); }
DIFF(make_list) { RUN(make_list, CHOOSE(4)); }
DIFF(make_and_drop) { RUN(make_and_drop, CHOOSE(3), CHOOSE(2)); }
#endif
