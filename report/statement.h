/* Formulas of the contract language (docs: the grammar of invariants and assumptions),
 * read from their text to be shown: in words, and as pictures of the heaps they
 * describe.
 *
 * Only for showing: no verdict depends on it.  What cannot be read is shown as it is.
 */
#ifndef HEAPABS_REPORT_STATEMENT_H
#define HEAPABS_REPORT_STATEMENT_H

#include "picture.h"

enum ha_statement_kind {
  HA_STATEMENT_NAME,      /* a variable, `null`, `true`, `result`, or a number */
  HA_STATEMENT_CALL,      /* list(next, x): text is the name, parts the arguments */
  HA_STATEMENT_FIELD,     /* part 0 -> text */
  HA_STATEMENT_INDEX,     /* part 0 [ part 1 ] */
  HA_STATEMENT_SET,       /* { parts } */
  HA_STATEMENT_MEMBER,    /* part 0 . text: the values of a field over a set */
  HA_STATEMENT_BINARY,    /* text is the operator, "==" to "*", "in" */
  HA_STATEMENT_NOT,       /* ! part 0 */
  HA_STATEMENT_AND,       /* all parts */
  HA_STATEMENT_OR,        /* one of the parts */
  HA_STATEMENT_IMPLIES,   /* part 0 ==> part 1 */
  HA_STATEMENT_QUANTIFIER /* text is "forall struct node v"; part 0 the body */
};

struct ha_statement {
  enum ha_statement_kind kind;
  const char *text;
  const char *source; /* the piece of the text that it was read from */
  HA_VEC(struct ha_statement *) parts;
};

/* NULL if the text is no formula. */
struct ha_statement *ha_statement_parse(struct ha_arena *arena, const char *text);

/* x, if the formula says `x == null || alloc(x)`, in either order and also of `x in
 * heap`; else NULL. */
const struct ha_statement *ha_statement_maybe(const struct ha_statement *formula);

/* One sentence without a full stop; the text itself if it is no formula. */
const char *ha_statement_words(struct ha_arena *arena, const char *text);

/* The heaps that the formula allows, one picture for each of its cases; none if it has
 * too many of them or says nothing that can be drawn. */
struct ha_pictures {
  HA_VEC(struct ha_picture *) at;
};
struct ha_pictures ha_statement_pictures(struct ha_arena *arena, const char *text);

#endif
