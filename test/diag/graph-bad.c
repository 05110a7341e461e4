// RUN: %verify %s
// A graph as an array of adjacency lists: numbers that are no vertices.
#include <stdbool.h>
#include <stdlib.h>

enum { VERTICES = 3 };
struct edge {
  unsigned to;
  struct edge *next;
};
struct graph {
  struct edge *out[VERTICES];
};

/* VERTICES itself is one too many. */
bool add_edge(struct graph *g, unsigned from, unsigned to) {
  struct edge *e;
  if (from > VERTICES || to > VERTICES)
    return false;
  e = g->out[from]; // expected-warning {{[heapabs-invalid-deref]}}
  while (e && e->to != to)
    e = e->next;
  return e != NULL;
}

/* A vertex without edges has no first one. */
unsigned first_neighbour(const struct graph *g, unsigned v) {
  const struct edge *e;
  if (v >= VERTICES)
    return 0;
  e = g->out[v];
  if (!e)
    v = 0;
  return e->to + v; // expected-warning {{[heapabs-null-deref]}}
}

/* The link that is moved on belongs to the edge that is gone. */
void isolate(struct graph *g, unsigned v) {
  struct edge **pp = &g->out[0];
  while (*pp) { // expected-warning {{[heapabs-use-after-free]}}
    struct edge *e = *pp;
    pp = &e->next;
    if (e->to == v)
      free(e);
  }
}
