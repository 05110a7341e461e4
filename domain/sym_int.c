/* Integers are mathematical: a value of a C type is the number it stands for.
 *
 * Unsigned arithmetic wraps: r = v + k·2ⁿ for a chosen k, with r in range, which is
 * exact.  Signed arithmetic is taken not to overflow, and the result says so.  Masks,
 * shifts by constants and divisions by constants are linear too; other bit operations
 * and products are choices within their range. */
#include "sym_state.h"

static const struct ha_type_info *info(const struct ha_sym *sym, ha_type type) {
  return ha_type_get(sym->program->types, type);
}

static ha_type type_of(const struct ha_sym *sym, ha_expr expr) {
  return sym->program->exprs.at[expr].type;
}

static bool is_const(const struct ha_sym *sym, ha_term term, int64_t *value) {
  const struct ha_term_row *row = ha_term_get(sym->terms, term);
  *value = row->imm;
  return row->op == HA_TERM_INT;
}

static ha_term times(struct ha_sym *sym, ha_term a, ha_term b) {
  return ha_term_make(sym->terms, HA_TERM_MUL, 0, (ha_term[]){a, b}, 2);
}

static ha_term fresh(struct ha_sym *sym, const char *hint) {
  return ha_sym(sym->terms, ha_symbol_fresh(sym->terms, hint, HA_SORT_INT));
}

/* The number of type `type` that is `value` modulo 2^bits. */
static ha_term wrap(struct ha_sym *sym, struct ha_sym_state *state, ha_term value,
                    ha_type type) {
  int64_t constant;
  if (is_const(sym, value, &constant) && info(sym, type)->bits < 64) {
    unsigned shift = 64 - info(sym, type)->bits;
    uint64_t top = (uint64_t)constant << shift;
    return ha_int(sym->terms, info(sym, type)->is_signed ? (int64_t)top >> shift
                                                         : (int64_t)(top >> shift));
  }
  ha_term k =
      times(sym, ha_sym_power(sym, info(sym, type)->bits), fresh(sym, "wraps!"));
  ha_term wrapped = ha_add(sym->terms, value, k);
  ha_sym_assume(sym, state, ha_sym_in_range(sym, wrapped, type));
  return wrapped;
}

/* One turn at most: `value` is off its range by less than 2^bits. */
static ha_term wrap_once(struct ha_sym *sym, ha_term value, ha_type type) {
  struct ha_terms *t = sym->terms;
  const struct ha_type_info *i = info(sym, type);
  ha_term turn = ha_sym_power(sym, i->bits),
          end = ha_sym_power(sym, i->bits - i->is_signed);
  ha_term low = i->is_signed ? ha_sub(t, ha_int(t, 0), end) : ha_int(t, 0);
  int64_t constant;
  if (is_const(sym, value, &constant) && i->bits < 63 &&
      constant >= (i->is_signed ? -(INT64_C(1) << (i->bits - 1)) : 0) &&
      constant < INT64_C(1) << (i->bits - i->is_signed))
    return value;
  ha_term above = ha_ite(t, ha_le(t, end, value), ha_sub(t, value, turn), value);
  return ha_ite(t, ha_lt(t, value, low), ha_add(t, value, turn), above);
}

/* The number read as signed or as unsigned at its own width. */
static ha_term read_as(struct ha_sym *sym, ha_term value, ha_type type,
                       bool is_signed) {
  struct ha_terms *t = sym->terms;
  const struct ha_type_info *i = info(sym, type);
  if (i->is_signed == is_signed || i->bits == 1)
    return value;
  ha_term turn = ha_sym_power(sym, i->bits);
  if (is_signed)
    return ha_ite(t, ha_le(t, ha_sym_power(sym, i->bits - 1), value),
                  ha_sub(t, value, turn), value);
  return ha_ite(t, ha_lt(t, value, ha_int(t, 0)), ha_add(t, value, turn), value);
}

static ha_term sum(struct ha_sym *sym, ha_term a, ha_term b, bool minus) {
  return minus ? ha_sub(sym->terms, a, b) : ha_add(sym->terms, a, b);
}

