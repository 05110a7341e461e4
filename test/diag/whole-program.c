// RUN: %verify %arg-entry=main %s
// A whole program under entry=main: builds a list of any length and takes it apart.
// expected-no-diagnostics
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
  int v;
};
static struct node *list;
static int length;

static void push(int v) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    exit(1);
  n->v = v;
  n->next = list;
  list = n;
  length++;
}

static void pop(void) {
  struct node *n = list;
  assert(n != NULL);
  list = n->next;
  free(n);
  length--;
}

int main(void) {
  while (length < 3 && __VERIFIER_nondet_int())
    push(length);
  while (length > 0)
    pop();
  assert(list == NULL);
  return 0;
}
