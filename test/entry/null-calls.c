// RUN: %verify %s
// Rule 1 and calls: a callee's tests do not count, a callee's needs do.
#include <stddef.h>

struct node {
  struct node *next;
  int v;
};

int needs(struct node *p) { return p->v; }
int takes(struct node *p) { return p ? p->v : 0; }

/* The callee is careful; that does not make null an input of this function. */
int after_a_careful_callee(struct node *p) { return takes(p) & p->v; }

/* Passed on untested: the callee's precondition becomes this function's … */
int passes_on(struct node *p) { return needs(p); }

/* … and whoever breaks it is at fault, however far up. */
int breaks_it(void) {
  return passes_on(NULL); // expected-warning {{[heapabs-null-deref]}}
}

int breaks_it_sometimes(struct node *p) {
  int v = takes(p);
  return p == NULL ? needs(p) : v; // expected-warning {{[heapabs-null-deref]}}
}

int keeps_it(struct node *p) { return p != NULL ? passes_on(p) : takes(p); }
