// RUN: %verify %s
// A state machine driven by a list of events.
// expected-no-diagnostics
#include <stdlib.h>

enum kind { OPEN, DATA, CLOSE };
struct event {
  enum kind kind;
  struct event *next;
};
struct session {
  int bytes;
};

int replay(const struct event *e) {
  struct session *s = NULL;
  int total = 0;
  for (; e; e = e->next) {
    switch (e->kind) {
    case OPEN:
      if (s)
        break;
      s = calloc(1, sizeof *s);
      if (!s)
        return -1;
      break;
    case DATA:
      if (s)
        s->bytes++;
      break;
    case CLOSE:
      if (!s)
        continue;
      total += s->bytes;
      free(s);
      s = NULL;
      break;
    default:
      goto out;
    }
  }
out:
  free(s);
  return total;
}

/* Nodes that carry flags choose what happens to them. */
enum { DEAD = 1, PINNED = 2 };
struct obj {
  unsigned flags;
  struct obj *next;
};

struct obj *sweep(struct obj *list) {
  struct obj **pp = &list;
  while (*pp) {
    struct obj *o = *pp;
    switch (o->flags & (DEAD | PINNED)) {
    case DEAD:
      *pp = o->next;
      free(o);
      continue;
    case DEAD | PINNED:
      o->flags &= ~(unsigned)DEAD;
      /* fall through */
    default:
      pp = &o->next;
    }
  }
  return list;
}
