// RUN: %verify %s
// A kernel-style circular intrusive list: add, delete, walk, walk while deleting.
// expected-no-diagnostics
#include <stddef.h>
#include <stdlib.h>

struct list_head {
  struct list_head *next, *prev;
};
#define container_of(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))
#define list_entry(p, type, member) container_of(p, type, member)
#define list_for_each(pos, head)                                               \
  for (pos = (head)->next; pos != (head); pos = pos->next)
#define list_for_each_safe(pos, n, head)                                       \
  for (pos = (head)->next, n = pos->next; pos != (head); pos = n, n = pos->next)

struct task {
  int pid;
  struct list_head link;
};

static inline void __list_add(struct list_head *n, struct list_head *prev,
                              struct list_head *next) {
  next->prev = n;
  n->next = next;
  n->prev = prev;
  prev->next = n;
}

void list_add(struct list_head *n, struct list_head *head) {
  __list_add(n, head, head->next);
}

void list_add_tail(struct list_head *n, struct list_head *head) {
  __list_add(n, head->prev, head);
}

void list_del(struct list_head *entry) {
  entry->next->prev = entry->prev;
  entry->prev->next = entry->next;
  entry->next = entry->prev = NULL;
}

int list_empty(const struct list_head *head) { return head->next == head; }

int count_tasks(struct list_head *head) {
  struct list_head *pos;
  int n = 0;
  list_for_each(pos, head)
    n++;
  return n;
}

void kill_tasks(struct list_head *head) {
  struct list_head *pos, *n;
  list_for_each_safe(pos, n, head) {
    struct task *t = list_entry(pos, struct task, link);
    list_del(pos);
    free(t);
  }
}

/* A list of this function's own. */
int two_tasks(void) {
  struct list_head head = {&head, &head}, *pos;
  struct task a = {1, {NULL, NULL}}, b = {2, {NULL, NULL}};
  int sum = 0;
  list_add(&a.link, &head);
  list_add_tail(&b.link, &head);
  list_for_each(pos, &head)
    sum += list_entry(pos, struct task, link)->pid;
  list_del(&a.link);
  list_del(&b.link);
  return list_empty(&head) ? sum : -1;
}
