// RUN: %verify %s
// A graph as an array of adjacency lists.
// expected-no-diagnostics
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

bool add_edge(struct graph *g, unsigned from, unsigned to) {
  struct edge *e;
  if (from >= VERTICES || to >= VERTICES)
    return false;
  for (e = g->out[from]; e; e = e->next)
    if (e->to == to)
      return true;
  e = malloc(sizeof *e);
  if (!e)
    return false;
  e->to = to;
  e->next = g->out[from];
  g->out[from] = e;
  return true;
}

unsigned degree(const struct graph *g, unsigned v) {
  unsigned n = 0;
  if (v < VERTICES)
    for (const struct edge *e = g->out[v]; e != NULL; e = e->next)
      n++;
  return n;
}

void isolate(struct graph *g, unsigned v) {
  for (unsigned i = 0; i < VERTICES; i++) {
    struct edge **pp = &g->out[i];
    while (*pp) {
      struct edge *e = *pp;
      if (i != v && e->to != v) {
        pp = &e->next;
        continue;
      }
      *pp = e->next;
      free(e);
    }
  }
}
