/* The entry policy as formulas: what may be assumed of the state in which a function is
 * called.  Every conjunct is weaker than, or equal to, what entry.h promises. */
#ifndef HEAPABS_REFINE_INIT_H
#define HEAPABS_REFINE_INIT_H

#include "../domain/view.h"

struct ha_entry;
struct ha_vocab;

/* Conjuncts over the vocabulary; call it when the program's symbols have been made
 * (ha_sym_pieces). */
ha_term_vec ha_init_formulas(struct ha_vocab *vocab, const struct ha_entry *entry,
                             bool initial_globals);

/* What they say of who points where, in words; NULL if nothing. */
const char *ha_init_ownership(struct ha_vocab *vocab, const struct ha_entry *entry,
                              bool initial_globals);

#endif
