/* The ground terms that matter to the query at hand, by kind, in a fixed order.
 *
 * A term is active with all its parts.  Its generation says how many instantiations it
 * took to make it: what is in the query itself is of generation 0. */
#ifndef HEAPABS_DOMAIN_ACTIVE_H
#define HEAPABS_DOMAIN_ACTIVE_H

#include "../gcl/arena.h"
#include "term.h"

typedef HA_VEC(ha_term) ha_term_vec;

struct ha_active {
  struct ha_arena *arena;
  struct ha_terms *terms;
  uint32_t query;             /* the number of the query */
  HA_VEC(uint32_t) stamp;     /* by term: active in the query of this number */
  HA_VEC(uint8_t) generation; /* by term, valid while stamped */
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

static inline bool ha_active_has(const struct ha_active *active, ha_term term) {
  return term < active->stamp.count && active->stamp.at[term] == active->query;
}
static inline uint8_t ha_active_generation(const struct ha_active *active,
                                           ha_term term) {
  return active->generation.at[term];
}

#endif
