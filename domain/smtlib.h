/* Terms as SMT-LIB text.  Symbols are quoted and prefixed by what they are, so that no
 * name of a program means anything to a solver: `|s next|` the symbol or map,
 * `|B next|` between along it, `|D next|` distance along it.  What occurs twice in a
 * term is written once (`let`). */
#ifndef HEAPABS_DOMAIN_SMTLIB_H
#define HEAPABS_DOMAIN_SMTLIB_H

#include "term.h"
#include <stdio.h>

/* The term must be quantifier-free, its maps symbols (expand.h). */
void ha_smtlib_term(FILE *out, const struct ha_terms *terms, ha_term term);
/* `prefix` is one word. */
void ha_smtlib_name(FILE *out, const char *prefix, const char *name);
/* Has every operator in it a text? */
bool ha_smtlib_can(const struct ha_terms *terms, ha_term term);

/* All declarations that these terms need, each symbol once. */
struct ha_smtlib_uses;
struct ha_smtlib_uses *ha_smtlib_uses_new(struct ha_terms *terms);
void ha_smtlib_use(struct ha_smtlib_uses *uses, ha_term term);
void ha_smtlib_use_symbol(struct ha_smtlib_uses *uses, ha_symbol symbol);
/* Not a symbol of the file's, but a name that is bound where it is used. */
void ha_smtlib_bind(struct ha_smtlib_uses *uses, ha_symbol symbol);
void ha_smtlib_declare(FILE *out, const struct ha_smtlib_uses *uses);

const char *ha_smtlib_sort(enum ha_sort sort); /* of a value: Obj, Int, Bool */

#endif
