// RUN: %verify %s
// A header that holds the sentinel of its ring by value, items that know their header.
// expected-no-diagnostics
#include <stddef.h>

struct item {
  unsigned key;
  struct item *next, *prev;
  struct header *in;
};
struct header {
  unsigned count;
  struct item *cursor;
  struct item end;
};

void init(struct header *h) {
  h->cursor = &h->end;
  h->end.key = ~0u;
  h->end.next = h->end.prev = &h->end;
  h->count = 0;
}

/* The sentinel's key is the greatest: the search ends there. */
void insert(struct header *h, struct item *new) {
  struct item *p = &h->end;
  while (p->next->key <= new->key && p->next != &h->end)
    p = p->next;
  new->next = p->next;
  new->prev = p;
  new->next->prev = new;
  p->next = new;
  new->in = h;
  h->count++;
}

/* No test anywhere: in a ring everybody has neighbours. */
unsigned take(struct item *i) {
  struct header *h = i->in;
  i->next->prev = i->prev;
  i->prev->next = i->next;
  if (h->cursor == i)
    h->cursor = i->prev;
  i->in = NULL;
  return --h->count;
}

struct item *advance(struct header *h) {
  h->cursor = h->cursor->next;
  if (h->cursor == &h->end)
    h->cursor = h->cursor->next;
  return h->cursor;
}
