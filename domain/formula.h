/* Formulas as text: one grammar for contracts, `.gcl` and printed invariants
 * (docs/contracts.md).  parse(print(t)) == t for every closed term over a vocabulary,
 * so print(parse(print(t))) == print(t).
 *
 * A scope says what the names mean.  Without names of its own it is the program's:
 * variables and objects by the names the `.gcl` text has, `result`.  A name in back
 * quotes is any symbol of the term table: what engines and solvers invented prints so.
 *
 * A quantified object ranges over null and the live objects of its type, and the term
 * says so; `forall any v.` is the bare quantifier of the logic. */
#ifndef HEAPABS_DOMAIN_FORMULA_H
#define HEAPABS_DOMAIN_FORMULA_H

#include "../gcl/text.h"
#include "term.h"

struct ha_vocab;

struct ha_scope_name {
  const char *name;
  enum { HA_NAME_VAR, HA_NAME_OBJECT, HA_NAME_SYMBOL } is;
  uint32_t id;
  ha_type pointee; /* SYMBOL: what it points to, or has in it; 0: not known */
};

struct ha_scope {
  struct ha_vocab *vocab;
  const struct ha_scope_name *names; /* looked up first */
  unsigned count;
  bool only_names;   /* no other variable is known here */
  bool entry_params; /* a parameter means its value at the entry */
};

/* A formula (sort Bool) or, with another sort, a term of that sort; 0 on a mistake,
 * then *error says where in the text and why. */
ha_term ha_formula_parse(const struct ha_scope *scope, const char *text,
                         enum ha_sort sort, struct ha_text_error *error);
/* `set c = S`, `int n = t`, `multiset m = M`, `struct node *p = t`: the declaration of
 * a ghost.  The term, its name and what it points to or has in it; 0 on a mistake. */
ha_term ha_formula_parse_ghost(const struct ha_scope *scope, const char *text,
                               struct ha_scope_name *name, struct ha_text_error *error);
/* `t->f, g, f of S`: that between the entry and now no other place has changed, of
 * those that `fields` (by field id, `count` of them) says may have. */
ha_term ha_formula_parse_assigns(const struct ha_scope *scope, const char *text,
                                 const bool *fields, unsigned count,
                                 struct ha_text_error *error);
/* The name of a symbol in it that means nothing in the program, but was invented on the
 * way: no claim and no contract may speak of one.  NULL: none. */
const char *ha_formula_invented(const struct ha_vocab *vocab, ha_term term);
/* In the arena of the scope's terms. */
const char *ha_formula_print(const struct ha_scope *scope, ha_term term);

/* Negations only in front of atoms; no `<==>`. */
ha_term ha_formula_nnf(struct ha_terms *terms, ha_term formula);

#endif
