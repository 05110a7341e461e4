// RUN: %verify %s
// A recursive call breaks what the function itself relies on.
#include <stdlib.h>

struct node {
  int data;
  struct node *next;
};

int last(struct node *x) {
  if (x->next)
    return last(x->next->next); // expected-warning {{'x->next->next != NULL' does not hold}}
  return x->data;
}

void drop(struct node *x) {
  struct node *n = x->next;
  free(x);
  if (n)
    drop(x); // expected-warning {{[heapabs-use-after-free]}}
}

/* Too deep to be inlined: the last callee's need is the first caller's business. */
static int data(struct node *x) { return x->data; }
static int call1(struct node *x) { return data(x); }
static int call2(struct node *x) { return call1(x); }
static int call3(struct node *x) { return call2(x); }
static int call4(struct node *x) { return call3(x); }
static int call5(struct node *x) { return call4(x); }
static int call6(struct node *x) { return call5(x); }
int of_next(struct node *x) { return call6(x->next); } // expected-warning {{[heapabs-contract]}}
int of_none(void) { return call6(NULL); }              // expected-warning {{[heapabs-contract]}}
