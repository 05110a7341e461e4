// RUN: %verify %s
// Rule 2: a record that begins as the node does stands in its ring as the end.
#include <stddef.h>

struct item {
  unsigned value;
  struct item *next, *prev;
  void *owner;
};
struct end {
  unsigned value;
  struct item *next, *prev;
};
struct ring {
  unsigned count;
  struct item *index;
  struct end end;
};

void insert(struct ring *r, struct item *n) {
  n->next = r->index;
  n->prev = r->index->prev;
  r->index->prev->next = n;
  r->index->prev = n;
  r->count++;
}

unsigned sum(struct ring *r) {
  unsigned total = 0;
  struct item *end = (struct item *)&r->end;
  for (struct item *i = r->end.next; i != end; i = i->next)
    total += i->value;
  return total;
}

/* Without such an end it is a list, which may be empty. */
struct plain {
  struct item *head, *tail;
};
unsigned first(struct plain *l) {
  return l->head->value; // expected-warning {{[heapabs-null-deref]}}
}
