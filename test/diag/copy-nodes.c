// RUN: %verify %s
// Whole nodes copied by assignment, memcpy and memset.
// expected-no-diagnostics
#include <stdlib.h>
#include <string.h>

struct point {
  int x, y;
};
struct node {
  struct point at;
  struct node *next;
};

/* Deletes the successor's contents into this node. */
int delete_here(struct node *n) {
  struct node *victim = n->next;
  if (!victim)
    return 0;
  *n = *victim;
  free(victim);
  return 1;
}

void swap_contents(struct node *a, struct node *b) {
  struct node tmp = *a;
  a->at = b->at;
  b->at = tmp.at;
}

struct node *fresh(struct point at) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return NULL;
  memset(n, 0, sizeof *n);
  memcpy(&n->at, &at, sizeof at);
  return n;
}

struct node *insert_copy(struct node *n) {
  struct node *copy = malloc(sizeof(struct node));
  if (copy == NULL)
    return n;
  memmove(copy, n, sizeof *n);
  n->next = copy;
  return copy->next ? copy->next : n;
}
