/* Expressions.  Pointers are objects, so a cast between pointer types keeps the object
 * only where the types allow no second view of one memory: to and from void and char,
 * and between one record and itself.  Any other cast is a choice. */
#include "sym_state.h"

static ha_term choose(struct ha_sym *sym, struct ha_sym_state *state, ha_type type) {
  return ha_sym_choose(sym, state, type, "value");
}

static ha_term constant(struct ha_sym *sym, const struct ha_expr_row *row) {
  const struct ha_type_info *type = ha_type_get(sym->program->types, row->type);
  struct ha_terms *t = sym->terms;
  if (type->bits == 1)
    return row->imm & 1 ? ha_true(t) : ha_false(t);
  unsigned shift = 64 - type->bits;
  uint64_t top = row->imm << shift;
  if (type->is_signed)
    return ha_int(t, (int64_t)top >> shift);
  uint64_t value = top >> shift;
  if (value <= INT64_MAX)
    return ha_int(t, (int64_t)value);
  return ha_add(t, ha_sym_power(sym, 64), ha_int(t, (int64_t)value));
}

static bool is_untyped(const struct ha_sym *sym, ha_type pointer) {
  ha_type pointee = ha_type_get(sym->program->types, pointer)->elem;
  const struct ha_type_info *info = ha_type_get(sym->program->types, pointee);
  return !pointee || (info->kind == HA_TYPE_INT && info->bits == 8) ||
         (info->kind == HA_TYPE_RECORD && !info->complete);
}

static ha_term cast(struct ha_sym *sym, struct ha_sym_state *state,
                    const struct ha_expr_row *row) {
  ha_type from = sym->program->exprs.at[row->a].type;
  bool keeps = from == row->type || is_untyped(sym, from) || is_untyped(sym, row->type);
  ha_term value = ha_sym_value(sym, state, row->a);
  if (keeps && value)
    return value;
  ha_term other = choose(sym, state, row->type);
  if (value && other) /* null stays null */
    ha_sym_assume(sym, state,
                  ha_eq(sym->terms, ha_eq(sym->terms, value, ha_null(sym->terms)),
                        ha_eq(sym->terms, other, ha_null(sym->terms))));
  return other;
}

static ha_term address(struct ha_sym *sym, struct ha_sym_state *state,
                       const struct ha_expr_row *row) {
  ha_term base = ha_sym_value(sym, state, row->a);
  ha_field field = (ha_field)row->imm;
  ha_symbol map = row->op == HA_EXPR_FIELD ? ha_vocab_address(sym->vocab, field)
                                           : ha_vocab_container(sym->vocab, field);
  ha_symbol inverse = row->op == HA_EXPR_FIELD ? ha_vocab_container(sym->vocab, field)
                                               : ha_vocab_address(sym->vocab, field);
  const struct ha_term_row *b = ha_term_get(sym->terms, base);
  if (b->op == HA_TERM_SELECT && b->args[0] == ha_sym(sym->terms, inverse))
    return b->args[1];
  return ha_select(sym->terms, ha_sym(sym->terms, map), base);
}

static ha_term element(struct ha_sym *sym, struct ha_sym_state *state,
                       const struct ha_expr_row *row) {
  ha_term base = ha_sym_value(sym, state, row->a);
  ha_term index = ha_sym_value(sym, state, row->b);
  if (!base || !index)
    return choose(sym, state, row->type);
  ha_symbol elem = ha_vocab_elem(sym->vocab, (ha_type)row->imm);
  return ha_term_make(sym->terms, HA_TERM_APP, elem, (ha_term[]){base, index}, 2);
}

static ha_term logical(struct ha_sym *sym, struct ha_sym_state *state,
                       const struct ha_expr_row *row) {
  struct ha_terms *t = sym->terms;
  ha_term a = ha_sym_value(sym, state, row->a);
  if (row->op == HA_EXPR_NOT)
    return ha_not(t, a);
  ha_term b = ha_sym_value(sym, state, row->b);
  switch (row->op) {
  case HA_EXPR_LAND:
  case HA_EXPR_AND:
    return ha_and(t, a, b);
  case HA_EXPR_LOR:
  case HA_EXPR_OR:
    return ha_or(t, a, b);
  case HA_EXPR_XOR:
    return ha_not(t, ha_eq(t, a, b));
  default:
    return choose(sym, state, row->type);
  }
}

static ha_term conditional(struct ha_sym *sym, struct ha_sym_state *state,
                           const struct ha_expr_row *row) {
  ha_term p = ha_sym_value(sym, state, row->a);
  ha_term a = ha_sym_value(sym, state, row->b), b = ha_sym_value(sym, state, row->c);
  return a && b ? ha_ite(sym->terms, p, a, b) : 0;
}

static bool is_map_of_pointers(const struct ha_sym *sym, ha_symbol s, bool links) {
  struct ha_meaning_row m = ha_vocab_meaning(sym->vocab, s);
  return m.means == HA_MEANS_FIELD &&
         ha_symbol_get(sym->terms, s)->sort == HA_SORT_LINK &&
         ha_field_is_link(sym->program->types, m.id) == links;
}

