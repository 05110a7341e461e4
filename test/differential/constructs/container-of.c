// RUN: %diff %s
// container_of by offsetof, intrusive circular lists, container arithmetic.
#include <stddef.h>
#include <stdlib.h>
#define container_of(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))

struct list_head {
  struct list_head *next, *prev;
};
struct task {
  int id;
  struct list_head all;
  char name[6];
  struct list_head ready;
};

int sum_ids(struct list_head *head) {
  int sum = 0;
  for (struct list_head *at = head->next; at != head; at = at->next)
    sum += container_of(at, struct task, all)->id;
  return sum;
}

void list_add(struct list_head *n, struct list_head *head) {
  head->next->prev = n;
  n->next = head->next;
  n->prev = head;
  head->next = n;
}

struct list_head *list_del(struct list_head *n) {
  n->next->prev = n->prev;
  n->prev->next = n->next;
  n->next = n->prev = NULL;
  return n;
}

int add_task(struct list_head *head, int id) {
  struct task *t = malloc(sizeof *t);
  if (!t)
    return -1;
  t->id = id;
  list_add(&t->all, head);
  list_add(&t->ready, &t->all);
  return 0;
}

struct task *other_member(struct list_head *all) {
  struct task *t = container_of(all, struct task, all);
  struct list_head *ready = &t->ready;
  t->name[5] = (char)t->id;
  return container_of(ready, struct task, ready);
}

void free_tasks(struct list_head *head) {
  struct list_head *at = head->next;
  while (at != head) {
    struct task *t = container_of(at, struct task, all);
    at = at->next;
    list_del(&t->all);
    free(t);
  }
}

#ifdef NATIVE
#include "native.h"
static struct list_head *tasks(unsigned max) {
  struct list_head *head = OBJECT(struct list_head, it->next = it->prev = it);
  for (unsigned n = CHOOSE(max + 1); n > 0; n--) {
    struct task *t = OBJECT(struct task, it->id = PICK(-3, 1000));
    list_add(&t->all, head);
  }
  return head;
}
DIFF(sum_ids) { RUN(sum_ids, tasks(3)); }
DIFF(list_del) { RUN(list_del, tasks(2)->next); }
DIFF(add_task) { RUN(add_task, tasks(2), 5); }
DIFF(other_member) { RUN(other_member, CHOOSE(2) ? tasks(2)->next : NULL); }
DIFF(free_tasks) { VRUN(free_tasks, tasks(3)); }
#endif
