// RUN: %verify %s
// Loops made of gotos: two entries, a jump into the middle, nested exits.
// expected-no-diagnostics
#include <stddef.h>

struct node {
  struct node *next;
  int v;
};

/* Entered at the test or at the step: irreducible. */
int two_entries(struct node *p, int skip_first) {
  int n = 0;
  if (p && skip_first)
    goto step;
test:
  if (!p)
    return n;
  n++;
step:
  p = p->next;
  goto test;
}

struct node *find_in_two(struct node *a, struct node *b, int v) {
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
  return p;
}

/* Duff's way through a list. */
int every_other(struct node *p, int phase) {
  int n = 0;
  switch (phase & 1) {
    while (p) {
    case 0:
      if (!p)
        break;
      n += p->v & 1;
      p = p->next;
    case 1:
      if (p)
        p = p->next;
    }
  }
  return n;
}
