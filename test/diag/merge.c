// RUN: %verify %s
// Merging and interleaving two lists.
// expected-no-diagnostics
#include <stddef.h>

struct node {
  int key;
  struct node *next;
};

struct node *merge(struct node *a, struct node *b) {
  struct node *head = NULL, **end = &head;
  while (a && b) {
    struct node **least = a->key <= b->key ? &a : &b;
    *end = *least;
    end = &(*least)->next;
    *least = (*least)->next;
  }
  *end = a ? a : b;
  return head;
}

struct node *merge_dummy(struct node *a, struct node *b) {
  struct node dummy, *tail = &dummy;
  dummy.next = NULL;
  for (; a != NULL && b != NULL; tail = tail->next) {
    if (a->key < b->key) {
      tail->next = a;
      a = a->next;
    } else {
      tail->next = b;
      b = b->next;
    }
  }
  tail->next = a != NULL ? a : b;
  return dummy.next;
}

struct node *interleave(struct node *a, struct node *b) {
  struct node *first = a;
  if (!a)
    return b;
  while (a && b) {
    struct node *rest = a->next;
    a->next = b;
    a = b;
    b = rest;
  }
  return first;
}

int equal(const struct node *a, const struct node *b) {
  while (a && b && a->key == b->key)
    a = a->next, b = b->next;
  return !a && !b;
}
