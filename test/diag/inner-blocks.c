// RUN: %verify %s
// Locals of inner blocks, some of them all of the function's code.
// expected-no-diagnostics
#include <stddef.h>

struct node {
  struct node *next;
  int v;
};

int all_of_it(struct node *list) {
  {
    struct node first = {list, 0}, *p = &first;
    while (p->next)
      p = p->next;
    return p->v;
  }
}

int in_the_loop(struct node *list) {
  for (struct node first = {list, 1}, *p = &first; p; p = p->next) {
    struct node copy = *p, *q = &copy;
    if (q->next && q->next->v == 3)
      return q->v;
  }
  return 0;
}

struct node *cut(struct node *list, int v) {
  struct node *rest = NULL;
  {
    struct node before = {list, 0}, *p = &before;
    while (p->next && p->next->v != v)
      p = p->next;
    rest = p->next;
    p->next = NULL;
  }
  return rest;
}
