// RUN: %verify %s
// realloc may fail and leave the old block, or succeed and take it away.
#include <stdlib.h>

struct node {
  struct node *next;
  int v;
};

/* On failure the only pointer to the old block is overwritten. */
struct node **grow_in_place(void) {
  struct node **heads = malloc(sizeof *heads);
  if (!heads)
    return NULL;
  heads[0] = NULL;
  heads = realloc(heads, 2 * sizeof *heads);
  if (!heads)
    return NULL; // expected-warning {{[heapabs-leak]}}
  heads[1] = NULL;
  return heads;
}

/* The first link is still asked for in the old block. */
struct node *old_block(struct node *list) {
  struct node **heads = malloc(sizeof *heads), **grown;
  struct node *first;
  if (!heads)
    return NULL;
  heads[0] = list;
  grown = realloc(heads, 2 * sizeof *heads);
  if (!grown) {
    free(heads);
    return NULL;
  }
  first = heads[0]; // expected-warning {{[heapabs-use-after-free]}}
  free(grown);
  return first;
}

/* One head too many. */
struct node **three_heads(void) {
  struct node **heads = calloc(2, sizeof *heads);
  if (!heads)
    return NULL;
  heads[2] = NULL; // expected-warning {{[heapabs-invalid-deref]}}
  return heads;
}
