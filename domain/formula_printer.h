/* Terms back to text: the state shared by formula_print.c (logic), formula_print_term.c
 * (places, fields, sets) and formula_print_call.c (properties). */
#ifndef HEAPABS_DOMAIN_FORMULA_PRINTER_H
#define HEAPABS_DOMAIN_FORMULA_PRINTER_H

#include "formula.h"
#include "vocab.h"

/* What may stand somewhere without parentheses: this or anything that binds tighter. */
enum ha_tight {
  HA_TIGHT_FORMULA,
  HA_TIGHT_IMPLIES,
  HA_TIGHT_OR,
  HA_TIGHT_AND,
  HA_TIGHT_NOT,
  HA_TIGHT_RELATION,
  HA_TIGHT_SUM,
  HA_TIGHT_PRODUCT,
  HA_TIGHT_PREFIX,
  HA_TIGHT_POSTFIX
};

struct ha_print_bound {
  const char *name;
  ha_type type; /* 0: not known */
};

struct ha_formula_printer {
  const struct ha_scope *scope;
  struct ha_vocab *vocab;
  struct ha_terms *terms;
  struct ha_types *types;
  struct ha_arena *arena;
  const struct ha_program *program;
  FILE *out;
  bool old; /* inside old(…) */
  HA_VEC(struct ha_print_bound) bound;
  HA_VEC(uint8_t) times; /* by term: which states it speaks of; 0: not looked yet */
};

/* formula_print.c */
void ha_print_term(struct ha_formula_printer *p, ha_term term, enum ha_tight tight);
/* Does it speak of the entry state only?  Then `old(` is to be written around it. */
bool ha_print_is_old(struct ha_formula_printer *p, ha_term term);

/* formula_print_term.c */
void ha_print_symbol(struct ha_formula_printer *p, ha_symbol symbol,
                     enum ha_tight tight);
void ha_print_select(struct ha_formula_printer *p, ha_term term, enum ha_tight tight);
void ha_print_element(struct ha_formula_printer *p, ha_term term, enum ha_tight tight);
/* A map where a field may stand; `owner`: the record the reader takes it to be of, 0 if
 * he cannot know. */
void ha_print_map(struct ha_formula_printer *p, ha_term map, ha_type owner);
/* What the reader of the text knows a term to point to. */
ha_type ha_print_pointee(struct ha_formula_printer *p, ha_term term);
/* The field a map began as; 0 if none. */
ha_field ha_print_root(const struct ha_formula_printer *p, ha_term map);
/* The symbol of this meaning in the state spoken of: SYM, or 0 if the term is another.
 */
bool ha_print_means(const struct ha_formula_printer *p, ha_term term,
                    enum ha_meaning means, uint32_t *id);
bool ha_print_type_is_readable(struct ha_formula_printer *p, ha_type type);
/* Has no other struct a field of this name? */
bool ha_print_is_unique(const struct ha_formula_printer *p, ha_field field);

/* formula_print_call.c */
void ha_print_call(struct ha_formula_printer *p, ha_term term, enum ha_tight tight);
/* The type of a set's elements as the reader knows it; 0: not known. */
ha_type ha_print_elements(struct ha_formula_printer *p, ha_term set);

#endif
