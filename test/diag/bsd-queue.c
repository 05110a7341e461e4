// RUN: %verify %s
// The lists of <sys/queue.h>: all four kinds, used as the manual page says.
// expected-no-diagnostics
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

struct item {
  int id;
  char *name;
  TAILQ_ENTRY(item) link;
};
TAILQ_HEAD(items, item);

struct conn {
  int fd;
  LIST_ENTRY(conn) all;
};
LIST_HEAD(conns, conn);

struct job {
  int level;
  STAILQ_ENTRY(job) link;
};
STAILQ_HEAD(jobs, job);

struct mark {
  int at;
  SLIST_ENTRY(mark) link;
};
SLIST_HEAD(marks, mark);

struct item *item_find(struct items *q, int id) {
  struct item *it;
  TAILQ_FOREACH(it, q, link)
    if (it->id == id)
      return it;
  return NULL;
}

int item_add(struct items *q, int id, const char *name) {
  struct item *it = calloc(1, sizeof *it);
  if (it == NULL)
    return -1;
  it->id = id;
  it->name = strdup(name);
  if (it->name == NULL) {
    free(it);
    return -1;
  }
  TAILQ_INSERT_TAIL(q, it, link);
  return 0;
}

int item_drop(struct items *q, int id) {
  struct item *it = item_find(q, id);
  if (!it)
    return -1;
  TAILQ_REMOVE(q, it, link);
  free(it->name);
  free(it);
  return 0;
}

void items_clear(struct items *q) {
  struct item *it;
  while ((it = TAILQ_FIRST(q)) != NULL) {
    TAILQ_REMOVE(q, it, link);
    free(it->name);
    free(it);
  }
}

struct item *items_last(struct items *q) { return TAILQ_LAST(q, items); }

void items_join(struct items *a, struct items *b) { TAILQ_CONCAT(a, b, link); }

void conn_close(struct conn *c) {
  LIST_REMOVE(c, all);
  free(c);
}

void conns_close(struct conns *l, int fd) {
  struct conn *c, *next;
  for (c = LIST_FIRST(l); c != NULL; c = next) {
    next = LIST_NEXT(c, all);
    if (c->fd == fd)
      conn_close(c);
  }
}

void conn_insert(struct conns *l, struct conn *c) {
  struct conn *p, *before = NULL;
  LIST_FOREACH(p, l, all) {
    if (p->fd > c->fd) {
      LIST_INSERT_BEFORE(p, c, all);
      return;
    }
    before = p;
  }
  if (before)
    LIST_INSERT_AFTER(before, c, all);
  else
    LIST_INSERT_HEAD(l, c, all);
}

void job_put(struct jobs *q, struct job *j) { STAILQ_INSERT_TAIL(q, j, link); }

struct job *job_get(struct jobs *q) {
  struct job *j = STAILQ_FIRST(q);
  if (j != NULL)
    STAILQ_REMOVE_HEAD(q, link);
  return j;
}

void mark_remove(struct marks *l, struct mark *m) { SLIST_REMOVE(l, m, mark, link); }
