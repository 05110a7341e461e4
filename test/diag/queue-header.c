// RUN: %verify %s
// A queue with head, tail and length: both ends stay consistent.
// expected-no-diagnostics
#include <stdlib.h>

struct job {
  struct job *next;
  int id;
};
struct queue {
  struct job *head, *tail;
  unsigned len;
};

void queue_init(struct queue *q) {
  q->head = q->tail = NULL;
  q->len = 0;
}

void queue_append(struct queue *q, struct job *j) {
  j->next = NULL;
  if (q->head == NULL)
    q->head = j;
  else
    q->tail->next = j;
  q->tail = j;
  q->len++;
}

struct job *queue_take(struct queue *q) {
  struct job *j = q->head;
  if (j == NULL)
    return NULL;
  q->head = j->next;
  if (q->head == NULL)
    q->tail = NULL;
  q->len--;
  return j;
}

/* Moves all of `from` behind `to`. */
void queue_concat(struct queue *to, struct queue *from) {
  if (!from->head)
    return;
  if (to->tail)
    to->tail->next = from->head;
  else
    to->head = from->head;
  to->tail = from->tail;
  to->len += from->len;
  queue_init(from);
}

void queue_clear(struct queue *q) {
  struct job *j;
  while ((j = queue_take(q)))
    free(j);
}

/* The first becomes the last. */
void queue_rotate(struct queue *q) {
  struct job *j = queue_take(q);
  if (j)
    queue_append(q, j);
}
