// RUN: %verify %s
// Deletions that go on from the freed node, or cannot delete the first.
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

/* After the last node is gone, the step forms &NULL->next, and the test reads it. */
void delete_all(struct node **pp, int value) {
  for (; *pp; pp = &(*pp)->next) { // expected-warning {{[heapabs-null-deref]}}
    struct node *victim = *pp;
    if (victim->value == value) {
      *pp = victim->next;
      free(victim);
    }
  }
}

struct node *delete_trailing(struct node *list, int value) {
  struct node *prev = NULL;
  for (struct node *p = list; p; prev = p, p = p->next)
    if (p->value == value) {
      prev->next = p->next; // expected-warning {{[heapabs-null-deref]}}
      free(p);
      break;
    }
  return list;
}

struct node *delete_every(struct node *list, int value) {
  struct node *prev = NULL, *p = list;
  while (p) {
    if (p->value == value) {
      if (prev)
        prev->next = p->next;
      else
        list = p->next;
      free(p);
    } else {
      prev = p;
    }
    p = p->next; // expected-warning {{[heapabs-use-after-free]}}
  }
  return list;
}
