// RUN: %verify %arg-entry=main %s
// A whole program under entry=main: pops once more than it has pushed.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
  int v;
};
static struct node *list;

static void push(int v) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    exit(1);
  n->v = v;
  n->next = list;
  list = n;
}

static void pop(void) {
  struct node *n = list;
  list = n->next;
  free(n);
}

int main(void) {
  push(1);
  if (__VERIFIER_nondet_int())
    push(2);
  pop();
  pop(); // expected-warning {{[heapabs-null-deref]}}
  return 0;
}
