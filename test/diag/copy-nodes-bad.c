// RUN: %verify -Wno-unknown-warning-option -Wno-alloc-size %s
// Whole nodes copied from where there is none, or together with their links.
#include <stdlib.h>
#include <string.h>

struct point {
  int x, y;
};
struct node {
  struct point at;
  struct node *next;
};

/* The last node has no successor to copy. */
int delete_here(struct node *n) {
  struct node *victim = n->next;
  *n = *victim; // expected-warning {{[heapabs-null-deref]}}
  free(victim);
  return 1;
}

/* The copy has the link of the freed original. */
int copy_and_free(struct node *n) {
  struct node copy;
  if (!n->next)
    return 0;
  memcpy(&copy, n, sizeof copy);
  free(n->next);
  return copy.next->at.x; // expected-warning {{[heapabs-use-after-free]}}
}

/* memset makes the link null. */
int cleared(struct node *n) {
  struct node local;
  memset(&local, 0, sizeof local);
  if (n)
    local.at = n->at;
  return local.next->at.y; // expected-warning {{[heapabs-null-deref]}}
}

/* Room for a point is no room for a node. */
struct node *too_small(struct point at) {
  struct node *n = malloc(sizeof(struct point));
  if (!n)
    return NULL;
  n->at = at;
  n->next = NULL; // expected-warning {{[heapabs-invalid-deref]}}
  return n;
}
