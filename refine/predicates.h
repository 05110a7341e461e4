/* The predicate families of seed 003 (Table 1), instantiated over the pointers that are
 * live at a cut point.
 *
 * A pointer is a variable, or a field of a header that a variable points to
 * (`q->head`). Families: equality, ⟨f⟩ and ⟨f*⟩; what the program itself compares;
 * alloc and its universal form `stable`; what memory at large is like; disjointness;
 * who still holds what this run allocated.  Cheap ones come first: generalisation drops
 * from the end. */
#ifndef HEAPABS_REFINE_PREDICATES_H
#define HEAPABS_REFINE_PREDICATES_H

#include "../domain/sym.h"
#include "../domain/view.h"

struct ha_live;
struct ha_vocab;

struct ha_predicate_options {
  const ha_term_vec *init; /* conjuncts about memory at large, as candidates */
  const struct ha_pieces *pieces;
};

ha_term_vec ha_predicates_at(struct ha_vocab *vocab, const struct ha_live *live,
                             ha_loc loc, const struct ha_predicate_options *options);
/* The pointers the predicates speak of: their values must be known in a model. */
ha_term_vec ha_predicate_pointers(struct ha_vocab *vocab, const struct ha_live *live,
                                  ha_loc loc);

#endif
