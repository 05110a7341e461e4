// RUN: %verify %s
// An assertion about the untouched input is a precondition: callers are held to it.
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int kind;
};

int kind_of(struct node *x) {
  assert(x->kind == 1);
  return x->next ? x->next->kind : 0;
}

struct tagged {
  struct node *first;
  int kind;
};
int by_value(struct tagged t) {
  assert(t.kind == 2);
  return t.first ? t.first->kind : 0;
}

int breaks_it(struct node *x) {
  struct node n = {x, 7};
  return kind_of(&n); // expected-warning {{call to 'kind_of' fails an assertion: 'x->kind == 1' does not hold}}
}

int after_a_deed(struct node *x) {
  x->kind++;
  assert(x->kind != 5); // expected-warning {{assertion 'x->kind != 5' fails}}
  return x->next ? 1 : 0;
}

int counted(struct node *x) {
  int n = 0;
  for (; x; x = x->next)
    n++;
  assert(n < 2); // expected-warning {{assertion 'n < 2' fails}}
  return n;
}

/* What the assertion looks at is still as it came in. */
int after_an_allocation(struct node *x) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return 0;
  n->next = NULL;
  n->kind = x->kind;
  assert(x->kind == 1 || x->kind == 2);
  int kind = n->kind;
  free(n);
  return kind;
}

int of_what_was_allocated(int k) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return 0;
  n->kind = 3;
  assert(n->kind == 4); // expected-warning {{assertion 'n->kind == 4' fails}}
  free(n);
  return k;
}

/* What nobody here knows, a caller or the other unit has to keep. */
int kind_elsewhere(struct node *x);
int of_another_unit(struct node *x) {
  assert(kind_elsewhere(x) == 1);
  return x->next ? x->next->kind : 0;
}
