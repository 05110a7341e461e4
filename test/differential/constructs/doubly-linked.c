// RUN: %diff %s
// Doubly linked and circular lists; a header with head, tail and length.
#include <stdlib.h>
struct dnode {
  struct dnode *prev, *next;
  short key;
};
struct queue {
  struct dnode *head, *tail;
  unsigned char len;
};

void append(struct queue *q, struct dnode *n) {
  n->next = NULL;
  n->prev = q->tail;
  if (q->tail)
    q->tail->next = n;
  else
    q->head = n;
  q->tail = n;
  q->len++;
}

struct dnode *unlink_node(struct queue *q, struct dnode *n) {
  if (n->prev)
    n->prev->next = n->next;
  else
    q->head = n->next;
  if (n->next)
    n->next->prev = n->prev;
  else
    q->tail = n->prev;
  q->len--;
  n->next = n->prev = NULL;
  return n;
}

struct dnode *pop(struct queue *q) {
  return q->len ? unlink_node(q, q->head) : NULL;
}

short ring_max(struct dnode *x) {
  short best = x->key;
  for (struct dnode *at = x->next; at != x; at = at->next)
    if (at->key > best)
      best = at->key;
  return best;
}

void ring_insert(struct dnode *at, short key) {
  struct dnode *n = calloc(1, sizeof *n);
  n->key = key;
  n->next = at->next;
  n->prev = at;
  at->next->prev = n;
  at->next = n;
}

struct dnode *ring_unlink_next(struct dnode *x) {
  struct dnode *gone = x->next;
  x->next = gone->next;
  gone->next->prev = x;
  free(gone);
  return x->key ? x : gone->prev;
}

#ifdef NATIVE
#include "native.h"
#define NODES(n) DLIST(struct dnode, next, prev, n, it->key = PICK(0, -32768, 32767))
static struct queue *queue(unsigned max) {
  return OBJECT(struct queue, {
    it->head = it->tail = NODES(max);
    for (struct dnode *at = it->head; at; at = at->next)
      it->tail = at, it->len++;
    if (it->len == 0 && CHOOSE(2))
      it->len = 255;
  });
}
static struct dnode *ring(unsigned max) {
  struct dnode *x = RING(struct dnode, next, max, it->key = PICK(0, 7)), *at = x;
  do
    at->next->prev = at, at = at->next;
  while (at != x);
  return x;
}
DIFF(append) { VRUN(append, queue(3), CHOOSE(4) ? OBJECT(struct dnode, ) : NULL); }
DIFF(unlink_node) {
  struct queue *q = queue(3);
  RUN(unlink_node, q, MEMBER(q->head, next, 3));
}
DIFF(pop) { RUN(pop, queue(3)); }
DIFF(ring_max) { RUN(ring_max, ring(3)); }
DIFF(ring_insert) { VRUN(ring_insert, ring(2), PICK(1, -1)); }
DIFF(ring_unlink_next) { RUN(ring_unlink_next, ring(3)); }
#endif
