// RUN: %verify %s
// Sentinels on the stack that are freed, never set, or outlive their function.
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};

/* Frees the dummy along with the list. */
void destroy(struct node *list) {
  struct node dummy = {.key = 0, .next = list};
  struct node *p = &dummy;
  while (p) {
    struct node *next = p->next;
    free(p); // expected-warning {{[heapabs-invalid-free]}}
    p = next;
  }
}

/* With nothing to keep, the first link is never written. */
int first_positive(struct node *list) {
  struct node dummy, *tail = &dummy;
  for (; list; list = list->next)
    if (list->key > 0)
      tail = tail->next = list;
  return dummy.next->key; // expected-warning {{[heapabs-invalid-deref]}}
}

static struct node *with_zero(struct node *list) {
  struct node zero = {0, list};
  struct node *p = &zero;
  return p;
}

/* The node that was put in front is gone with its function. */
int second(struct node *list) {
  struct node *p = with_zero(list);
  return p->next ? 1 : 0; // expected-warning {{[heapabs-invalid-deref]}}
}
