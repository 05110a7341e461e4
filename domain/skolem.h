/* Quantifiers out of formulas: a universal one becomes a proxy symbol, an existential
 * one a witness symbol, one of each per quantifier.  One that decides a conditional
 * term becomes a symbol with a definition.
 *
 * Symbols may be declared parameters: they stand for variables of enclosing
 * quantifiers, and what is invented for a quantifier in which they occur is a function
 * of them. */
#ifndef HEAPABS_DOMAIN_SKOLEM_H
#define HEAPABS_DOMAIN_SKOLEM_H

#include "term.h"

struct ha_skolem;

struct ha_skolem *ha_skolem_new(struct ha_terms *terms);
/* A quantifier-free formula that holds exactly where, for some choice of the witnesses,
 * with each proxy implying its quantifier and all definitions, `formula` does.  The
 * formula must be closed and unfolded (unfold.h). */
ha_term ha_skolemise(struct ha_skolem *skolem, ha_term formula);
/* Before any formula in which it occurs. */
void ha_skolem_parameter(struct ha_skolem *skolem, ha_symbol symbol);

/* What was invented, in order.  A row without a symbol: more parameters than a symbol
 * can have, and no formula that is weaker; then nothing may be concluded. */
struct ha_skolem_row {
  enum { HA_SKOLEM_PROXY, HA_SKOLEM_WITNESS, HA_SKOLEM_CONDITION } is;
  ha_symbol symbol;
  ha_term forall;             /* PROXY implies it; WITNESS breaks it if anything does */
  struct ha_symbol_list args; /* parameters */
};
unsigned ha_skolem_count(const struct ha_skolem *skolem);
const struct ha_skolem_row *ha_skolem_row(const struct ha_skolem *skolem, unsigned i);
const struct ha_skolem_row *ha_skolem_find(const struct ha_skolem *skolem,
                                           ha_symbol symbol); /* or NULL */
/* The quantifier behind a proxy symbol, or 0. */
ha_term ha_skolem_quantifier(const struct ha_skolem *skolem, ha_symbol proxy);

/* What must hold where the symbol occurs, as it stands for a condition; or 0. */
ha_term ha_skolem_definition(const struct ha_skolem *skolem, ha_symbol symbol);

#endif
