/* What the named properties of the grammar mean.
 *
 * A named term stays one term, so that engines can keep it as a predicate and people
 * can read it; ha_named_expand says it in the core of the logic: BTWN, REACHES, DIST,
 * COUNT, SELECT and quantifiers.  Sets vanish on the way: membership is said by what it
 * means, equality, inclusion and disjointness by quantifiers.  Only the equality of a
 * link or data map with another stays as it is. */
#ifndef HEAPABS_DOMAIN_NAMED_H
#define HEAPABS_DOMAIN_NAMED_H

#include "term.h"

/* The term with every named property in it replaced by its meaning.  A set or multiset
 * term that is not asked for its elements stays. */
ha_term ha_named_expand(struct ha_terms *terms, ha_term term);
/* A named property with these arguments, as named.def lists them. */
ha_term ha_named(struct ha_terms *terms, enum ha_named named, const ha_term *args,
                 unsigned count);

#endif
