// RUN: %verify %s
// Doubly linked lists of anonymous data: keys that are not there, links to the freed.
#include <stdlib.h>

typedef struct list list;
struct list {
  void *data;
  list *next, *prev;
};

/* The list may not have it … */
list *find(list *l, const void *data) {
  while (l->data != data) // expected-warning {{[heapabs-null-deref]}}
    l = l->next;
  return l;
}

/* … and when it has, the node is freed before it is read. */
list *drop(list *l, const void *data) {
  for (list *p = l; p; p = p->next) // expected-warning {{[heapabs-use-after-free]}}
    if (p->data == data) {
      if (p->prev)
        p->prev->next = p->next;
      else
        l = p->next;
      if (p->next)
        p->next->prev = p->prev;
      free(p);
    }
  return l;
}

/* The first node has nothing before it. */
list *detach(list *l, list *link) {
  link->prev->next = link->next; // expected-warning {{[heapabs-null-deref]}}
  if (link->next)
    link->next->prev = link->prev;
  return link == l ? link->next : l;
}

/* Of two equal ones both are freed, and one of them is the other. */
void drop_both(list *a, list *b) {
  if (a->data != b->data || a == b)
    return;
  free(a->data);
  free(b->data); // expected-warning {{[heapabs-double-free]}}
}
