// RUN: %verify %s
// Macro lists whose first node's prev is the last node, while next ends with null.
// expected-no-diagnostics
#include <stdlib.h>

struct el {
  int v;
  struct el *next, *prev;
};

#define APPEND(head, e)                                                                \
  do {                                                                                 \
    (e)->next = NULL;                                                                  \
    if (head) {                                                                        \
      (e)->prev = (head)->prev;                                                        \
      (head)->prev->next = (e);                                                        \
      (head)->prev = (e);                                                              \
    } else {                                                                           \
      (e)->prev = (e);                                                                 \
      (head) = (e);                                                                    \
    }                                                                                  \
  } while (0)
#define DELETE(head, e)                                                                \
  do {                                                                                 \
    if ((e)->prev == (e)) {                                                            \
      (head) = NULL;                                                                   \
    } else if ((e) == (head)) {                                                        \
      (e)->next->prev = (e)->prev;                                                     \
      (head) = (e)->next;                                                              \
    } else {                                                                           \
      (e)->prev->next = (e)->next;                                                     \
      if ((e)->next)                                                                   \
        (e)->next->prev = (e)->prev;                                                   \
      else                                                                             \
        (head)->prev = (e)->prev;                                                      \
    }                                                                                  \
  } while (0)

struct el *add(struct el *head, int v) {
  struct el *e = malloc(sizeof *e);
  if (!e)
    return head;
  e->v = v;
  APPEND(head, e);
  return head;
}

struct el *take(struct el *head, struct el *e) {
  DELETE(head, e);
  return head;
}

void clear(struct el *head) {
  struct el *e, *next;
  for (e = head; e; e = next) {
    next = e->next;
    DELETE(head, e);
    free(e);
  }
}
