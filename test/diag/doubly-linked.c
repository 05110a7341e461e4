// RUN: %verify %s
// A null-terminated doubly linked list: ends and middle are treated alike.
// expected-no-diagnostics
#include <stdlib.h>

struct dnode {
  struct dnode *next, *prev;
  int value;
};

void insert_after(struct dnode *pos, struct dnode *fresh) {
  fresh->prev = pos;
  fresh->next = pos->next;
  if (pos->next)
    pos->next->prev = fresh;
  pos->next = fresh;
}

struct dnode *push_front(struct dnode *list, struct dnode *fresh) {
  fresh->prev = NULL;
  fresh->next = list;
  if (list)
    list->prev = fresh;
  return fresh;
}

void unlink_node(struct dnode *n) {
  if (n->prev)
    n->prev->next = n->next;
  if (n->next)
    n->next->prev = n->prev;
  n->next = n->prev = NULL;
}

struct dnode *remove_value(struct dnode *list, int value) {
  for (struct dnode *p = list; p; p = p->next)
    if (p->value == value) {
      if (p == list)
        list = p->next;
      unlink_node(p);
      free(p);
      return list;
    }
  return list;
}

/* From any node, both ways. */
int count_around(const struct dnode *n) {
  int count = 0;
  for (const struct dnode *p = n; p; p = p->next)
    count++;
  for (const struct dnode *p = n; p; p = p->prev)
    count++;
  return count;
}

struct dnode *reverse(struct dnode *list) {
  struct dnode *first = NULL;
  while (list) {
    struct dnode *next = list->next;
    list->next = list->prev;
    list->prev = next;
    first = list;
    list = next;
  }
  return first;
}
