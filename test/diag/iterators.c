// RUN: %verify %s
// Iterators: a cursor that knows its list, kept in a struct on the caller's stack.
// expected-no-diagnostics
#include <stdbool.h>
#include <stdlib.h>

typedef struct link_s {
  struct link_s *next;
  long weight;
} Link;
typedef struct {
  Link *head;
} Chain;
typedef struct {
  Link *at;
} Cursor;

static Cursor cursor(const Chain *c) {
  Cursor it = {c->head};
  return it;
}

static bool advance(Cursor *it, Link **out) {
  if (it->at == NULL)
    return false;
  *out = it->at;
  it->at = it->at->next;
  return true;
}

long total(const Chain *c) {
  Cursor it = cursor(c);
  Link *l;
  long sum = 0;
  while (advance(&it, &l))
    sum ^= l->weight;
  return sum;
}

/* The cursor has moved on before its node goes. */
void drop_negative(Chain *c) {
  Link **from = &c->head;
  Cursor it = cursor(c);
  Link *l;
  while (advance(&it, &l)) {
    if (l->weight < 0) {
      *from = l->next;
      free(l);
    } else {
      from = &l->next;
    }
  }
}
