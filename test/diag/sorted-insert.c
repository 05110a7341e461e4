// RUN: %verify %s
// Insertion into a sorted list: through a pointer to pointer, with a trailing
// pointer, and with a dummy head on the stack.
// expected-no-diagnostics
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};

int insert_pp(struct node **list, int key) {
  struct node **link = list, *fresh = malloc(sizeof *fresh);
  if (!fresh)
    return -1;
  while (*link && (*link)->key < key)
    link = &(*link)->next;
  fresh->key = key;
  fresh->next = *link;
  *link = fresh;
  return 0;
}

struct node *insert_trailing(struct node *list, struct node *fresh) {
  struct node *prev = NULL, *cur = list;
  while (cur != NULL && cur->key < fresh->key) {
    prev = cur;
    cur = cur->next;
  }
  fresh->next = cur;
  if (prev == NULL)
    return fresh;
  prev->next = fresh;
  return list;
}

struct node *insert_dummy(struct node *list, struct node *fresh) {
  struct node dummy = {0, list}, *p = &dummy;
  while (p->next && p->next->key < fresh->key)
    p = p->next;
  fresh->next = p->next;
  p->next = fresh;
  return dummy.next;
}
