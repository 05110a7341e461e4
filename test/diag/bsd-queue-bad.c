// RUN: %verify %s
// The lists of <sys/queue.h>, misused.
#include <stdlib.h>
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

/* The loop's step reads what its body has freed. */
void items_clear(struct items *q) {
  struct item *it;
  TAILQ_FOREACH(it, q, link) { // expected-warning {{[heapabs-use-after-free]}}
    free(it->name);
    free(it);
  }
  TAILQ_INIT(q);
}

/* Nobody says that there is a last one. */
int last_id(struct items *q) {
  return TAILQ_LAST(q, items)->id; // expected-warning {{[heapabs-null-deref]}}
}

/* Unlinked after it is gone. */
void conn_close(struct conn *c) {
  free(c);
  LIST_REMOVE(c, all); // expected-warning {{[heapabs-use-after-free]}}
}

/* Used after the search has failed. */
void conn_drop(struct conns *l, int fd) {
  struct conn *c;
  LIST_FOREACH(c, l, all)
    if (c->fd == fd)
      break;
  LIST_REMOVE(c, all); // expected-warning {{[heapabs-null-deref]}}
  free(c);
}

/* The head of an empty queue is taken. */
int job_level(struct jobs *q) {
  struct job *j = STAILQ_FIRST(q);
  STAILQ_REMOVE_HEAD(q, link); // expected-warning {{[heapabs-null-deref]}}
  return j->level;
}

/* The queue is full of levels, the new job is lost. */
int job_put(struct jobs *q, int level) {
  struct job *j = malloc(sizeof *j), *p;
  if (!j)
    return -1;
  j->level = level;
  STAILQ_FOREACH(p, q, link)
    if (p->level == level)
      return 0; // expected-warning {{[heapabs-leak]}}
  STAILQ_INSERT_TAIL(q, j, link);
  return 1;
}
