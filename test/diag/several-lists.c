// RUN: %verify %s
// Nodes that are in several lists at a time, each by an entry of its own.
// expected-no-diagnostics
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

struct conn {
  int fd;
  char *buffer;
  TAILQ_ENTRY(conn) link;
  LIST_ENTRY(conn) hash;
  SLIST_ENTRY(conn) spare;
  STAILQ_ENTRY(conn) wait;
};
TAILQ_HEAD(conns, conn);
LIST_HEAD(bucket, conn);
SLIST_HEAD(spares, conn);
STAILQ_HEAD(waiters, conn);

struct server {
  struct conns all;
  struct bucket table[16];
  struct spares spare;
  struct waiters waiting;
  int count;
};

struct conn *conn_get(struct server *s) {
  struct conn *c = SLIST_FIRST(&s->spare);
  if (c)
    SLIST_REMOVE_HEAD(&s->spare, spare);
  else if (!(c = malloc(sizeof *c)))
    return NULL;
  memset(c, 0, sizeof *c);
  return c;
}

void conn_add(struct server *s, struct conn *c, int fd) {
  c->fd = fd;
  TAILQ_INSERT_TAIL(&s->all, c, link);
  LIST_INSERT_HEAD(&s->table[(unsigned)fd % 16], c, hash);
  s->count++;
}

struct conn *conn_find(struct server *s, int fd) {
  struct conn *c;
  LIST_FOREACH(c, &s->table[(unsigned)fd % 16], hash)
    if (c->fd == fd)
      return c;
  return NULL;
}

void conn_put(struct server *s, struct conn *c) {
  TAILQ_REMOVE(&s->all, c, link);
  LIST_REMOVE(c, hash);
  s->count--;
  free(c->buffer);
  c->buffer = NULL;
  SLIST_INSERT_HEAD(&s->spare, c, spare);
}

void server_clear(struct server *s) {
  struct conn *c;
  while ((c = TAILQ_FIRST(&s->all))) {
    TAILQ_REMOVE(&s->all, c, link);
    free(c->buffer);
    free(c);
  }
}

void spare_clear(struct server *s) {
  struct conn *c;
  while ((c = SLIST_FIRST(&s->spare))) {
    SLIST_REMOVE_HEAD(&s->spare, spare);
    free(c);
  }
}

struct conn *wait_pop(struct server *s) {
  struct conn *c = STAILQ_FIRST(&s->waiting);
  if (c)
    STAILQ_REMOVE_HEAD(&s->waiting, wait);
  return c;
}

/* A first entry that is a node itself, and is where an empty list ends. */
struct item {
  struct item *next;
  int v;
};
struct items {
  struct item before_first;
  struct item *last;
};

void items_push(struct items *l, struct item *n) {
  n->next = NULL;
  l->last->next = n;
  l->last = n;
}

struct item *items_pop(struct items *l) {
  struct item *n = l->before_first.next;
  if (!n)
    return NULL;
  l->before_first.next = n->next;
  if (l->last == n)
    l->last = &l->before_first;
  return n;
}
