// RUN: %verify %s
// Assertions that some list breaks.
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int key;
};

/* An empty list has no last node. */
struct node *last(struct node *list) {
  struct node *p = list, *prev = NULL;
  while (p) {
    prev = p;
    p = p->next;
  }
  assert(prev != NULL); // expected-warning {{[heapabs-assert]}}
  return prev;
}

/* The first key is not the least. */
int min_key(const struct node *list) {
  int min;
  if (!list)
    return 0;
  min = list->key;
  for (; list; list = list->next)
    assert(min <= list->key); // expected-warning {{[heapabs-assert]}}
  return min;
}

/* Lists end after one node, or after two, or after more. */
void at_most_two(const struct node *list) {
  int n = 0;
  while (list) {
    n++;
    list = list->next;
  }
  assert(n <= 2); // expected-warning {{[heapabs-assert]}}
}
