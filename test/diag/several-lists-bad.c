// RUN: %verify %s
// Nodes that are in several lists at a time, taken out of too few of them.
#include <stdlib.h>
#include <sys/queue.h>

struct conn {
  int fd;
  char *buffer;
  TAILQ_ENTRY(conn) link;
  LIST_ENTRY(conn) hash;
  STAILQ_ENTRY(conn) wait;
};
TAILQ_HEAD(conns, conn);
LIST_HEAD(bucket, conn);
STAILQ_HEAD(waiters, conn);

/* Still in the queue when it is freed, first of all where the end is. */
void conns_replace_first(struct conns *q, struct conn *x) {
  struct conn *c = TAILQ_FIRST(q);
  if (!c)
    return;
  free(c);
  TAILQ_INSERT_TAIL(q, x, link); // expected-warning {{[heapabs-use-after-free]}}
}

/* The next one is asked for after the free. */
void conns_clear(struct conns *q) {
  struct conn *c;
  TAILQ_FOREACH(c, q, link) // expected-warning {{[heapabs-use-after-free]}}
    free(c);
  TAILQ_INIT(q);
}

/* One connection has no second. */
int second_fd(struct conns *q) {
  if (TAILQ_EMPTY(q))
    return -1;
  return TAILQ_NEXT(TAILQ_FIRST(q), link)->fd; // expected-warning {{[heapabs-null-deref]}}
}

/* Freed before it is taken out. */
void waiters_clear(struct waiters *q) {
  while (!STAILQ_EMPTY(q)) {
    free(STAILQ_FIRST(q));
    STAILQ_REMOVE_HEAD(q, wait); // expected-warning {{[heapabs-use-after-free]}}
  }
}

struct item {
  struct item *next;
  int v;
};
struct items {
  struct item before_first;
  struct item *last;
};

/* The last one goes, and stays the last. */
void items_pop_push(struct items *l, struct item *n) {
  struct item *first = l->before_first.next;
  if (first) {
    l->before_first.next = first->next;
    free(first);
  }
  n->next = NULL;
  l->last->next = n; // expected-warning {{[heapabs-use-after-free]}}
  l->last = n;
}
