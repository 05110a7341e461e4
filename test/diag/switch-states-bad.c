// RUN: %verify %s
// A state machine driven by a list of events, in an order nobody thought of.
#include <stdlib.h>

enum kind { OPEN, DATA, CLOSE };
struct event {
  enum kind kind;
  struct event *next;
};
struct session {
  int bytes;
};

/* data before open */
int replay(const struct event *e) {
  struct session *s = NULL;
  int total = 0;
  for (; e; e = e->next) {
    switch (e->kind) {
    case OPEN:
      if (!s)
        s = calloc(1, sizeof *s);
      if (!s)
        return -1;
      break;
    case DATA:
      s->bytes++; // expected-warning {{[heapabs-null-deref]}}
      break;
    case CLOSE:
      if (s)
        total += s->bytes;
      free(s);
      s = NULL;
      break;
    }
  }
  free(s);
  return total;
}

/* close twice */
int replay_twice(const struct event *e) {
  struct session *s = malloc(sizeof *s);
  if (!s)
    return -1;
  for (; e; e = e->next)
    switch (e->kind) {
    case CLOSE:
      free(s); // expected-warning {{[heapabs-double-free]}}
      break;
    default:
      break;
    }
  return 0; // expected-warning {{[heapabs-leak]}}
}

enum { DEAD = 1, PINNED = 2 };
struct obj {
  unsigned flags;
  struct obj *next;
};

/* A dead object falls through into the case of the living. */
struct obj *sweep(struct obj *list) {
  struct obj **pp = &list;
  while (*pp) {
    struct obj *o = *pp;
    switch (o->flags & (DEAD | PINNED)) {
    case DEAD:
      *pp = o->next;
      free(o);
    default:
      o->flags &= ~(unsigned)DEAD; // expected-warning {{[heapabs-use-after-free]}}
      pp = &o->next;
    }
  }
  return list;
}
