// RUN: rm -rf %t && mkdir -p %t
// RUN: %heapabs %arg-cert=%t %s
// RUN: heapabs cert --quiet %t/shared.duplicate.smt2 | FileCheck %s --check-prefix=STACK
// RUN: heapabs cert --quiet %t/shared.sum.smt2 | FileCheck %s --check-prefix=SUM
// Hypotheses in which many terms occur many times, and a product of two numbers that is
// too large for one.
// STACK: accepted: duplicate: 19 of 19 checks never fail
// SUM: accepted: sum: 10 of 10 checks never fail
#include <stdbool.h>
#include <stdlib.h>

struct item {
  int value;
  struct item *below;
};
struct stack {
  struct item *top;
};

static bool push(struct stack *s, int value) {
  struct item *item = malloc(sizeof(struct item));
  if (item == NULL)
    return false;
  *item = (struct item){.value = value, .below = s->top};
  s->top = item;
  return true;
}

bool duplicate(struct stack *s) {
  return s->top != NULL && push(s, s->top->value);
}

struct value {
  unsigned tag;
  union {
    long number;
    struct value *list;
  } u;
  struct value *next;
};

long sum(const struct value *v) {
  long sum = 0;
  for (; v; v = v->next)
    if (v->tag == 0)
      sum ^= v->u.number;
  return sum;
}
