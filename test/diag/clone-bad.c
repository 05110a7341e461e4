// RUN: %verify %s
// Copying a list: half of the copy is lost, or its end is never written.
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

struct node *clone(const struct node *list) {
  struct node *copy = NULL, **end = &copy;
  for (; list; list = list->next) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      return NULL; // expected-warning {{[heapabs-leak]}}
    n->value = list->value;
    n->next = NULL;
    *end = n;
    end = &n->next;
  }
  return copy;
}

/* The last link is never written, and is followed. */
int second_of_clone(const struct node *first, const struct node *second) {
  struct node *a = malloc(sizeof *a), *b = NULL;
  int value;
  if (!a)
    return -1;
  a->value = first->value;
  if (second && (b = malloc(sizeof *b)) != NULL) {
    b->value = second->value;
    a->next = b;
  }
  value = a->next->value; // expected-warning {{[heapabs-invalid-deref]}}
  free(a);
  free(b);
  return value;
}
