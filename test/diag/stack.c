// RUN: %verify %s
// A stack of ints: push may fail, pop may find nothing.
// expected-no-diagnostics
#include <stdbool.h>
#include <stdlib.h>

struct item {
  int value;
  struct item *below;
};
struct stack {
  struct item *top;
};

bool push(struct stack *s, int value) {
  struct item *item = malloc(sizeof(struct item));
  if (item == NULL)
    return false;
  *item = (struct item){.value = value, .below = s->top};
  s->top = item;
  return true;
}

bool pop(struct stack *s, int *value) {
  struct item *item = s->top;
  if (!item)
    return false;
  *value = item->value;
  s->top = item->below;
  free(item);
  return true;
}

/* a b -- a+b */
bool add_top_two(struct stack *s) {
  struct item *a = s->top;
  if (!a || !a->below)
    return false;
  struct item *b = a->below;
  b->value = (int)((unsigned)b->value + (unsigned)a->value);
  s->top = b;
  free(a);
  return true;
}

bool duplicate(struct stack *s) {
  return s->top != NULL && push(s, s->top->value);
}
