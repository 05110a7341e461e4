// RUN: %verify %s
// Contracts that are broken, each refuted with its input at the clause that fails.
#include "../../include/heapabs.h"
#include <stdlib.h>

struct node {
  struct node *next;
  int data;
};

/* Loses the first node. */
HA_REQUIRES(list(next, x))
HA_ENSURES(list(next, result))
HA_ENSURES(content(next, result) == old(content(next, x))) // expected-warning {{'rest' does not ensure 'content(next, result) == old(content(next, x))' [heapabs-contract]}}
struct node *rest(struct node *x) {
  return x ? x->next : NULL;
}

/* Keeps the nodes but changes a value. */
HA_REQUIRES(list(next, x))
HA_ENSURES(content(next, result) == old(content(next, x)))
HA_ENSURES(values(next, data, result) == old(values(next, data, x))) // expected-warning {{values}}
struct node *bump(struct node *x) {
  if (x && x->next)
    x->next->data++;
  return x;
}

/* Says less than it changes. */
HA_REQUIRES(list(next, x) && x != null)
HA_ASSIGNS(x->data) // expected-warning {{'cut' assigns more than 'x->data' [heapabs-contract]}}
void cut(struct node *x) {
  x->data = 0;
  x->next = NULL;
}

/* The contract allows null where the code does not. */
HA_REQUIRES(list(next, x))
int first(struct node *x) {
  return x->data; // expected-warning {{'x' is null here}}
}

/* Not sorted when the new node is the largest. */
HA_REQUIRES(list(next, x) && sorted(next, data, x, null) && n != null)
HA_REQUIRES(!(n in content(next, x)))
HA_ENSURES(sorted(next, data, result, null)) // expected-warning {{'sorted(next, data, result, null)'}}
struct node *insert(struct node *x, struct node *n) {
  n->next = x;
  return n;
}

/* Closes a ring where a list is promised. */
HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(list(next, x)) // expected-warning {{'list(next, x)'}}
void close(struct node *x) {
  struct node *last = x;
  while (last->next)
    last = last->next;
  last->next = x;
}

HA_REQUIRES(ring(next, x))
int count(struct node *x) {
  int n = 0;
  struct node *p = x;
  do {
    n++;
    p = p->next;
  } while (p != x);
  HA_ASSERT(n < 3); // expected-warning {{assertion 'n < 3' fails}}
  return n;
}

/* Breaks what it calls. */
int breaks(struct node *x) {
  if (!x)
    return 0;
  x->next = x;
  close(x); // expected-warning {{call to 'close' breaks its contract: it requires 'list(next, x) && x != null' [heapabs-contract]}}
  return 1;
}

/* A function that is only declared has a contract too. */
HA_REQUIRES(n >= 0 && list(next, x))
void elsewhere(struct node *x, int n);

void calls(struct node *x, int n) {
  if (x && n < 5)
    elsewhere(x->next, n); // expected-warning {{call to 'elsewhere' breaks its contract: it requires 'n >= 0 && list(next, x)' [heapabs-contract]}}
}

/* A ghost remembers what the code forgets. */
HA_REQUIRES(list(next, x) && x != null)
void swap(struct node *x) {
  HA_GHOST(int before = x->data);
  if (x->next) {
    x->data = x->next->data;
    HA_ASSERT(x->next->data == before); // expected-warning {{assertion 'x->next->data == before' fails}}
  }
}

/* An invariant that holds at the first pass only. */
int length(struct node *x) {
  int n = 0;
  for (struct node *p = x; p; p = p->next) {
    HA_INVARIANT(n == 0); // expected-warning {{assertion 'n == 0' fails}}
    n++;
  }
  return n;
}
