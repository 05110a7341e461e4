// RUN: %verify %s
// A pool whose objects are freed one by one, or taken when there are none.
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

/* Growing may fail. */
struct object *pool_get(struct pool *p) {
  struct object *o;
  if (!p->free_list)
    pool_grow(p);
  o = p->free_list;
  p->free_list = o->next; // expected-warning {{[heapabs-null-deref]}}
  return o;
}

/* The object is a part of its chunk. */
int grow_and_free(struct pool *p) {
  struct object *o;
  p->free_list = NULL;
  if (pool_grow(p) != 0)
    return -1;
  o = p->free_list;
  p->free_list = o->next;
  free(o); // expected-warning {{[heapabs-invalid-free]}}
  return 0;
}

/* The free list leads into the chunk that is gone. */
int grow_and_drop(struct pool *p) {
  if (pool_grow(p) != 0)
    return -1;
  struct chunk *c = p->chunks;
  p->chunks = c->next;
  free(c);
  return p->free_list->payload; // expected-warning {{[heapabs-use-after-free]}}
}
