/* The term language of the logic: hash-consed, so equal terms have equal ids.
 *
 * Sorts are Obj, Int, Bool, the three kinds of maps from Obj: links, data, sets, and
 * the sets and multisets of integers.  A
 * field of the program is a map; a store makes a new map, so a state is a term per
 * variable and per field, and wlp is substitution (sym.h).  Bound variables are de
 * Bruijn indices: terms equal up to their bound names are one term.  What is
 * substituted for a symbol or a bound variable must be closed.
 *
 * The makers fold constants and keep AND, OR and EQ in a canonical order; they decide
 * nothing that needs a theory.  `exists`, `==>`, `<` and `-` are spelled with the
 * operators of term_op.def.  All memory is the arena's. */
#ifndef HEAPABS_DOMAIN_TERM_H
#define HEAPABS_DOMAIN_TERM_H

#include <stdbool.h>
#include <stdint.h>

struct ha_arena;
struct ha_terms;

typedef uint32_t ha_term;   /* 0: none */
typedef uint32_t ha_symbol; /* 0: none */

enum ha_sort {
  HA_SORT_NONE,
  HA_SORT_BOOL,
  HA_SORT_INT,
  HA_SORT_OBJ,
  HA_SORT_LINK, /* Obj → Obj */
  HA_SORT_DATA, /* Obj → Int */
  HA_SORT_SET,  /* Obj → Bool */
  HA_SORT_INTS, /* Int → Bool */
  HA_SORT_BAG   /* Int → Int: how often */
};

enum ha_term_op {
#define HA_TERM(name, text, arity, sort) HA_TERM_##name,
#include "term_op.def"
#undef HA_TERM
};

enum ha_named {
#define HA_NAMED(name, text, sort, args) HA_NAMED_##name,
#include "named.def"
#undef HA_NAMED
  HA_NAMED_COUNT
};

struct ha_term_row {
  uint8_t op;   /* enum ha_term_op */
  uint8_t sort; /* enum ha_sort */
  uint16_t count;
  uint16_t open; /* bound variables below this are free in it; 0: closed */
  bool has_quantifier;
  const ha_term *args;
  int64_t imm;
};

struct ha_symbol_row {
  const char *name; /* unique */
  uint8_t sort;     /* of the value, for functions too */
  uint8_t count;    /* arguments; 0: a constant */
  uint8_t args[4];  /* their sorts */
};

struct ha_terms *ha_terms_new(struct ha_arena *arena);
struct ha_arena *ha_terms_arena(const struct ha_terms *terms);
uint32_t ha_terms_count(const struct ha_terms *terms);
/* The row as it is now: do not hold it across a call that makes terms (its args stay).
 */
const struct ha_term_row *ha_term_get(const struct ha_terms *terms, ha_term term);

/* A symbol of that name, made if there is none; its sort must agree. */
ha_symbol ha_symbol_make(struct ha_terms *terms, const char *name, enum ha_sort sort);
ha_symbol ha_symbol_function(struct ha_terms *terms, const char *name,
                             enum ha_sort sort, const enum ha_sort *args,
                             unsigned count);
/* A new symbol called `hint`, `hint.1`, … */
ha_symbol ha_symbol_fresh(struct ha_terms *terms, const char *hint, enum ha_sort sort);
ha_symbol ha_symbol_find(const struct ha_terms *terms, const char *name);
const struct ha_symbol_row *ha_symbol_get(const struct ha_terms *terms,
                                          ha_symbol symbol);
uint32_t ha_symbols_count(const struct ha_terms *terms);

/* The general maker, and the spellings of the common cases. */
ha_term ha_term_make(struct ha_terms *terms, enum ha_term_op op, int64_t imm,
                     const ha_term *args, unsigned count);
ha_term ha_term_bound(struct ha_terms *terms, unsigned index, enum ha_sort sort);
ha_term ha_true(struct ha_terms *terms);
ha_term ha_false(struct ha_terms *terms);
ha_term ha_null(struct ha_terms *terms);
ha_term ha_int(struct ha_terms *terms, int64_t value);
ha_term ha_sym(struct ha_terms *terms, ha_symbol symbol);
ha_term ha_not(struct ha_terms *terms, ha_term p);
ha_term ha_and(struct ha_terms *terms, ha_term p, ha_term q);
ha_term ha_or(struct ha_terms *terms, ha_term p, ha_term q);
ha_term ha_all(struct ha_terms *terms, enum ha_term_op and_or, const ha_term *args,
               unsigned count);
ha_term ha_implies(struct ha_terms *terms, ha_term p, ha_term q);
ha_term ha_eq(struct ha_terms *terms, ha_term a, ha_term b);
ha_term ha_le(struct ha_terms *terms, ha_term i, ha_term j);
ha_term ha_lt(struct ha_terms *terms, ha_term i, ha_term j);
ha_term ha_add(struct ha_terms *terms, ha_term i, ha_term j);
ha_term ha_sub(struct ha_terms *terms, ha_term i, ha_term j);
ha_term ha_ite(struct ha_terms *terms, ha_term p, ha_term a, ha_term b);
ha_term ha_select(struct ha_terms *terms, ha_term map, ha_term x);
ha_term ha_store(struct ha_terms *terms, ha_term map, ha_term x, ha_term value);
ha_term ha_btwn(struct ha_terms *terms, ha_term f, ha_term x, ha_term y, ha_term z);
ha_term ha_reach(struct ha_terms *terms, ha_term f, ha_term x, ha_term y);
/* The body uses ha_term_bound(terms, 0, sort). */
ha_term ha_forall(struct ha_terms *terms, enum ha_sort sort, ha_term body);
ha_term ha_exists(struct ha_terms *terms, enum ha_sort sort, ha_term body);

/* The body of a quantifier with its variable replaced by a closed term. */
ha_term ha_term_instance(struct ha_terms *terms, ha_term forall, ha_term value);
/* The term as it reads `by` binders further in. */
ha_term ha_term_lift(struct ha_terms *terms, ha_term term, unsigned by);

/* Simultaneous substitution of closed terms for symbols; remembers what it has done, so
 * use one for many terms.  Symbols not set stay. */
struct ha_subst;
struct ha_subst *ha_subst_new(struct ha_terms *terms);
void ha_subst_set(struct ha_subst *subst, ha_symbol symbol, ha_term value);
ha_term ha_subst_get(const struct ha_subst *subst, ha_symbol symbol); /* or 0 */
ha_term ha_subst_apply(struct ha_subst *subst, ha_term term);

/* The symbols in a term, each once, in order of first occurrence. */
struct ha_symbol_list {
  ha_symbol *at;
  unsigned count, capacity;
};
void ha_term_symbols(struct ha_terms *terms, ha_term term, struct ha_symbol_list *list);

extern const char *const ha_named_text[];
extern const char *const ha_named_args[]; /* the letters of named.def */
extern const char *const ha_term_text[];
extern const char *const ha_sort_text[];

#endif
