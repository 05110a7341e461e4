/* S-expressions, as SMT-LIB files have them. */
#ifndef HEAPABS_DOMAIN_SEXPR_H
#define HEAPABS_DOMAIN_SEXPR_H

#include "../gcl/text.h"
#include <stdio.h>

struct ha_sexpr {
  const char *atom; /* as written; a quoted one with its bars; NULL: a list */
  struct ha_sexpr **at;
  unsigned count, capacity, line;
};

/* The file as one list; NULL on a mistake, then *error says where. */
struct ha_sexpr *ha_sexpr_parse(struct ha_arena *arena, const char *text,
                                struct ha_text_error *error);
/* The same commands without define-fun: what one names is written out where it is used,
 * under a let for the parameters. */
struct ha_sexpr *ha_sexpr_inline(struct ha_arena *arena, const struct ha_sexpr *file);
/* What was read, and nothing that was not: no comment, one command a line. */
void ha_sexpr_print(FILE *out, const struct ha_sexpr *file);
bool ha_sexpr_is(const struct ha_sexpr *expr, const char *atom);
/* Is it a list that starts with the atom and has so many more elements? */
bool ha_sexpr_call(const struct ha_sexpr *expr, const char *head, unsigned args);

#endif
