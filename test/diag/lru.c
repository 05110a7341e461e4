// RUN: %verify %s
// A least-recently-used list: touch moves to the front, evict drops the last.
// expected-no-diagnostics
#include <stdlib.h>

struct page {
  struct page *prev, *next;
  int number;
};
struct lru {
  struct page *front, *back;
};

static void detach(struct lru *l, struct page *p) {
  if (p->prev)
    p->prev->next = p->next;
  else
    l->front = p->next;
  if (p->next)
    p->next->prev = p->prev;
  else
    l->back = p->prev;
}

static void attach(struct lru *l, struct page *p) {
  p->prev = NULL;
  p->next = l->front;
  if (l->front)
    l->front->prev = p;
  else
    l->back = p;
  l->front = p;
}

struct page *lookup(struct lru *l, int number) {
  for (struct page *p = l->front; p; p = p->next)
    if (p->number == number) {
      detach(l, p);
      attach(l, p);
      return p;
    }
  return NULL;
}

int evict(struct lru *l) {
  struct page *victim = l->back;
  int number;
  if (!victim)
    return -1;
  number = victim->number;
  detach(l, victim);
  free(victim);
  return number;
}

int load(struct lru *l, int number) {
  struct page *p = malloc(sizeof *p);
  if (!p)
    return -1;
  p->number = number;
  attach(l, p);
  return 0;
}
