// RUN: %verify %s
// A list with both ends and a length, iterators and callbacks, as servers have it.
// expected-no-diagnostics
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
typedef struct {
  entry *next;
  int backwards;
} iterator;

list *list_new(void) {
  list *l = malloc(sizeof *l);
  if (!l)
    return NULL;
  l->head = l->tail = NULL;
  l->release = NULL;
  l->len = 0;
  return l;
}

/* The length says when to stop. */
void list_empty(list *l) {
  entry *e = l->head, *next;
  for (unsigned long n = l->len; n; n--) {
    next = e->next;
    if (l->release)
      l->release(e->value);
    free(e);
    e = next;
  }
  l->head = l->tail = NULL;
  l->len = 0;
}

int list_push(list *l, void *value) {
  entry *e = malloc(sizeof *e);
  if (!e)
    return 0;
  e->value = value;
  e->next = NULL;
  if (l->len == 0) {
    l->head = l->tail = e;
    e->prev = NULL;
  } else {
    e->prev = l->tail;
    l->tail->next = e;
    l->tail = e;
  }
  l->len++;
  return 1;
}

void list_unlink(list *l, entry *e) {
  if (e->prev)
    e->prev->next = e->next;
  else
    l->head = e->next;
  if (e->next)
    e->next->prev = e->prev;
  else
    l->tail = e->prev;
  e->next = e->prev = NULL;
  l->len--;
}

entry *list_step(iterator *i) {
  entry *e = i->next;
  if (e)
    i->next = i->backwards ? e->prev : e->next;
  return e;
}

entry *list_search(list *l, const void *value) {
  iterator i = {l->head, 0};
  entry *e;
  while ((e = list_step(&i)) != NULL)
    if (e->value == value)
      return e;
  return NULL;
}

int list_drop(list *l, const void *value) {
  entry *e = list_search(l, value);
  if (!e)
    return 0;
  list_unlink(l, e);
  free(e);
  return 1;
}

/* The last becomes the first. */
void list_rotate(list *l) {
  if (l->len < 2)
    return;
  entry *e = l->tail;
  l->tail = e->prev;
  l->tail->next = NULL;
  l->head->prev = e;
  e->prev = NULL;
  e->next = l->head;
  l->head = e;
}

void list_join(list *l, list *other) {
  if (other->len == 0)
    return;
  other->head->prev = l->tail;
  if (l->tail)
    l->tail->next = other->head;
  else
    l->head = other->head;
  l->tail = other->tail;
  l->len += other->len;
  other->head = other->tail = NULL;
  other->len = 0;
}
