// RUN: %verify %s
// Rule 4: a header comes in consistent.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

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

/* A counter beside the header counts its nodes too. */
struct titles {
  struct node *head, *tail;
};
struct screen {
  struct titles *titles;
  unsigned ntitles;
  int width;
};
void drop_title(struct screen *s) {
  while (s->ntitles > 0) {
    struct node *n = s->titles->head;
    s->titles->head = n->next;
    if (!s->titles->head)
      s->titles->tail = NULL;
    s->ntitles--;
    free(n);
  }
}

/* One that nobody steps says nothing. */
void drop_by_width(struct screen *s, struct titles *t) {
  while (s->width > 0) {
    struct node *n = t->head;
    t->head = n->next; // expected-warning {{[heapabs-null-deref]}}
    s->width /= 2;
    free(n);
  }
}
