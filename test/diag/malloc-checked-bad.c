// RUN: %verify %s
// malloc may fail: unchecked, checked too late, or the wrong one checked.
#include <stdlib.h>

struct node {
  struct node *next;
  int v;
};

struct node *cons_late(int v, struct node *rest) {
  struct node *n = malloc(sizeof *n);
  n->v = v; // expected-warning {{[heapabs-null-deref]}}
  if (!n)
    return NULL;
  n->next = rest;
  return n;
}

struct node *cons_calloc(struct node *rest) {
  struct node *n = calloc(1, sizeof *n);
  n->next = rest; // expected-warning {{[heapabs-null-deref]}}
  return n;
}

struct node *pair(int a, int b) {
  struct node *first = malloc(sizeof *first);
  struct node *second = malloc(sizeof *second);
  if (!second) {
    free(first);
    return NULL;
  }
  first->v = a; // expected-warning {{[heapabs-null-deref]}}
  first->next = second;
  second->v = b;
  second->next = NULL;
  return first;
}

/* Says so, and goes on. */
struct node *cons_logged(int v, struct node *rest, int *failures) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    ++*failures;
  n->v = v; // expected-warning {{[heapabs-null-deref]}}
  n->next = rest;
  return n;
}
