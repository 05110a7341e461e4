// RUN: %verify %s
// A header that holds the sentinel of its ring by value: the sentinel is no item.
#include <assert.h>
#include <stdlib.h>

struct item {
  unsigned key;
  struct item *next, *prev;
};
struct header {
  unsigned count;
  struct item end;
};

/* Of an empty ring the first is the sentinel, and not on the heap. */
void drop_first(struct header *h) {
  struct item *i = h->end.next;
  i->next->prev = i->prev;
  i->prev->next = i->next;
  free(i); // expected-warning {{[heapabs-invalid-free]}}
}

/* Freed, and still linked. */
unsigned drop_key(struct header *h, unsigned key) {
  struct item *i;
  for (i = h->end.next; i != &h->end; i = i->next) // expected-warning {{[heapabs-use-after-free]}}
    if (i->key == key)
      free(i);
  return h->count;
}

/* The ring may be empty. */
struct item *any(struct header *h) {
  assert(h->end.prev != &h->end); // expected-warning {{[heapabs-assert]}}
  return h->end.prev;
}
