// RUN: %verify %s
// A walk without a test for the end relies on meeting what it compares with.
#include <stddef.h>

struct code {
  int length;
};
struct call {
  struct call *previous, *next;
  int line;
};
struct state {
  struct call base;
  struct call *top;
  struct state *parent;
  struct code *code;
};

int line_above(struct state *s, int level) {
  struct call *c;
  for (c = s->top; level > 0 && c != &s->base; c = c->previous)
    level--;
  return c->line;
}

int line_below(struct state *s, struct call *c) {
  return c == s->top ? 0 : c->next->line;
}

/* Without a comparison the end may be here. */
int line_before(struct call *c) {
  return c->previous->line; // expected-warning {{[heapabs-null-deref]}}
}
