// RUN: %verify %s
// Macro lists whose first node's prev is the last node: cases that were forgotten.
#include <stdlib.h>

struct el {
  int v;
  struct el *next, *prev;
};

/* The first one of all. */
struct el *append(struct el *head, struct el *e) {
  e->next = NULL;
  if (!head)
    e->prev = e;
  else
    e->prev = head->prev;
  head->prev->next = e; // expected-warning {{[heapabs-null-deref]}}
  head->prev = e;
  return head;
}

/* The last one has no successor, and the first one's successor is not always there. */
struct el *take(struct el *head, struct el *e) {
  if (e == head)
    head = e->next;
  else
    e->prev->next = e->next;
  if (e->next)
    e->next->prev = e->prev;
  else if (e->prev != e)
    head->prev = e->prev;
  free(e);
  return head->prev; // expected-warning {{[heapabs-null-deref]}}
}
