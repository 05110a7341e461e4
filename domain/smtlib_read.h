/* SMT-LIB text back to terms: exactly what smtlib.h writes, in a term table that has
 * all the symbols already.  Nothing is made up: an unknown name is a mistake. */
#ifndef HEAPABS_DOMAIN_SMTLIB_READ_H
#define HEAPABS_DOMAIN_SMTLIB_READ_H

#include "sexpr.h"
#include "term.h"

struct ha_smtlib_bound {
  const char *name;
  ha_term term;
};

struct ha_smtlib_reader {
  struct ha_arena *arena;
  struct ha_terms *terms;
  struct ha_text_error *error;
  HA_VEC(struct ha_smtlib_bound) bound; /* by let; innermost last */
};

/* 0 on a mistake, then *error is set. */
ha_term ha_smtlib_read(struct ha_smtlib_reader *reader, const struct ha_sexpr *expr);
/* The symbol called `|PREFIX NAME|`, or 0. */
ha_symbol ha_smtlib_symbol(const struct ha_smtlib_reader *reader,
                           const struct ha_sexpr *expr, const char *prefix);
/* NAME of `|PREFIX NAME|`, or NULL. */
const char *ha_smtlib_unquote(const struct ha_smtlib_reader *reader,
                              const struct ha_sexpr *expr, const char *prefix);
/* Always 0. */
ha_term ha_smtlib_fail(struct ha_smtlib_reader *reader, const struct ha_sexpr *at,
                       const char *message);

#endif
