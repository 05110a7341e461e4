// RUN: %verify %s
// A kernel-style circular intrusive list, used after its entries are gone.
#include <stddef.h>
#include <stdlib.h>

struct list_head {
  struct list_head *next, *prev;
};
#define container_of(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))
#define list_for_each(pos, head)                                               \
  for (pos = (head)->next; pos != (head); pos = pos->next)

struct task {
  int pid;
  struct list_head link;
};

void list_del(struct list_head *entry) {
  entry->next->prev = entry->prev;
  entry->prev->next = entry->next;
  entry->next = entry->prev = NULL;
}

/* Walks on from a freed task. */
void kill_tasks(struct list_head *head) {
  struct list_head *pos;
  list_for_each(pos, head) // expected-warning {{[heapabs-use-after-free]}}
    free(container_of(pos, struct task, link));
}

/* The same, on a list of its own. */
int kill_local(void) {
  struct task a = {1, {NULL, NULL}};
  struct task *t = malloc(sizeof *t);
  struct list_head *pos;
  if (!t)
    return -1;
  t->link.next = t->link.prev = &a.link;
  a.link.next = a.link.prev = &t->link;
  list_for_each(pos, &a.link) { // expected-warning {{[heapabs-use-after-free]}}
    t = container_of(pos, struct task, link);
    free(t);
  }
  return 0;
}

/* Walks on from a deleted entry: the next one to delete is null. */
void forget_all(struct list_head *head) {
  struct list_head *pos;
  list_for_each(pos, head)
    list_del(pos); // expected-warning {{[heapabs-null-deref]}}
}

/* The link is not the task: its address was never given by malloc. */
int new_and_free(void) {
  struct task *t = malloc(sizeof *t);
  struct list_head *pos;
  if (!t)
    return -1;
  pos = &t->link;
  free(pos); // expected-warning {{[heapabs-invalid-free]}}
  return 0;
}
