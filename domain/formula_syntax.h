/* The syntax tree of a formula: what stands in the text, before any name or sort is
 * looked at.  formula_parse.c makes it, formula_check.c turns it into a term. */
#ifndef HEAPABS_DOMAIN_FORMULA_SYNTAX_H
#define HEAPABS_DOMAIN_FORMULA_SYNTAX_H

#include "../gcl/text.h"
#include <stdbool.h>
#include <stdint.h>

struct ha_types;

enum ha_syntax_kind {
  HA_SYNTAX_NAME,
  HA_SYNTAX_QUOTED, /* `name`: a symbol of the term table */
  HA_SYNTAX_NUMBER,
  HA_SYNTAX_TYPE,   /* inside alloc(…) and cell(…) */
  HA_SYNTAX_UNARY,  /* ! - * & */
  HA_SYNTAX_BINARY, /* text: the operator */
  HA_SYNTAX_FIELD,  /* a->b, a.b, T::b; text: which */
  HA_SYNTAX_INDEX,  /* a[b] */
  HA_SYNTAX_UPDATE, /* a[b := c] */
  HA_SYNTAX_CALL,   /* text(…), or `text`(…) if quoted */
  HA_SYNTAX_SET,    /* {…} */
  HA_SYNTAX_FORALL, /* text: the variable; one argument */
  HA_SYNTAX_EXISTS
};

struct ha_syntax {
  enum ha_syntax_kind kind;
  unsigned line, column;
  const char *text;
  struct ha_syntax **args;
  unsigned count;
  unsigned hidden; /* CALL: how many arguments stand before a `:` */
  unsigned depth;  /* of the tree */
  bool quoted;     /* CALL: the name was in back quotes */
  bool closed;     /* in parentheses: no part of a dotted name */
  uint64_t number;
  enum { HA_OVER_INFERRED, HA_OVER_TYPE, HA_OVER_INT, HA_OVER_ANY } over; /* FORALL … */
  ha_type type; /* TYPE; FORALL, EXISTS over a type */
};

/* NULL on a mistake. */
struct ha_syntax *ha_formula_syntax(struct ha_arena *arena, struct ha_types *types,
                                    const char *text, struct ha_text_error *error);

/* ---- tokens ---- */

enum ha_mark_kind {
  HA_MARK_END,
  HA_MARK_WORD,
  HA_MARK_QUOTED,
  HA_MARK_NUMBER,
  HA_MARK_SIGN
};

struct ha_mark {
  enum ha_mark_kind kind;
  unsigned line, column;
  const char *text; /* QUOTED: without the quotes */
  uint64_t number;
  bool spaced; /* after white space */
};

struct ha_marks {
  struct ha_mark *at; /* the last one is END */
  unsigned count, capacity;
};

/* Does it read as one name, dots and all? */
bool ha_formula_is_name(const char *text);
bool ha_formula_lex(struct ha_arena *arena, const char *text, struct ha_marks *marks,
                    struct ha_text_error *error);

#endif
