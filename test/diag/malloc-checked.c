// RUN: %verify %s
// Every spelling of "did malloc succeed?".
// expected-no-diagnostics
#include <stdlib.h>

struct node {
  struct node *next;
  int v;
};

struct node *cons1(int v, struct node *rest) {
  struct node *n = malloc(sizeof *n);
  if (n != NULL) {
    n->v = v;
    n->next = rest;
  }
  return n;
}

struct node *cons2(int v, struct node *rest) {
  struct node *n;
  if (!(n = (struct node *)malloc(sizeof(struct node))))
    return rest;
  n->v = v;
  n->next = rest;
  return n;
}

struct node *cons3(int v, struct node *rest) {
  struct node *n = calloc(1, sizeof(*n));
  return n ? (n->v = v, n->next = rest, n) : NULL;
}

struct node *cons4(int v, struct node *rest) {
  struct node *n = malloc(sizeof *n);
  if (NULL == n)
    abort();
  n->v = v, n->next = rest;
  return n;
}

static void *xmalloc(size_t size) {
  void *p = malloc(size);
  if (!p)
    exit(1);
  return p;
}

struct node *cons5(int v, struct node *rest) {
  struct node *n = xmalloc(sizeof *n);
  n->v = v;
  n->next = rest;
  return n;
}

/* Both or none. */
struct node *pair(int a, int b) {
  struct node *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  if (!first || !second) {
    free(first);
    free(second);
    return NULL;
  }
  first->v = a;
  first->next = second;
  second->v = b;
  second->next = NULL;
  return first;
}
