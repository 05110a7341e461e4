// RUN: %verify %s
// Rings: walked until the first node comes round again.
// expected-no-diagnostics
#include <stddef.h>
#include <stdlib.h>

struct player {
  int id;
  struct player *next;
};

int count(struct player *ring) {
  int n = 0;
  struct player *p = ring;
  if (!ring)
    return 0;
  do {
    n++;
    p = p->next;
  } while (p != ring);
  return n;
}

struct player *find(struct player *ring, int id) {
  struct player *p = ring;
  do {
    if (p->id == id)
      return p;
    p = p->next;
  } while (p != ring);
  return NULL;
}

struct player *before(struct player *ring) {
  struct player *p = ring;
  while (p->next != ring)
    p = p->next;
  return p;
}

/* Every step-th player leaves until one is left. */
struct player *survivor(struct player *ring, int step) {
  struct player *p = ring;
  while (p->next != p) {
    struct player *victim;
    for (int i = 1; i < step; i++)
      p = p->next;
    victim = p->next;
    p->next = victim->next;
    free(victim);
  }
  return p;
}

struct player *ring_of_two(int a, int b) {
  struct player *x = malloc(sizeof *x), *y = malloc(sizeof *y);
  if (!x || !y) {
    free(x);
    free(y);
    return NULL;
  }
  *x = (struct player){a, y};
  *y = (struct player){b, x};
  return x;
}
