// RUN: %verify %s
// Assertions that hold, and that the code after them may use.
// expected-no-diagnostics
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int key;
};

/* The assertion is what the function asks of its callers. */
int first_key(const struct node *list) {
  assert(list);
  return list->key;
}

struct node *last(struct node *list) {
  struct node *p = list, *prev = NULL;
  while (p) {
    prev = p;
    p = p->next;
  }
  assert(list == NULL || prev != NULL);
  return prev;
}

int min_key(const struct node *list) {
  int min;
  if (!list)
    return 0;
  min = list->key;
  for (; list; list = list->next) {
    if (list->key < min)
      min = list->key;
    assert(min <= list->key);
  }
  return min;
}

/* push, then pop: the same node */
int push_pop(struct node **list, int key) {
  struct node *n = malloc(sizeof *n), *old = *list;
  if (!n)
    return -1;
  n->key = key;
  n->next = *list;
  *list = n;
  assert((*list)->key == key);
  *list = n->next;
  assert(*list == old);
  free(n);
  return 0;
}
