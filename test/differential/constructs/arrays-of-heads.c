// RUN: %diff %s
// Arrays of list heads: constant and variable index, in structs, globals and on the
// heap; hash tables.
#include <stdlib.h>
struct entry {
  unsigned key;
  struct entry *next;
};
struct table {
  unsigned count;
  struct entry *slot[3];
};
struct entry *buckets[4];

struct entry *lookup(struct table *t, unsigned key) {
  struct entry *e = t->slot[key % 3];
  while (e && e->key != key)
    e = e->next;
  return e;
}

int insert(struct table *t, unsigned key) {
  struct entry **slot = &t->slot[key % 3];
  struct entry *e = malloc(sizeof *e);
  if (!e)
    return 0;
  e->key = key;
  e->next = *slot;
  *slot = e;
  t->count++;
  return 1;
}

unsigned drain(struct table *t) {
  unsigned n = 0;
  for (int i = 0; i < 3; i++)
    while (t->slot[i]) {
      struct entry *e = t->slot[i];
      t->slot[i] = e->next;
      free(e);
      n++;
    }
  return n - t->count;
}

struct entry *constant_index(struct table *t) {
  t->slot[0] = t->slot[2];
  t->slot[2] = NULL;
  return t->slot[0]->next;
}

unsigned global_first(unsigned i) { return buckets[i & 3]->key; }

struct entry *global_move(int from, int to) {
  struct entry *e = buckets[from];
  buckets[from] = e ? e->next : NULL;
  if (e) {
    e->next = buckets[to];
    buckets[to] = e;
  }
  return *(buckets + to);
}

struct entry **heap_heads(unsigned n) {
  struct entry **heads = malloc(n * sizeof *heads);
  if (!heads)
    return NULL;
  for (unsigned i = 0; i <= n; i++)
    heads[i] = NULL;
  return heads;
}

int matrix(int i, int j) {
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int *flat = &m[0][0];
  flat[3 * i + j] += 10;
  return m[i][j] * m[1 - i][2 - j];
}

#ifdef NATIVE
#include "native.h"
GLOBAL(buckets)
#define ENTRIES(n) LIST(struct entry, next, n, it->key = PICK(0, 1, 5, 4294967295))
static struct table *table(void) {
  return OBJECT(struct table, {
    it->slot[0] = ENTRIES(1);
    it->slot[1] = ENTRIES(1);
    it->slot[2] = ENTRIES(2);
    it->count = 2;
  });
}
DIFF(lookup) { RUN(lookup, table(), PICK(0, 1, 5)); }
DIFF(insert) { RUN(insert, table(), PICK(2, 4294967295)); }
DIFF(drain) { RUN(drain, table()); }
DIFF(constant_index) { RUN(constant_index, table()); }
DIFF(global_first) {
  buckets[1] = ENTRIES(1);
  RUN(global_first, PICK(0, 1, 5));
}
DIFF(global_move) {
  buckets[0] = ENTRIES(2);
  buckets[3] = ENTRIES(1);
  RUN(global_move, PICK(0, 3, 1), PICK(0, 3, 2));
}
DIFF(heap_heads) { RUN(heap_heads, CHOOSE(4)); }
DIFF(matrix) { RUN(matrix, CHOOSE(2), CHOOSE(3)); }
#endif
