/* A model of the solver as a small heap: classes of equal objects, and for each link
 * who leads to whom and who reaches whom.
 *
 * The model decides only the atoms that occur.  The view completes them: what is said
 * to be reached, single steps, and their transitive closure.  The theories (theory.h)
 * compare the two; heap.h makes a whole heap of it. */
#ifndef HEAPABS_DOMAIN_VIEW_H
#define HEAPABS_DOMAIN_VIEW_H

#include "active.h"

struct ha_model;

enum { HA_NULL_CLASS = 0 };

/* One between-atom of the model, its objects as classes. */
struct ha_triple {
  unsigned x, y, z;
  bool holds;
  ha_term atom;
  unsigned next; /* with the same x and y: its index + 1, or 0 */
};

/* Two terms of one class that the model says are apart. */
struct ha_apart {
  ha_term x, y;
};

struct ha_link_view {
  ha_symbol link;
  bool asked;    /* some active term is about reaching along it */
  int *next;     /* by class: the class of f(x), or -1 if no such term occurs */
  ha_term *from; /* by class: the t of an active f(t) that says so (or its rep), or 0 */
  int8_t *said;  /* [x][y]: 1 said to be reached, -1 said not to be, 0 not said */
  ha_term *atom; /* [x][y]: the active atom that says so */
  uint64_t *reach; /* rows of bits: closure of what is said and of the steps */
  HA_VEC(struct ha_triple) triples; /* atoms B(x,y,z) with y ≠ z */
  unsigned *triple;                 /* [x][y]: the last such one, as `next` has it */
  HA_VEC(struct ha_apart) apart;    /* x = y, but not R(x,y) */
};

struct ha_view {
  struct ha_arena *arena; /* of the round */
  struct ha_terms *terms;
  struct ha_model *model;
  const struct ha_active *active;
  unsigned classes, words;
  ha_term *rep; /* by class: the first term in it */
  HA_VEC(struct ha_link_view) links;
  HA_VEC(int) class_of; /* by the model's number of an object; -1: in none */
};

/* Everything is the arena's. */
struct ha_view *ha_view_new(struct ha_arena *arena, struct ha_model *model,
                            const struct ha_active *active);
/* The class of a ground object term; null's if the model leaves it open. */
unsigned ha_view_class(const struct ha_view *view, ha_term object);
/* NULL if no active term is about it. */
const struct ha_link_view *ha_view_link(const struct ha_view *view, ha_symbol link);

static inline bool ha_link_reaches(const struct ha_view *view,
                                   const struct ha_link_view *link, unsigned x,
                                   unsigned y) {
  return link->reach[x * view->words + y / 64] >> y % 64 & 1;
}
static inline int ha_link_said(const struct ha_view *view,
                               const struct ha_link_view *link, unsigned x,
                               unsigned y) {
  return link->said[x * view->classes + y];
}
/* 1 said, -1 denied, 0 nothing said of B(x,y,z) */
int ha_link_between(const struct ha_view *view, const struct ha_link_view *link,
                    unsigned x, unsigned y, unsigned z);

/* The class that x meets first, or x if it is said to reach nothing else. */
unsigned ha_link_nearest(const struct ha_view *view, const struct ha_link_view *link,
                         unsigned x);

#endif
