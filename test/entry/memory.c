// RUN: %verify %s
// Rule 5: malloc may fail and initialises nothing; an address is used, not formed.
#include <stdlib.h>

struct node {
  int v;
  struct node *next;
};

struct node *may_fail(void) {
  struct node *n = malloc(sizeof *n);
  n->next = NULL; // expected-warning {{[heapabs-null-deref]}}
  return n;
}

int uninitialised(void) {
  struct node *n = malloc(sizeof *n);
  int v = 0;
  if (n)
    v = n->next->v; // expected-warning {{[heapabs-invalid-deref]}}
  free(n);
  return v;
}

int zeroed(void) {
  struct node *n = calloc(1, sizeof *n);
  int v = 0;
  if (n)
    v = n->next ? n->next->v : 0;
  free(n);
  return v;
}

/* Forming &NULL->next is harmless as long as nobody reads it. */
struct node *formed(struct node *p) {
  struct node **link = &p->next;
  if (!p)
    return NULL;
  return *link;
}

struct node *used(struct node *p) {
  struct node **link = &p->next;
  if (!p)
    return *link; // expected-warning {{[heapabs-null-deref]}}
  return NULL;
}