/* Operands and result are read as signed, whatever the type says; the result fits. */
static ha_term no_overflow(struct ha_sym *sym, struct ha_sym_state *state,
                           const struct ha_expr_row *row, ha_term a, ha_term b) {
  ha_type type = ha_type_int(sym->program->types, info(sym, row->type)->bits, true);
  a = read_as(sym, a, type_of(sym, row->a), true);
  b = read_as(sym, b, type_of(sym, row->b), true);
  ha_term result = row->op == HA_EXPR_MULS ? times(sym, a, b)
                                           : sum(sym, a, b, row->op == HA_EXPR_SUBS);
  sym->out->assumes_no_overflow = true;
  ha_sym_assume(sym, state, ha_sym_in_range(sym, result, type));
  return read_as(sym, result, type, info(sym, row->type)->is_signed);
}

/* value = q·d + r, 0 <= r < d for a constant d > 0 and value >= 0 */
static void divide(struct ha_sym *sym, struct ha_sym_state *state, ha_term value,
                   ha_term d, ha_term *quotient, ha_term *rest) {
  struct ha_terms *t = sym->terms;
  *quotient = fresh(sym, "quotient!");
  *rest = ha_sub(t, value, times(sym, d, *quotient));
  ha_sym_assume(sym, state,
                ha_and(t, ha_le(t, ha_int(t, 0), *rest), ha_lt(t, *rest, d)));
}

static ha_term by_constant(struct ha_sym *sym, struct ha_sym_state *state,
                           const struct ha_expr_row *row, ha_term a, int64_t b) {
  ha_term value = read_as(sym, a, type_of(sym, row->a), false), quotient, rest;
  ha_term divisor = ha_int(sym->terms, b);
  if (row->op == HA_EXPR_LSHR) {
    if (b < 0 || b > 62)
      return 0;
    divisor = ha_sym_power(sym, (unsigned)b);
  } else if (row->op == HA_EXPR_AND) {
    if (b < 0 || b == INT64_MAX || (b & (b + 1)))
      return 0; /* not a low mask */
    divisor = ha_int(sym->terms, b + 1);
  } else if (b <= 0) {
    return 0;
  }
  divide(sym, state, value, divisor, &quotient, &rest);
  bool wants_rest = row->op == HA_EXPR_UREM || row->op == HA_EXPR_AND;
  return wrap_once(sym, wants_rest ? rest : quotient, row->type);
}

static ha_term shift_left(struct ha_sym *sym, struct ha_sym_state *state,
                          const struct ha_expr_row *row, ha_term a, int64_t b) {
  if (b < 0 || b > 62)
    return 0;
  return wrap(sym, state, times(sym, ha_sym_power(sym, (unsigned)b), a), row->type);
}

static ha_term convert(struct ha_sym *sym, struct ha_sym_state *state,
                       const struct ha_expr_row *row, ha_term a) {
  if (ha_term_get(sym->terms, a)->sort == HA_SORT_BOOL) {
    int64_t yes = row->op == HA_EXPR_SEXT ? -1 : 1;
    a = ha_ite(sym->terms, a, ha_int(sym->terms, yes), ha_int(sym->terms, 0));
    return yes < 0 && !info(sym, row->type)->is_signed ? wrap_once(sym, a, row->type)
                                                       : a;
  }
  if (row->op == HA_EXPR_TRUNC)
    return wrap(sym, state, a, row->type);
  a = read_as(sym, a, type_of(sym, row->a), row->op == HA_EXPR_SEXT);
  bool may_leave = row->op == HA_EXPR_SEXT && !info(sym, row->type)->is_signed;
  return may_leave ? wrap_once(sym, a, row->type) : a;
}

