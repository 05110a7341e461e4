// RUN: %diff %s
// Nested structs, anonymous members, &x->f, offsets of addresses, struct results.
#include <stddef.h>
#include <stdlib.h>
struct point {
  short x, y;
};
struct shape {
  char tag;
  struct {
    struct point from, to;
    union {
      int number;
      unsigned bits;
    };
  } line;
  struct shape *next;
};

int width(const struct shape *s) { return s->line.to.x - s->line.from.x; }

struct point *corner(struct shape *s, int which) {
  return which ? &s->line.to : &s->line.from;
}

void move(struct shape *s, short by) {
  for (; s; s = s->next) {
    struct point *p = &s->line.from;
    p->x += by;
    p[1].y -= by;
    s->line.number = s->tag;
  }
}

/* The address of a field of null is an address; its use fails. */
short *null_address(struct shape *s) { return &s->line.to.y; }

short null_use(struct shape *s) {
  short *y = null_address(s);
  return *y;
}

struct point middle(struct point a, struct point b) {
  struct point m = {(short)((a.x + b.x) / 2), (short)((a.y + b.y) / 2)};
  return m;
}

int use_middle(struct shape *s) {
  struct point m = middle(s->line.from, s->line.to);
  s->line.from = m;
  return m.x * 100 + m.y;
}

struct shape **last_link(struct shape *s) {
  struct shape **link = &s->next;
  while (*link)
    link = &(*link)->next;
  return link;
}

#ifdef NATIVE
#include "native.h"
#define SHAPES(n)                                                                        \
  LIST(struct shape, next, n, {                                                          \
    it->tag = PICK(-1, 5);                                                               \
    it->line.to.x = PICK(0, 32767);                                                      \
    it->line.from.x = PICK(-32768, 3);                                                   \
    it->line.to.y = 11;                                                                  \
  })
DIFF(width) { RUN(width, SHAPES(1)); }
DIFF(corner) { RUN(corner, SHAPES(1), CHOOSE(2)); }
DIFF(move) { VRUN(move, SHAPES(2), PICK(1, -1)); }
DIFF(null_use) { RUN(null_use, SHAPES(1)); }
DIFF(use_middle) { RUN(use_middle, SHAPES(1)); }
DIFF(last_link) { RUN(last_link, SHAPES(3)); }
#endif
