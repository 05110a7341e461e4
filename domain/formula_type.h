/* C types in formulas: by their spelling, and of terms. */
#ifndef HEAPABS_DOMAIN_FORMULA_TYPE_H
#define HEAPABS_DOMAIN_FORMULA_TYPE_H

#include "../gcl/types.h"
#include "formula_syntax.h"

struct ha_vocab;

/* The type that the tokens [first, last) spell; 0 if none. */
ha_type ha_formula_type(struct ha_arena *arena, struct ha_types *types,
                        const struct ha_marks *marks, unsigned first, unsigned last);
/* How a formula spells it: as C does, or by its number if C has no name for it. */
const char *ha_formula_type_text(struct ha_types *types, ha_type type);

/* The only field of that name, or 0; *several says whether there are more. */
ha_field ha_formula_field(const struct ha_types *types, const char *name,
                          bool *several);

#endif
