// RUN: %verify %s
// A least-recently-used list that forgets its ends.
#include <stdlib.h>

struct page {
  struct page *prev, *next;
  int number;
};
struct lru {
  struct page *front, *back;
};

/* The page in front has nobody before it. */
struct page *lookup(struct lru *l, int number) {
  for (struct page *p = l->front; p; p = p->next)
    if (p->number == number) {
      p->prev->next = p->next; // expected-warning {{[heapabs-null-deref]}}
      if (p->next)
        p->next->prev = p->prev;
      else
        l->back = p->prev;
      p->prev = NULL;
      p->next = l->front;
      l->front->prev = p;
      l->front = p;
      return p;
    }
  return NULL;
}

/* Evicting the only page. */
int evict(struct lru *l) {
  struct page *victim = l->back;
  if (!victim)
    return -1;
  l->back = victim->prev;
  l->back->next = NULL; // expected-warning {{[heapabs-null-deref]}}
  free(victim);
  return 0;
}

/* The evicted page is still the one in front. */
int evict_and_peek(struct lru *l) {
  struct page *victim = l->back;
  if (!victim)
    return -1;
  l->back = victim->prev;
  if (l->back)
    l->back->next = NULL;
  free(victim);
  return l->front->number; // expected-warning {{[heapabs-use-after-free]}}
}
