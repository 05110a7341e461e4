/* The state of symbolic execution, shared by sym.c, sym_expr.c, sym_place.c and
 * sym_cmd.c. */
#ifndef HEAPABS_DOMAIN_SYM_STATE_H
#define HEAPABS_DOMAIN_SYM_STATE_H

#include "sym.h"
#include "vocab.h"

/* What all states of one program share. */
struct ha_contracts;
struct ha_sym {
  struct ha_arena *arena;
  struct ha_terms *terms;
  struct ha_vocab *vocab;
  const struct ha_program *program;
  struct ha_pieces *out;
  ha_loc from;                    /* the cut point being left */
  HA_VEC(ha_field) address_taken; /* scalar fields whose address is formed */
  struct ha_contracts *contracts; /* the program's formulas */
  /* What a command that has a formula, and nothing else, does with it. */
  enum { HA_SYM_USES, HA_SYM_ASSERTS, HA_SYM_ASSUMES } formula_is;
  HA_VEC(ha_symbol) assumed_parents; /* ghosts that an assumption has settled */
};

struct ha_sym_state {
  ha_term path;
  ha_term doubt; /* checks of life passed that say nothing yet (sym_cmd.c); 0: none */
  HA_VEC(ha_term) values; /* by symbol; 0: the symbol itself */
};

/* sym_state.c */
ha_term ha_sym_get(const struct ha_sym *sym, const struct ha_sym_state *state,
                   ha_symbol symbol);
void ha_sym_set(struct ha_sym *sym, struct ha_sym_state *state, ha_symbol symbol,
                ha_term value);
void ha_sym_assume(struct ha_sym *sym, struct ha_sym_state *state, ha_term condition);
struct ha_sym_state ha_sym_copy(struct ha_sym *sym, const struct ha_sym_state *state);
struct ha_sym_state ha_sym_join(struct ha_sym *sym, const struct ha_sym_state *a,
                                const struct ha_sym_state *b);
/* A value of the type that nothing is known of but its range; 0 if it has no sort. */
ha_term ha_sym_choose(struct ha_sym *sym, struct ha_sym_state *state, ha_type type,
                      const char *hint);
/* lo <= value <= hi of an integer type */
ha_term ha_sym_in_range(struct ha_sym *sym, ha_term value, ha_type type);
ha_term ha_sym_power(struct ha_sym *sym, unsigned exponent); /* of two */

/* sym_expr.c: the value of an expression; 0 if its type has no sort. */
ha_term ha_sym_value(struct ha_sym *sym, struct ha_sym_state *state, ha_expr expr);
/* sym_int.c: integer operators; what linear arithmetic cannot say is a choice. */
ha_term ha_sym_integer(struct ha_sym *sym, struct ha_sym_state *state,
                       const struct ha_expr_row *row);
ha_term ha_sym_compare(struct ha_sym *sym, struct ha_sym_state *state,
                       const struct ha_expr_row *row);

/* sym_formula.c: is it true here; a ghost's value from here on; the entry state. */
ha_term ha_sym_formula(struct ha_sym *sym, struct ha_sym_state *state,
                       ha_formula formula);
void ha_sym_note(struct ha_sym *sym, struct ha_sym_state *state, ha_formula formula);
void ha_sym_remember(struct ha_sym *sym, struct ha_sym_state *start);

/* sym_parent.c: what the ghost parents become beside `base.field := value`, before it.
 */
void ha_sym_follow(struct ha_sym *sym, struct ha_sym_state *state, ha_field field,
                   ha_term base, ha_term value, ha_term when);

/* sym_place.c: memory. */
ha_term ha_sym_load(struct ha_sym *sym, struct ha_sym_state *state, ha_term base,
                    ha_field field);
void ha_sym_store(struct ha_sym *sym, struct ha_sym_state *state, ha_term base,
                  ha_field field, ha_term value); /* value 0: a choice */
/* The object at `address` of `type` is live: `access` and `live`. */
ha_term ha_sym_live(struct ha_sym *sym, struct ha_sym_state *state, ha_term address,
                    ha_type type);
/* Makes an object of `type` at `address` live or not, with what is embedded in it. */
void ha_sym_set_live(struct ha_sym *sym, struct ha_sym_state *state, ha_term address,
                     ha_type type, bool live);
/* Its contents are unknown, or all zero. */
void ha_sym_clear(struct ha_sym *sym, struct ha_sym_state *state, ha_term address,
                  ha_type type, bool zero);
void ha_sym_clear_field(struct ha_sym *sym, struct ha_sym_state *state, ha_term address,
                        ha_field field, bool zero);
void ha_sym_copy_record(struct ha_sym *sym, struct ha_sym_state *state, ha_term to,
                        ha_term from, ha_type type);
/* Everything in memory may have changed. */
void ha_sym_forget(struct ha_sym *sym, struct ha_sym_state *state);

/* sym_bytes.c: bytes that are overwritten.  Those at `address` are the bytes begin ..
 * end of a record; false if that is not known. */
struct ha_sym_bytes {
  ha_expr record; /* its address */
  ha_type type;
  uint64_t begin, end;
};
bool ha_sym_bytes_in_record(const struct ha_sym *sym, ha_expr address, uint64_t size,
                            struct ha_sym_bytes *bytes);
/* Is the address one of bytes of something, and not of what its type says? */
bool ha_sym_is_coerced(const struct ha_sym *sym, ha_expr address);
void ha_sym_overwrite(struct ha_sym *sym, struct ha_sym_state *state,
                      const struct ha_sym_bytes *bytes);
/* … somewhere in a named array of numbers; false if it is none. */
bool ha_sym_overwrite_array(struct ha_sym *sym, struct ha_sym_state *state,
                            ha_expr address);

/* sym_cmd.c */
/* sym_new.c: the record or scalar that NEW and ALLOCA make; 0: none, or not known. */
ha_type ha_sym_allocates(const struct ha_program *program,
                         const struct ha_cmd_row *cmd);
void ha_sym_command(struct ha_sym *sym, struct ha_sym_state *state,
                    const struct ha_cmd_row *cmd);

#endif
