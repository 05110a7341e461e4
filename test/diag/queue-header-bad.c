// RUN: %verify %s
// A queue with head, tail and length whose ends drift apart.
#include <stdlib.h>

struct job {
  struct job *next;
  int id;
};
struct queue {
  struct job *head, *tail;
  unsigned len;
};

/* An empty queue has no tail to write to. */
void queue_append(struct queue *q, struct job *j) {
  j->next = NULL;
  if (q->head == NULL)
    q->head = j;
  q->tail->next = j; // expected-warning {{[heapabs-null-deref]}}
  q->tail = j;
  q->len++;
}

/* Removing the only job leaves the tail behind; the next append writes to it. */
void queue_replace_first(struct queue *q, struct job *fresh) {
  struct job *old = q->head;
  if (old) {
    q->head = old->next;
    q->len--;
    free(old);
  }
  fresh->next = NULL;
  if (q->tail)
    q->tail->next = fresh; // expected-warning {{[heapabs-use-after-free]}}
  else
    q->head = fresh;
  q->tail = fresh;
  q->len++;
}

/* An empty `to` has no tail. */
void queue_concat(struct queue *to, struct queue *from) {
  if (!from->head)
    return;
  if (!to->head)
    to->head = from->head;
  to->tail->next = from->head; // expected-warning {{[heapabs-null-deref]}}
  to->tail = from->tail;
  from->head = from->tail = NULL;
}
