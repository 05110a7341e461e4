// RUN: %verify %s
// A hash table: an array of list heads with a computed index.
// expected-no-diagnostics
#include <stdlib.h>
#include <string.h>

#define SIZE 4
struct entry {
  struct entry *next;
  unsigned key;
  int value;
};
struct table {
  struct entry *bucket[SIZE];
};

void table_init(struct table *t) {
  for (int i = 0; i < SIZE; i++)
    t->bucket[i] = NULL;
}

struct entry *table_find(const struct table *t, unsigned key) {
  struct entry *e = t->bucket[key % SIZE];
  while (e && e->key != key)
    e = e->next;
  return e;
}

int table_put(struct table *t, unsigned key, int value) {
  struct entry *e = table_find(t, key);
  if (!e) {
    e = malloc(sizeof *e);
    if (!e)
      return -1;
    e->key = key;
    e->next = t->bucket[key & (SIZE - 1)];
    t->bucket[key & (SIZE - 1)] = e;
  }
  e->value = value;
  return 0;
}

void table_delete(struct table *t, unsigned key) {
  struct entry **pp = &t->bucket[key % SIZE];
  while (*pp && (*pp)->key != key)
    pp = &(*pp)->next;
  if (*pp) {
    struct entry *e = *pp;
    *pp = e->next;
    free(e);
  }
}

void table_clear(struct table *t) {
  for (unsigned i = 0; i < SIZE; i++) {
    struct entry *e = t->bucket[i];
    while (e) {
      struct entry *next = e->next;
      free(e);
      e = next;
    }
  }
  memset(t, 0, sizeof *t);
}
