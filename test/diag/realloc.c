// RUN: %verify %s
// Growing an array of list heads: the old block lives until the new one does.
// expected-no-diagnostics
#include <stdlib.h>

struct node {
  struct node *next;
  int v;
};
struct heads {
  struct node **at;
  size_t count;
};

int add_head(struct heads *h) {
  struct node **grown;
  if (h->count >= 1000)
    return -1;
  grown = realloc(h->at, (h->count + 1) * sizeof *grown);
  if (!grown)
    return -1;
  h->at = grown;
  h->at[h->count++] = NULL;
  return 0;
}

struct node **two_heads(void) {
  struct node **heads = malloc(sizeof *heads), **grown;
  if (!heads)
    return NULL;
  heads[0] = NULL;
  grown = realloc(heads, 2 * sizeof *heads);
  if (!grown) {
    free(heads);
    return NULL;
  }
  grown[1] = grown[0];
  return grown;
}
