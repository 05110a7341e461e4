/* All heaps of up to four nodes with one link: where each link leads, which nodes are
 * freed, what two pointers are.  Of those that differ only by the nodes' order one is
 * given, the least. */
#ifndef HEAPABS_TEST_ALL_HEAPS_H
#define HEAPABS_TEST_ALL_HEAPS_H

#include <stdbool.h>
#include <string.h>

enum { ALL_NODES = 4, ALL_POINTERS = 2, ALL_DIGITS = 2 * ALL_NODES + ALL_POINTERS };

/* Digits: links, freed, pointers; a pointer is a node's number from 1, or null, 0. */
struct all_heap {
  unsigned nodes;
  unsigned char at[ALL_DIGITS];
};

static inline unsigned all_digits(const struct all_heap *h) {
  return 2 * h->nodes + ALL_POINTERS;
}

static inline bool all_is_freed(const struct all_heap *h, unsigned digit) {
  return digit >= h->nodes && digit < 2 * h->nodes;
}

/* The next one by number of nodes, then as numbers count; false after the last. */
static inline bool all_heap_advance(struct all_heap *h) {
  for (unsigned i = all_digits(h); i-- > 0;) {
    unsigned base = all_is_freed(h, i) ? 2 : h->nodes + 1;
    if (++h->at[i] < base)
      return true;
    h->at[i] = 0;
  }
  memset(h->at, 0, sizeof h->at);
  return ++h->nodes <= ALL_NODES;
}

/* The same heap with node i called to[i]. */
static inline struct all_heap all_heap_renamed(const struct all_heap *h,
                                               const unsigned char *to) {
  struct all_heap r = {.nodes = h->nodes};
  for (unsigned i = 0; i < h->nodes; i++) {
    r.at[to[i + 1] - 1] = to[h->at[i]];
    r.at[h->nodes + to[i + 1] - 1] = h->at[h->nodes + i];
  }
  for (unsigned i = 2 * h->nodes; i < all_digits(h); i++)
    r.at[i] = to[h->at[i]];
  return r;
}

/* Is no renaming less?  The names from `next` on are still to be given. */
static inline bool all_heap_is_least(const struct all_heap *h, unsigned char *to,
                                     unsigned next) {
  if (next > h->nodes) {
    struct all_heap r = all_heap_renamed(h, to);
    return memcmp(r.at, h->at, sizeof r.at) >= 0;
  }
  for (unsigned char name = 1; name <= h->nodes; name++) {
    if (memchr(to + 1, name, next - 1))
      continue;
    to[next] = name;
    if (!all_heap_is_least(h, to, next + 1))
      return false;
  }
  return true;
}

static inline bool all_heap_next(struct all_heap *h) {
  unsigned char to[ALL_NODES + 1];
  do {
    if (!all_heap_advance(h))
      return false;
    memset(to, 0, sizeof to);
  } while (!all_heap_is_least(h, to, 1));
  return true;
}

#endif
