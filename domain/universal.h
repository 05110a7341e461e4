/* Which instances of a universal a heap breaks. */
#ifndef HEAPABS_DOMAIN_UNIVERSAL_H
#define HEAPABS_DOMAIN_UNIVERSAL_H

#include "../gcl/arena.h"
#include "term.h"

struct ha_structure;
struct ha_view;

enum { HA_TUPLE = 4 }; /* quantifiers directly inside each other, taken together */

/* Values for the variables of nested universals, outermost first. */
struct ha_tuple {
  ha_term at[HA_TUPLE];
  unsigned count;
};

struct ha_tuples {
  struct ha_arena *arena;
  HA_VEC(struct ha_tuple) list;
  unsigned limit;
};

/* Adds up to `limit` tuples at which the heap, built from the view, breaks the closed
 * universal; objects are named by the terms that stand for their class, integers by
 * active terms. */
void ha_universal_broken(const struct ha_view *view, struct ha_structure *heap,
                         ha_term forall, struct ha_tuples *tuples);

#endif
