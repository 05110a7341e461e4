// RUN: %verify %s
// Two lists need not have the same length.
#include <stddef.h>

struct node {
  int key;
  struct node *next;
};

struct node *merge_dummy(struct node *a, struct node *b) {
  struct node dummy, *tail = &dummy;
  while (a != NULL || b != NULL) {
    if (b == NULL || a->key < b->key) { // expected-warning {{[heapabs-null-deref]}}
      tail->next = a;
      a = a->next;
    } else {
      tail->next = b;
      b = b->next;
    }
    tail = tail->next;
  }
  tail->next = NULL;
  return dummy.next;
}

int equal(const struct node *a, const struct node *b) {
  while (a) {
    if (a->key != b->key) // expected-warning {{[heapabs-null-deref]}}
      return 0;
    a = a->next;
    b = b->next;
  }
  return b == NULL;
}

/* The end of the first list is looked for in an empty one. */
struct node *append(struct node *a, struct node *b) {
  struct node *p = a;
  if (!a && !b)
    return NULL;
  while (p->next) // expected-warning {{[heapabs-null-deref]}}
    p = p->next;
  p->next = b;
  return a;
}
