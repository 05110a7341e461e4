/* The predicate families of seed 003 (Table 1), instantiated over the pointers that are
 * live at a cut point.
 *
 * A pointer is a variable, a field of a header that a variable points to (`q->head`),
 * or a parameter's value at the entry that a contract speaks of.  The families are the
 * rows of families.def.  By default all are on except `ls`; `sorted` and `rev` have
 * members only for the fields that a contract uses so, unless they are asked for by
 * name. */
#ifndef HEAPABS_REFINE_PREDICATES_H
#define HEAPABS_REFINE_PREDICATES_H

#include "../domain/sym.h"
#include "../domain/view.h"
#include "families.h"

struct ha_entry;
struct ha_live;
struct ha_vocab;

struct ha_predicate_options {
  const ha_term_vec *init; /* conjuncts about memory at large, as candidates */
  const struct ha_entry *entry;
  const struct ha_pieces *pieces;
  unsigned families; /* 0: the default */
};

ha_term_vec ha_predicates_at(struct ha_vocab *vocab, const struct ha_live *live,
                             ha_loc loc, const struct ha_predicate_options *options);
/* The pointers the predicates speak of: their values must be known in a model. */
ha_term_vec ha_predicate_pointers(struct ha_vocab *vocab, const struct ha_live *live,
                                  ha_loc loc);

#endif
