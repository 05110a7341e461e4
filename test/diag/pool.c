// RUN: %verify %s
// A pool: nodes come from a free list and go back to it, chunks are kept in a list.
// expected-no-diagnostics
#include <stdlib.h>

struct object {
  struct object *next;
  int payload;
};
struct chunk {
  struct chunk *next;
  struct object objects[3];
};
struct pool {
  struct object *free_list;
  struct chunk *chunks;
};

int pool_grow(struct pool *p) {
  struct chunk *c = malloc(sizeof *c);
  if (!c)
    return -1;
  c->next = p->chunks;
  p->chunks = c;
  for (int i = 0; i < 3; i++) {
    c->objects[i].next = p->free_list;
    p->free_list = &c->objects[i];
  }
  return 0;
}

struct object *pool_get(struct pool *p) {
  struct object *o;
  if (!p->free_list && pool_grow(p) != 0)
    return NULL;
  o = p->free_list;
  p->free_list = o->next;
  o->next = NULL;
  return o;
}

void pool_put(struct pool *p, struct object *o) {
  o->next = p->free_list;
  p->free_list = o;
}

void pool_drop(struct pool *p) {
  while (p->chunks) {
    struct chunk *c = p->chunks;
    p->chunks = c->next;
    free(c);
  }
  p->free_list = NULL;
}
