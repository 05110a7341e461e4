// RUN: %verify %s
// A hash table: off by one, no such key, and entries freed but still in it.
#include <stdlib.h>

#define SIZE 4
struct entry {
  struct entry *next;
  unsigned key;
  int value;
};
struct table {
  struct entry *bucket[SIZE];
};

struct table *table_new(void) {
  struct table *t = malloc(sizeof *t);
  if (!t)
    return NULL;
  for (int i = 0; i <= SIZE; i++)
    t->bucket[i] = NULL; // expected-warning {{[heapabs-invalid-deref]}}
  return t;
}

int table_get(const struct table *t, unsigned key) {
  struct entry *e = t->bucket[key % SIZE];
  while (e && e->key != key)
    e = e->next;
  return e->value; // expected-warning {{[heapabs-null-deref]}}
}

void table_delete(struct table *t, unsigned key) {
  struct entry **pp = &t->bucket[key % SIZE];
  while (*pp && (*pp)->key != key)
    pp = &(*pp)->next;
  struct entry *e = *pp;
  *pp = e->next; // expected-warning {{[heapabs-null-deref]}}
  free(e);
}

/* The bucket still heads the freed entries, and is walked again. */
int table_clear(struct table *t) {
  int left = 0;
  for (struct entry *e = t->bucket[0], *next; e; e = next) {
    next = e->next;
    free(e);
  }
  for (struct entry *e = t->bucket[0]; e; left++)
    e = e->next; // expected-warning {{[heapabs-use-after-free]}}
  return left;
}
