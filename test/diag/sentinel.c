// RUN: %verify %s
// Sentinels: a dummy first node on the stack, a static last node.
// expected-no-diagnostics
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};

struct node *remove_all(struct node *list, int key) {
  struct node dummy = {.key = 0, .next = list};
  struct node *prev = &dummy;
  while (prev->next) {
    struct node *p = prev->next;
    if (p->key == key) {
      prev->next = p->next;
      free(p);
    } else {
      prev = p;
    }
  }
  return dummy.next;
}

struct node *filter_positive(struct node *list) {
  struct node dummy, *tail = &dummy;
  for (; list; list = list->next)
    if (list->key > 0)
      tail = tail->next = list;
  tail->next = NULL;
  return dummy.next;
}

/* The search always ends at the sentinel that it placed. */
int contains(struct node *list, int key) {
  struct node sentinel = {key, NULL};
  struct node *p, *last = list;
  while (last->next)
    last = last->next;
  last->next = &sentinel;
  for (p = list; p->key != key; p = p->next)
    ;
  last->next = NULL;
  return p != &sentinel;
}
