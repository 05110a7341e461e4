// RUN: %verify %s
// Locals of inner blocks that are used after the block, or wrongly inside.
#include <stddef.h>

struct node {
  struct node *next;
  int v;
};

/* The block is the first thing in the function. */
int after_the_block(struct node *list) {
  struct node *p;
  {
    struct node first = {list, 1};
    p = &first;
  }
  return p->v; // expected-warning {{[heapabs-invalid-deref]}}
}

/* … and all there is. */
int all_of_it(struct node *list) {
  {
    struct node first = {list, 1}, *p = &first;
    p->next = NULL;
    return first.next->v; // expected-warning {{[heapabs-null-deref]}}
  }
}

/* The last round's local. */
int last_round(struct node *list) {
  struct node *before = NULL;
  int sum = 0;
  for (struct node *p = list; p; p = p->next) {
    if (before)
      sum += before->v; // expected-warning {{[heapabs-invalid-deref]}}
    struct node copy = *p;
    before = &copy;
    sum += copy.v & 1;
  }
  return sum;
}

/* The end of the list is looked into. */
int in_the_loop(struct node *list) {
  for (struct node first = {list, 1}, *p = &first; p; p = p->next)
    if (p->v == 3)
      return p->next->v; // expected-warning {{[heapabs-null-deref]}}
  return 0;
}
