// RUN: %verify %s
// Loops made of gotos that jump over a test.
#include <stddef.h>

struct node {
  struct node *next;
  int v;
};

/* Entered at the step, where nothing has been tested. */
int two_entries(struct node *p, int skip_first) {
  int n = 0;
  if (skip_first)
    goto step;
test:
  if (!p)
    return n;
  n++;
step:
  p = p->next; // expected-warning {{[heapabs-null-deref]}}
  goto test;
}

/* Not found in either: the label is reached all the same. */
int find_in_two(struct node *a, struct node *b, int v) {
  struct node *p = a;
  int second = 0;
again:
  while (p) {
    if (p->v == v)
      goto found;
    p = p->next;
  }
  if (!second++) {
    p = b;
    goto again;
  }
found:
  return p->v; // expected-warning {{[heapabs-null-deref]}}
}

/* Enters the loop behind its test. */
int every_other(struct node *p, int phase) {
  int n = 0;
  switch (phase & 1) {
    while (p) {
    case 0:
      n += p->v & 1; // expected-warning {{[heapabs-null-deref]}}
      p = p->next;
    case 1:
      if (p)
        p = p->next;
    }
  }
  return n;
}