/* v is live, whatever its type. */
static ha_term live_at_all(struct ha_sym *sym, struct ha_sym_state *state, ha_term v) {
  ha_term any = ha_false(sym->terms);
  for (ha_symbol s = 0; (s = ha_vocab_next(sym->vocab, s));)
    if (ha_vocab_meaning(sym->vocab, s).means == HA_MEANS_ALLOC)
      any = ha_or(sym->terms, any, ha_select(sym->terms, ha_sym_get(sym, state, s), v));
  return any;
}

/* From x to v along a link, through live objects only: what is freed holds nothing. */
static ha_term path(struct ha_sym *sym, struct ha_sym_state *state, ha_symbol link,
                    ha_term x, ha_term v) {
  struct ha_terms *t = sym->terms;
  ha_term f = ha_sym_get(sym, state, link), w = ha_term_bound(t, 0, HA_SORT_OBJ);
  ha_term on = ha_btwn(t, f, ha_term_lift(t, x, 1), w, ha_term_lift(t, v, 1));
  ha_term live =
      ha_forall(t, HA_SORT_OBJ, ha_implies(t, on, live_at_all(sym, state, w)));
  return ha_and(t, ha_reach(t, f, x, v), live);
}

static ha_term paths(struct ha_sym *sym, struct ha_sym_state *state, ha_term x,
                     ha_term v) {
  ha_term any = ha_eq(sym->terms, x, v);
  for (ha_symbol f = 0; (f = ha_vocab_next(sym->vocab, f));)
    if (is_map_of_pointers(sym, f, true))
      any = ha_or(sym->terms, any, path(sym, state, f, x, v));
  return any;
}

/* Reaching is at most one field, then any number of steps along a link: less than what
 * C may mean, so what is proved holds. */
static ha_term reached(struct ha_sym *sym, struct ha_sym_state *state, ha_term root,
                       ha_term v) {
  struct ha_terms *t = sym->terms;
  ha_term any = ha_false(t);
  for (ha_symbol g = 0; (g = ha_vocab_next(sym->vocab, g));)
    if (is_map_of_pointers(sym, g, false)) {
      ha_term there = ha_select(t, ha_sym_get(sym, state, g), root);
      any = ha_or(t, any, paths(sym, state, there, v));
    }
  any = ha_and(t, any, live_at_all(sym, state, root));
  return ha_or(t, any, paths(sym, state, root, v));
}

/* Is memory allocated, and if so always as one object whose type is known? */
static bool is_allocating(const struct ha_program *p, bool *typed) {
  bool found = false;
  *typed = true;
  for (uint32_t c = 1; c < p->cmds.count; c++)
    if (p->cmds.at[c].op == HA_CMD_NEW) {
      found = true;
      *typed &= ha_sym_allocates(p, &p->cmds.at[c]) != 0;
    }
  return found;
}

/* Every live block of this run is reached from the result, or from something that was
 * there before.  What has no type is in no set of live objects. */
static ha_term no_leak(struct ha_sym *sym, struct ha_sym_state *state,
                       const struct ha_expr_row *row) {
  struct ha_terms *t = sym->terms;
  bool typed;
  if (!is_allocating(sym->program, &typed))
    return ha_true(t);
  if (!typed)
    return choose(sym, state, row->type);
  ha_term mine = ha_sym_get(sym, state, ha_vocab_mine(sym->vocab));
  ha_term heap = ha_sym(t, ha_vocab_heap(sym->vocab));
  ha_term v = ha_term_bound(t, 0, HA_SORT_OBJ), u = v;
  ha_term w = ha_term_bound(t, 1, HA_SORT_OBJ);
  ha_term held = ha_false(t);
  if (row->a)
    held = reached(sym, state, ha_sym_value(sym, state, row->a), v);
  ha_term older[] = {ha_not(t, ha_select(t, mine, u)), live_at_all(sym, state, u),
                     reached(sym, state, u, w)};
  held = ha_or(t, held, ha_exists(t, HA_SORT_OBJ, ha_all(t, HA_TERM_AND, older, 3)));
  ha_term owed[] = {ha_select(t, mine, v), ha_select(t, heap, v),
                    live_at_all(sym, state, v)};
  return ha_forall(t, HA_SORT_OBJ,
                   ha_implies(t, ha_all(t, HA_TERM_AND, owed, 3), held));
}

/* How many bytes are accessed; 0 if that is not known. */
static uint64_t bytes(const struct ha_sym *sym, ha_expr size) {
  const struct ha_expr_row *row = &sym->program->exprs.at[size];
  return row->op == HA_EXPR_CONST ? row->imm : 0;
}

/* `live` and `access` of &x->f both mean that x is a live object of the type that has
 * f: one check stands behind the other, and what fails the first would fail the second.
 * More bytes than the place has are not to be proved. */
