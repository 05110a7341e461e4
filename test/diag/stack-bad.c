// RUN: %verify %s
// A stack of ints whose operations trust the stack to be deep enough.
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
  item->value = value; // expected-warning {{[heapabs-null-deref]}}
  item->below = s->top;
  s->top = item;
  return true;
}

/* Frees the item and then unlinks it. */
bool pop(struct stack *s, int *value) {
  struct item *item = s->top;
  if (!item)
    return false;
  *value = item->value;
  free(item);
  s->top = item->below; // expected-warning {{[heapabs-use-after-free]}}
  return true;
}

/* One item is not two. */
bool add_top_two(struct stack *s) {
  struct item *a = s->top;
  if (!a)
    return false;
  struct item *b = a->below;
  b->value += a->value; // expected-warning {{[heapabs-null-deref]}}
  s->top = b;
  free(a);
  return true;
}

/* Pops without giving the item back. */
bool push_then_drop(struct stack *s, int value) {
  struct item *item = malloc(sizeof *item);
  if (!item)
    return false;
  item->value = value;
  item->below = s->top;
  s->top = item;
  if (value < 0) {
    s->top = item->below;
    return false; // expected-warning {{[heapabs-leak]}}
  }
  return true;
}
