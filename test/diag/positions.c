// RUN: %verify %s
// Nodes by their number: get, insert, remove, rotate.
// expected-no-diagnostics
#include <stdlib.h>

struct node {
  struct node *next;
  int v;
};

struct node *nth(struct node *list, size_t n) {
  while (list && n--)
    list = list->next;
  return list;
}

int insert_at(struct node **list, unsigned at, int v) {
  struct node *n;
  for (; at > 0; at--) {
    if (!*list)
      return -1;
    list = &(*list)->next;
  }
  if (!(n = malloc(sizeof *n)))
    return -1;
  n->v = v;
  n->next = *list;
  *list = n;
  return 0;
}

int remove_at(struct node **list, unsigned at) {
  struct node *victim;
  while (at-- > 0 && *list)
    list = &(*list)->next;
  victim = *list;
  if (!victim)
    return -1;
  *list = victim->next;
  free(victim);
  return 0;
}

/* The first k nodes move to the end. */
struct node *rotate(struct node *list, unsigned k) {
  struct node *new_last = list, *last, *first;
  if (!list || k == 0)
    return list;
  while (--k && new_last->next)
    new_last = new_last->next;
  first = new_last->next;
  if (!first)
    return list;
  for (last = first; last->next; last = last->next)
    ;
  last->next = list;
  new_last->next = NULL;
  return first;
}
