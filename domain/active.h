/* The ground terms that matter to the query at hand, by kind, in a fixed order.
 *
 * A term is active with all its parts.  Its generation says how many instantiations it
 * took to make it: what is in the query itself is of generation 0. */
#ifndef HEAPABS_DOMAIN_ACTIVE_H
#define HEAPABS_DOMAIN_ACTIVE_H

#include "../gcl/arena.h"
#include "sheet.h"
#include "term.h"

typedef HA_VEC(ha_term) ha_term_vec;

struct ha_active_mark {
  uint32_t query;     /* active in the query of this number */
  uint8_t generation; /* valid then */
};

struct ha_active {
  struct ha_arena *arena;
  struct ha_terms *terms;
  uint32_t query;        /* the number of the query */
  struct ha_sheet marks; /* by term: struct ha_active_mark */
  ha_term_vec all;
  ha_term_vec objects;   /* of sort Obj, but conditional ones; null is the first */
  ha_term_vec steps;     /* SELECT of links */
  ha_term_vec values;    /* SELECT of data and sets, APP */
  ha_term_vec atoms;     /* BTWN */
  ha_term_vec distances; /* DIST */
  ha_term_vec symbols;   /* SYM */
};

void ha_active_begin(struct ha_active *active); /* a new query: null is active */
void ha_active_add(struct ha_active *active, ha_term term, uint8_t generation);

static inline const struct ha_active_mark *
ha_active_find(const struct ha_active *active, ha_term term) {
  return (const struct ha_active_mark *)ha_sheet_find(&active->marks, term,
                                                      sizeof(struct ha_active_mark));
}
static inline bool ha_active_has(const struct ha_active *active, ha_term term) {
  const struct ha_active_mark *mark = ha_active_find(active, term);
  return mark && mark->query == active->query;
}
/* Of an active term. */
static inline uint8_t ha_active_generation(const struct ha_active *active,
                                           ha_term term) {
  return ha_active_find(active, term)->generation;
}

#endif
