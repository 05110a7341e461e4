// RUN: %diff %s
// The ordinary functions on singly linked lists, with the errors people make.
#include <stdlib.h>
struct node {
  struct node *next;
  int data;
};

struct node *reverse(struct node *x) {
  struct node *done = NULL;
  while (x) {
    struct node *rest = x->next;
    x->next = done;
    done = x;
    x = rest;
  }
  return done;
}

struct node *push(struct node *x, int d) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return x;
  n->next = x;
  n->data = d;
  return n;
}

struct node *push_unchecked(struct node *x, int d) {
  struct node *n = malloc(sizeof *n);
  n->next = x;
  n->data = d;
  return n;
}

int sum(const struct node *x) {
  int total = 0;
  for (; x; x = x->next)
    total += x->data;
  return total;
}

int last(const struct node *x) {
  while (x->next)
    x = x->next;
  return x->data;
}

void free_all(struct node *x) {
  while (x) {
    struct node *next = x->next;
    free(x);
    x = next;
  }
}

void free_all_late(struct node *x) {
  while (x) {
    free(x);
    x = x->next;
  }
}

struct node *delete_value(struct node *x, int d) {
  struct node *before = NULL, *at = x;
  while (at && at->data != d) {
    before = at;
    at = at->next;
  }
  if (!at)
    return x;
  if (before)
    before->next = at->next;
  else
    x = at->next;
  free(at);
  return x;
}

struct node *insert_sorted(struct node *x, int d) {
  struct node *n = push_unchecked(NULL, d);
  if (!x || x->data >= d) {
    n->next = x;
    return n;
  }
  struct node *at = x;
  while (at->next && at->next->data < d)
    at = at->next;
  n->next = at->next;
  at->next = n;
  return x;
}

struct node *clone(const struct node *x) {
  struct node *head = NULL, *tail = NULL;
  for (; x; x = x->next) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      return head;
    n->data = x->data;
    n->next = NULL;
    if (tail)
      tail->next = n;
    else
      head = n;
    tail = n;
  }
  return head;
}

int lost(int d) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return -1;
  n->data = d;
  return n->data + 1;
}

struct node *free_twice(struct node *x) {
  if (x && x->next) {
    free(x->next);
    free(x);
  }
  free(x);
  return NULL;
}

struct node *concat(struct node *a, struct node *b) {
  struct node *at = a;
  while (at->next)
    at = at->next;
  at->next = b;
  return a;
}

#ifdef NATIVE
#include "native.h"
#define DATA it->data = PICK(0, 1, 2147483647)
#define NODES(n) LIST(struct node, next, n, DATA)
DIFF(reverse) { RUN(reverse, NODES(4)); }
DIFF(push) { RUN(push, NODES(2), PICK(7, -1)); }
DIFF(push_unchecked) { RUN(push_unchecked, NODES(2), PICK(7, -1)); }
DIFF(sum) { RUN(sum, NODES(4)); }
DIFF(last) { RUN(last, NODES(4)); }
DIFF(free_all) { VRUN(free_all, NODES(4)); }
DIFF(free_all_late) { VRUN(free_all_late, NODES(3)); }
DIFF(delete_value) { RUN(delete_value, NODES(4), PICK(0, 1)); }
DIFF(insert_sorted) { RUN(insert_sorted, NODES(3), PICK(0, 1, 2)); }
DIFF(clone) { RUN(clone, NODES(3)); }
DIFF(lost) { RUN(lost, PICK(0, -1, 2147483647)); }
DIFF(free_twice) { RUN(free_twice, NODES(3)); }
DIFF(concat) { RUN(concat, NODES(2), NODES(2)); }
#endif