static ha_term binary(struct ha_sym *sym, struct ha_sym_state *state,
                      const struct ha_expr_row *row, ha_term a, ha_term b) {
  int64_t c, d;
  bool constant = is_const(sym, b, &c);
  switch (row->op) {
  case HA_EXPR_ADD:
  case HA_EXPR_SUB:
    return wrap_once(sym, sum(sym, a, b, row->op == HA_EXPR_SUB), row->type);
  case HA_EXPR_ADDS:
  case HA_EXPR_SUBS:
    return no_overflow(sym, state, row, a, b);
  case HA_EXPR_MULS:
    return constant || is_const(sym, a, &d) ? no_overflow(sym, state, row, a, b) : 0;
  case HA_EXPR_MUL:
    return constant || is_const(sym, a, &d)
               ? wrap(sym, state, times(sym, a, b), row->type)
               : 0;
  case HA_EXPR_UDIV:
  case HA_EXPR_UREM:
  case HA_EXPR_LSHR:
  case HA_EXPR_AND:
    return constant ? by_constant(sym, state, row, a, c) : 0;
  case HA_EXPR_SHL:
    return constant ? shift_left(sym, state, row, a, c) : 0;
  default:
    return 0;
  }
}

/* A truth value is the lowest bit of the number that holds it. */
static ha_term lowest_bit(struct ha_sym *sym, struct ha_sym_state *state,
                          ha_term value) {
  ha_term half, bit;
  divide(sym, state, value, ha_int(sym->terms, 2), &half, &bit);
  return ha_eq(sym->terms, bit, ha_int(sym->terms, 1));
}

ha_term ha_sym_integer(struct ha_sym *sym, struct ha_sym_state *state,
                       const struct ha_expr_row *row) {
  ha_term a = row->a ? ha_sym_value(sym, state, row->a) : 0;
  ha_term b = row->b ? ha_sym_value(sym, state, row->b) : 0, result = 0;
  bool converts =
      row->op == HA_EXPR_ZEXT || row->op == HA_EXPR_SEXT || row->op == HA_EXPR_TRUNC;
  if (a && converts && ha_vocab_sort(sym->vocab, row->type) == HA_SORT_INT)
    result = convert(sym, state, row, a);
  else if (a && row->op == HA_EXPR_TRUNC &&
           ha_term_get(sym->terms, a)->sort == HA_SORT_INT)
    result = lowest_bit(sym, state, a);
  else if (a && b && ha_term_get(sym->terms, a)->sort == HA_SORT_INT &&
           ha_term_get(sym->terms, b)->sort == HA_SORT_INT)
    result = binary(sym, state, row, a, b);
  return result ? result : ha_sym_choose(sym, state, row->type, "value");
}

ha_term ha_sym_compare(struct ha_sym *sym, struct ha_sym_state *state,
                       const struct ha_expr_row *row) {
  ha_term a = ha_sym_value(sym, state, row->a), b = ha_sym_value(sym, state, row->b);
  bool is_equality = row->op == HA_EXPR_EQ || row->op == HA_EXPR_NE;
  if (!a || !b ||
      ha_term_get(sym->terms, a)->sort != ha_term_get(sym->terms, b)->sort ||
      (!is_equality && ha_term_get(sym->terms, a)->sort != HA_SORT_INT))
    return ha_sym_choose(sym, state, row->type, "test");
  bool is_int = ha_term_get(sym->terms, a)->sort == HA_SORT_INT;
  if (is_int) {
    bool is_signed = row->op == HA_EXPR_SLT || row->op == HA_EXPR_SLE ||
                     (is_equality && info(sym, type_of(sym, row->a))->is_signed);
    a = read_as(sym, a, type_of(sym, row->a), is_signed);
    b = read_as(sym, b, type_of(sym, row->b), is_signed);
  }
  switch (row->op) {
  case HA_EXPR_EQ:
    return ha_eq(sym->terms, a, b);
  case HA_EXPR_NE:
    return ha_not(sym->terms, ha_eq(sym->terms, a, b));
  case HA_EXPR_ULE:
  case HA_EXPR_SLE:
    return ha_le(sym->terms, a, b);
  default:
    return ha_lt(sym->terms, a, b);
  }
}
