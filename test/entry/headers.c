// RUN: %verify %s
// Rule 4: a header comes in consistent.
#include <assert.h>
#include <stddef.h>

struct node {
  struct node *next;
  int v;
};
struct queue {
  struct node *head, *tail;
  unsigned len;
};

/* Both ends are null or neither is; the tail is the last node; len counts. */
void append(struct queue *q, struct node *n) {
  n->next = NULL;
  if (q->tail) {
    assert(q->head);
    assert(!q->tail->next);
    q->tail->next = n;
  } else {
    assert(!q->head);
    q->head = n;
  }
  q->tail = n;
  q->len++;
}

/* A counter that is not zero counts somebody. */
int take(struct queue *q, struct node **out) {
  struct node *n = q->head;
  if (q->len == 0)
    return 0;
  *out = n;
  q->head = n->next;
  if (--q->len == 0)
    q->tail = NULL;
  return 1;
}

/* The queue may be empty … */
int peek(struct queue *q) {
  if (q->head != NULL)
    q->head->v++;
  return q->tail->v; // expected-warning {{[heapabs-null-deref]}}
}

/* … or have one node, whose successor is not the tail. */
int second(struct queue *q) {
  if (!q->head)
    return 0;
  return q->head->next->v; // expected-warning {{[heapabs-null-deref]}}
}
