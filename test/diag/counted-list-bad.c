// RUN: %verify %s
// A list with both ends and a length: lengths that are not asked, or are off by one.
#include <stdlib.h>

typedef struct entry {
  struct entry *prev, *next;
  void *value;
} entry;
typedef struct {
  entry *head, *tail;
  void (*release)(void *value);
  unsigned long len;
} list;

/* One entry is too few to rotate. */
void list_rotate(list *l) {
  if (l->len == 0)
    return;
  entry *e = l->tail;
  l->tail = e->prev;
  l->tail->next = NULL; // expected-warning {{[heapabs-null-deref]}}
  l->head->prev = e;
  e->prev = NULL;
  e->next = l->head;
  l->head = e;
}

/* One step too many. */
void *list_at(list *l, unsigned long index) {
  entry *e = l->head;
  if (index > l->len)
    return NULL;
  while (index--)
    e = e->next;
  return e->value; // expected-warning {{[heapabs-null-deref]}}
}

void list_empty(list *l) {
  for (entry *e = l->head; e; e = e->next) { // expected-warning {{[heapabs-use-after-free]}}
    if (l->release)
      l->release(e->value);
    free(e);
  }
  l->head = l->tail = NULL;
  l->len = 0;
}

/* Two entries at least have a second one; a third is another matter. */
void *list_third(list *l) {
  if (l->len > 1)
    return l->head->next->next->value; // expected-warning {{[heapabs-null-deref]}}
  return NULL;
}

/* The other list may be empty. */
void list_join(list *l, list *other) {
  other->head->prev = l->tail; // expected-warning {{[heapabs-null-deref]}}
  if (l->tail)
    l->tail->next = other->head;
  else
    l->head = other->head;
  l->tail = other->tail;
  l->len += other->len;
}

/* The value is lost with its entry. */
int list_push_copy(list *l, int value) {
  int *copy = malloc(sizeof *copy);
  entry *e = malloc(sizeof *e);
  if (!copy || !e) {
    free(e);
    return 0; // expected-warning {{[heapabs-leak]}}
  }
  *copy = value;
  e->value = copy;
  e->prev = NULL;
  e->next = l->head;
  if (l->head)
    l->head->prev = e;
  else
    l->tail = e;
  l->head = e;
  l->len++;
  return 1;
}
