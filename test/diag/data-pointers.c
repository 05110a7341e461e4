// RUN: %verify %s
// Doubly linked lists of anonymous data, as in desktop libraries.
// expected-no-diagnostics
#include <stdlib.h>

typedef struct list list;
struct list {
  void *data;
  list *next, *prev;
};

list *last(list *l) {
  if (l)
    while (l->next)
      l = l->next;
  return l;
}

list *append(list *l, void *data) {
  list *n = malloc(sizeof *n), *end;
  if (!n)
    abort();
  n->data = data;
  n->next = NULL;
  end = last(l);
  n->prev = end;
  if (!end)
    return n;
  end->next = n;
  return l;
}

/* In front of any node, not just the first. */
list *prepend(list *l, void *data) {
  list *n = malloc(sizeof *n);
  if (!n)
    abort();
  n->data = data;
  n->next = l;
  n->prev = l ? l->prev : NULL;
  if (n->prev)
    n->prev->next = n;
  if (l)
    l->prev = n;
  return n;
}

list *detach(list *l, list *link) {
  if (!link)
    return l;
  if (link->prev)
    link->prev->next = link->next;
  if (link->next)
    link->next->prev = link->prev;
  if (link == l)
    l = l->next;
  link->next = link->prev = NULL;
  return l;
}

list *drop(list *l, const void *data) {
  for (list *p = l; p; p = p->next)
    if (p->data == data) {
      l = detach(l, p);
      free(p);
      break;
    }
  return l;
}

list *turn(list *l) {
  list *first = NULL;
  while (l) {
    first = l;
    l = first->next;
    first->next = first->prev;
    first->prev = l;
  }
  return first;
}

void each(list *l, void (*call)(void *data, void *user), void *user) {
  while (l) {
    list *next = l->next;
    call(l->data, user);
    l = next;
  }
}

list *join(list *a, list *b) {
  if (b) {
    list *end = last(a);
    if (end)
      end->next = b;
    else
      a = b;
    b->prev = end;
  }
  return a;
}
