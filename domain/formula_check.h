/* From syntax to terms: the state shared by formula_check.c (operators, names),
 * formula_place.c (fields, places), formula_infer.c and formula_call.c (properties). */
#ifndef HEAPABS_DOMAIN_FORMULA_CHECK_H
#define HEAPABS_DOMAIN_FORMULA_CHECK_H

#include "formula.h"
#include "formula_syntax.h"
#include "vocab.h"

/* What a subtree stands for: a value, or a place in memory as C has them. */
struct ha_meant {
  ha_term term; /* the value, or the base of a place; 0 after a mistake */
  bool place;
  ha_field field;  /* place: of the base; 0: the base is the place's own address */
  ha_type type;    /* place: of what is there */
  ha_type pointee; /* value of sort Obj: what it points to; 0: not known */
};

/* A map in a field's position; `field` is the one it began as, 0 if none. */
struct ha_meant_map {
  ha_term term;
  ha_field field;
};

struct ha_bound {
  const char *name;
  enum ha_sort sort;
  ha_type type; /* Obj: of the objects; 0: not known */
};

struct ha_check_formula {
  const struct ha_scope *scope;
  struct ha_vocab *vocab;
  struct ha_terms *terms;
  struct ha_types *types;
  struct ha_arena *arena;
  const struct ha_program *program;
  HA_VEC(struct ha_bound) bound;
  bool old;        /* inside old(…) */
  unsigned trials; /* of formula_infer.c, so far */
  bool failed;
  struct ha_text_error *error;
};

/* formula_check.c */
__attribute__((format(printf, 3, 4))) void ha_check_fail(struct ha_check_formula *c,
                                                         const struct ha_syntax *at,
                                                         const char *format, ...);
struct ha_meant ha_check_any(struct ha_check_formula *c, const struct ha_syntax *s);
/* A value of that sort; NONE: of any. */
struct ha_meant ha_check_value(struct ha_check_formula *c, const struct ha_syntax *s,
                               enum ha_sort sort);
ha_term ha_check_symbol(struct ha_check_formula *c, ha_symbol symbol);

/* formula_place.c */
struct ha_meant ha_check_load(struct ha_check_formula *c, const struct ha_syntax *at,
                              struct ha_meant place);
ha_term ha_check_address(struct ha_check_formula *c, const struct ha_meant *place);
struct ha_meant ha_check_field(struct ha_check_formula *c, const struct ha_syntax *s);
struct ha_meant ha_check_index(struct ha_check_formula *c, const struct ha_syntax *s);
struct ha_meant ha_check_object(struct ha_check_formula *c, ha_obj object);
/* A field or an expression of maps; `owner` is the record it should belong to, if that
 * is known. */
struct ha_meant_map ha_check_map(struct ha_check_formula *c, const struct ha_syntax *s,
                                 ha_type owner);

/* formula_infer.c: the type of objects that `name` must range over, from how it is used
 * in s; 0: unclear. */
ha_type ha_check_infer(struct ha_check_formula *c, const struct ha_syntax *s,
                       const char *name);

/* formula_call.c */
struct ha_meant ha_check_call(struct ha_check_formula *c, const struct ha_syntax *s);

const char *ha_check_sort_name(enum ha_sort sort); /* "a pointer", "a set", … */

#endif
