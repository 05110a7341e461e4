// RUN: %verify %s
// A null-terminated doubly linked list whose ends are forgotten.
#include <stdlib.h>

struct dnode {
  struct dnode *next, *prev;
  int value;
};

void insert_after(struct dnode *pos, struct dnode *fresh) {
  fresh->prev = pos;
  fresh->next = pos->next;
  fresh->next->prev = fresh; // expected-warning {{[heapabs-null-deref]}}
  pos->next = fresh;
}

struct dnode *push_front(struct dnode *list, struct dnode *fresh) {
  if (!list)
    fresh->prev = NULL;
  fresh->next = list;
  list->prev = fresh; // expected-warning {{[heapabs-null-deref]}}
  return fresh;
}

void unlink_node(struct dnode *n) {
  if (n->prev)
    n->prev->next = n->next;
  n->next->prev = n->prev; // expected-warning {{[heapabs-null-deref]}}
}

/* Walks back from the last node and past the first. */
int last_two_equal(struct dnode *list) {
  if (!list)
    return 0;
  while (list->next)
    list = list->next;
  return list->value == list->prev->value; // expected-warning {{[heapabs-null-deref]}}
}

/* Frees the neighbour and reads it afterwards. */
void remove_next(struct dnode *n) {
  struct dnode *victim = n->next;
  if (!victim)
    return;
  free(victim);
  n->next = victim->next; // expected-warning {{[heapabs-use-after-free]}}
  if (n->next)
    n->next->prev = n;
}