static ha_term valid(struct ha_sym *sym, struct ha_sym_state *state,
                     const struct ha_expr_row *row) {
  const struct ha_types *types = sym->program->types;
  const struct ha_expr_row *a = &sym->program->exprs.at[row->a];
  bool is_field = a->op == HA_EXPR_FIELD;
  ha_type place = ha_type_get(types, a->type)->elem, owner = place;
  if (is_field) {
    place = ha_field_get(types, (ha_field)a->imm)->type;
    owner = ha_field_get(types, (ha_field)a->imm)->owner;
  }
  if (!place && row->op == HA_EXPR_LIVE) /* of a void pointer: at whatever type */
    return live_at_all(sym, state, ha_sym_value(sym, state, row->a));
  uint64_t size = row->op == HA_EXPR_ACCESS ? bytes(sym, row->b) : 1;
  struct ha_sym_bytes b;
  if (size && ha_sym_is_coerced(sym, row->a) &&
      ha_sym_bytes_in_record(sym, row->a, size, &b))
    return ha_sym_live(sym, state, ha_sym_value(sym, state, b.record), b.type);
  if (!size || size > ha_type_get(types, place)->size)
    return choose(sym, state, row->type);
  return ha_sym_live(sym, state, ha_sym_value(sym, state, is_field ? a->a : row->a),
                     owner);
}

static ha_term freeable(struct ha_sym *sym, struct ha_sym_state *state,
                        const struct ha_expr_row *row) {
  ha_term value = ha_sym_value(sym, state, row->a);
  ha_term heap = ha_sym(sym->terms, ha_vocab_heap(sym->vocab));
  return ha_select(sym->terms, heap, value);
}

static bool is_truth(const struct ha_sym *sym, const struct ha_expr_row *row) {
  return ha_vocab_sort(sym->vocab, row->type) == HA_SORT_BOOL;
}

static ha_term variable(struct ha_sym *sym, struct ha_sym_state *state,
                        const struct ha_expr_row *row) {
  ha_symbol symbol = ha_vocab_var(sym->vocab, (ha_var)row->imm);
  return symbol ? ha_sym_get(sym, state, symbol) : 0;
}

/* The bit operations of truth values are connectives. */
static ha_term arithmetic(struct ha_sym *sym, struct ha_sym_state *state,
                          const struct ha_expr_row *row, enum ha_sort sort) {
  bool is_bitwise =
      row->op == HA_EXPR_AND || row->op == HA_EXPR_OR || row->op == HA_EXPR_XOR;
  if (is_bitwise && is_truth(sym, row))
    return logical(sym, state, row);
  return sort == HA_SORT_INT || row->op == HA_EXPR_TRUNC
             ? ha_sym_integer(sym, state, row)
             : choose(sym, state, row->type);
}

ha_term ha_sym_value(struct ha_sym *sym, struct ha_sym_state *state, ha_expr expr) {
  const struct ha_expr_row *row = &sym->program->exprs.at[expr];
  enum ha_sort sort = ha_vocab_sort(sym->vocab, row->type);
  if (sort == HA_SORT_NONE)
    return 0;
  switch (row->op) {
  case HA_EXPR_CONST:
    return constant(sym, row);
  case HA_EXPR_NULL:
    return ha_null(sym->terms);
  case HA_EXPR_VAR:
    return variable(sym, state, row);
  case HA_EXPR_OBJ:
    return ha_sym(sym->terms, ha_vocab_object(sym->vocab, (ha_obj)row->imm));
  case HA_EXPR_FORMULA:
    return ha_sym_formula(sym, state, (ha_formula)row->imm);
  case HA_EXPR_FIELD:
  case HA_EXPR_CONTAINER:
    return address(sym, state, row);
  case HA_EXPR_ELEM:
    return element(sym, state, row);
  case HA_EXPR_CAST:
    return cast(sym, state, row);
  case HA_EXPR_ITE:
    return conditional(sym, state, row);
  case HA_EXPR_LIVE:
  case HA_EXPR_ACCESS:
    return valid(sym, state, row);
  case HA_EXPR_FREEABLE:
    return freeable(sym, state, row);
  case HA_EXPR_NOLEAK:
    return no_leak(sym, state, row);
  case HA_EXPR_EQ:
  case HA_EXPR_NE:
  case HA_EXPR_ULT:
  case HA_EXPR_ULE:
  case HA_EXPR_SLT:
  case HA_EXPR_SLE:
    return ha_sym_compare(sym, state, row);
  case HA_EXPR_NOT:
  case HA_EXPR_LAND:
  case HA_EXPR_LOR:
    return logical(sym, state, row);
  case HA_EXPR_UNDEF:
  case HA_EXPR_PTRTOINT:
  case HA_EXPR_INTTOPTR:
  case HA_EXPR_INIT:
  case HA_EXPR_BLOCKSIZE:
  case HA_EXPR_STRLEN:
  case HA_EXPR_MEMCHR:
  case HA_EXPR_STRCMP:
  case HA_EXPR_STRNCMP:
  case HA_EXPR_MEMCMP:
    return choose(sym, state, row->type);
  default:
    return arithmetic(sym, state, row, sort);
  }
}
