// RUN: %verify %s
// Rings that are cut while somebody still walks them.
#include <stddef.h>
#include <stdlib.h>

struct player {
  int id;
  struct player *next;
};

/* Frees the first node first, and reads it in the loop's condition. */
void free_ring(struct player *ring) {
  struct player *p = ring;
  do {
    struct player *next = p->next;
    free(p);
    p = next;
  } while (p != ring && ring->id >= 0); // expected-warning {{[heapabs-use-after-free]}}
}

/* In a ring of one the neighbour to remove is the player itself. */
int remove_next(struct player *ring) {
  struct player *p = ring, *victim;
  while (p->id > 0 && p->next != ring)
    p = p->next;
  victim = p->next;
  p->next = victim->next;
  free(victim);
  return p->id; // expected-warning {{[heapabs-use-after-free]}}
}

/* The ring is opened, so the walk meets null and not its beginning. */
int open_and_count(struct player *ring) {
  struct player *p = ring;
  int n = 0;
  while (p->next != ring)
    p = p->next;
  p->next = NULL;
  for (p = ring->next; p != ring; n++)
    p = p->next; // expected-warning {{[heapabs-null-deref]}}
  return n;
}
