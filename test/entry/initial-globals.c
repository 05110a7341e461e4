// RUN: %verify %arg-entry=main %s
// Rule 7 under entry=main: globals have their initial values, only main is checked.
#include <stdlib.h>

struct node {
  struct node *next;
  int v;
};

static struct node last = {NULL, 1};
static struct node first = {&last, 2};
static struct node *list = &first;

/* Would fail on a list of one; main's has two. */
int second(struct node *p) { return p->next->v; }
int third(struct node *p) { return p->next->next->v; }

int main(void) {
  int v = second(list);
  return v + third(list); // expected-warning {{[heapabs-null-deref]}}
}
