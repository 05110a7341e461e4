/* Construction of expressions, with constant folding.
 *
 * Folding happens at the width of the operands and must not change what the
 * interpreter would see: an overflow of an S form, a division by zero and a shift too
 * far stay in the program, and an operand is dropped only if it is an atom, which
 * cannot go wrong by itself. */
#include "gcl.h"
#include <assert.h>

enum { RECENT = 64 }; /* how far back the search for an equal row goes */

static const struct ha_expr_row *get(const struct ha_program *p, ha_expr e) {
  assert(e < p->exprs.count);
  return &p->exprs.at[e];
}

static bool same_row(const struct ha_expr_row *x, const struct ha_expr_row *y) {
  return x->op == y->op && x->type == y->type && x->a == y->a && x->b == y->b &&
         x->c == y->c && x->imm == y->imm;
}

ha_expr ha_expr_intern(struct ha_program *p, struct ha_expr_row row) {
  ha_expr oldest = p->exprs.count > RECENT ? p->exprs.count - RECENT : 1;
  for (ha_expr e = p->exprs.count; e-- > oldest;)
    if (same_row(get(p, e), &row))
      return e;
  HA_PUSH(p->arena, p->exprs, row);
  return p->exprs.count - 1;
}

/* Width of a scalar in bits; 0 where there is none or it does not fit a constant. */
static unsigned width(const struct ha_program *p, ha_type type) {
  const struct ha_type_info *info = ha_type_get(p->types, type);
  uint64_t bits = info->kind == HA_TYPE_INT ? info->bits : 8 * info->size;
  return bits <= 64 ? (unsigned)bits : 0;
}

static bool is_int(const struct ha_program *p, ha_type type) {
  return ha_type_get(p->types, type)->kind == HA_TYPE_INT;
}

static uint64_t mask(unsigned bits) {
  return bits >= 64 || bits == 0 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static int64_t sign_extend(uint64_t value, unsigned bits) {
  uint64_t sign = UINT64_C(1) << (bits - 1);
  return (int64_t)(((value & mask(bits)) ^ sign) - sign);
}

ha_expr ha_expr_const(struct ha_program *p, ha_type type, uint64_t value) {
  struct ha_expr_row row = {.op = HA_EXPR_CONST, .type = type};
  row.imm = value & mask(width(p, type));
  return ha_expr_intern(p, row);
}

ha_expr ha_expr_null(struct ha_program *p, ha_type ptr_type) {
  return ha_expr_intern(p, (struct ha_expr_row){.op = HA_EXPR_NULL, .type = ptr_type});
}

ha_expr ha_expr_var(struct ha_program *p, ha_var var) {
  assert(var && var < p->vars.count);
  return ha_expr_intern(p, (struct ha_expr_row){.op = HA_EXPR_VAR,
                                                .type = p->vars.at[var].type,
                                                .imm = var});
}

ha_expr ha_expr_obj(struct ha_program *p, ha_obj obj) {
  assert(obj && obj < p->objs.count);
  ha_type type = ha_type_ptr(p->types, p->objs.at[obj].type);
  return ha_expr_intern(
      p, (struct ha_expr_row){.op = HA_EXPR_OBJ, .type = type, .imm = obj});
}

ha_expr ha_expr_formula(struct ha_program *p, ha_formula formula) {
  return ha_expr_intern(p, (struct ha_expr_row){.op = HA_EXPR_FORMULA,
                                                .type = ha_type_truth(p->types),
                                                .imm = formula});
}

ha_expr ha_expr_field(struct ha_program *p, enum ha_expr_op op, ha_expr base,
                      ha_field field, ha_type type) {
  assert(op == HA_EXPR_FIELD || op == HA_EXPR_CONTAINER);
  return ha_expr_intern(
      p, (struct ha_expr_row){.op = op, .type = type, .a = base, .imm = field});
}

ha_expr ha_expr_elem(struct ha_program *p, ha_expr base, ha_expr index, ha_type elem,
                     ha_type type) {
  const struct ha_expr_row *at = get(p, index);
  if (at->op == HA_EXPR_CONST && at->imm == 0 && get(p, base)->type == type)
    return base;
  return ha_expr_intern(
      p, (struct ha_expr_row){
             .op = HA_EXPR_ELEM, .type = type, .a = base, .b = index, .imm = elem});
}

static bool is_const(const struct ha_program *p, ha_expr e, uint64_t value) {
  return e && get(p, e)->op == HA_EXPR_CONST && get(p, e)->imm == value;
}

static bool fits_signed(int64_t value, unsigned bits) {
  return sign_extend((uint64_t)value, bits) == value;
}

/* One operator on two constants of `bits` bits; false: not to be folded. */
static bool fold_arithmetic(enum ha_expr_op op, uint64_t a, uint64_t b, unsigned bits,
                            uint64_t *result) {
  int64_t x = sign_extend(a, bits), y = sign_extend(b, bits), z = 0;
  bool overflows = false;
  switch (op) {
  case HA_EXPR_ADD:
    return *result = a + b, true;
  case HA_EXPR_SUB:
    return *result = a - b, true;
  case HA_EXPR_MUL:
    return *result = a * b, true;
  case HA_EXPR_ADDS:
    overflows = __builtin_add_overflow(x, y, &z);
    break;
  case HA_EXPR_SUBS:
    overflows = __builtin_sub_overflow(x, y, &z);
    break;
  case HA_EXPR_MULS:
    overflows = __builtin_mul_overflow(x, y, &z);
    break;
  case HA_EXPR_UDIV:
    return b != 0 && (*result = a / b, true);
  case HA_EXPR_UREM:
    return b != 0 && (*result = a % b, true);
  case HA_EXPR_SDIV:
  case HA_EXPR_SREM:
    if (y == 0 || (y == -1 && x == sign_extend(UINT64_C(1) << (bits - 1), bits)))
      return false;
    z = op == HA_EXPR_SDIV ? x / y : x % y;
    break;
  default:
    return false;
  }
  *result = (uint64_t)z;
  return !overflows && fits_signed(z, bits);
}

static bool fold_bits(enum ha_expr_op op, uint64_t a, uint64_t b, unsigned bits,
                      uint64_t *result) {
  switch (op) {
  case HA_EXPR_AND:
    return *result = a & b, true;
  case HA_EXPR_OR:
    return *result = a | b, true;
  case HA_EXPR_XOR:
    return *result = a ^ b, true;
  case HA_EXPR_SHL:
    return b < bits && (*result = a << b, true);
  case HA_EXPR_LSHR:
    return b < bits && (*result = a >> b, true);
  case HA_EXPR_ASHR:
    return b < bits && (*result = (uint64_t)(sign_extend(a, bits) >> b), true);
  default:
    return false;
  }
}

static bool fold_comparison(enum ha_expr_op op, uint64_t a, uint64_t b, unsigned bits,
                            uint64_t *result) {
  int64_t x = sign_extend(a, bits), y = sign_extend(b, bits);
  switch (op) {
  case HA_EXPR_EQ:
    return *result = a == b, true;
  case HA_EXPR_NE:
    return *result = a != b, true;
  case HA_EXPR_ULT:
    return *result = a < b, true;
  case HA_EXPR_ULE:
    return *result = a <= b, true;
  case HA_EXPR_SLT:
    return *result = x < y, true;
  case HA_EXPR_SLE:
    return *result = x <= y, true;
  default:
    return false;
  }
}

static ha_expr fold_constants(struct ha_program *p, enum ha_expr_op op, ha_type type,
                              ha_expr a, ha_expr b) {
  const struct ha_expr_row *x = get(p, a), *y = get(p, b);
  unsigned bits = width(p, x->type);
  uint64_t result;
  if (x->op != HA_EXPR_CONST || y->op != HA_EXPR_CONST || bits == 0 ||
      !is_int(p, x->type))
    return 0;
  if (fold_arithmetic(op, x->imm, y->imm, bits, &result) ||
      fold_bits(op, x->imm, y->imm, bits, &result) ||
      fold_comparison(op, x->imm, y->imm, bits, &result))
    return ha_expr_const(p, type, result);
  return 0;
}

/* null == null, and the address of an object is never null. */
static ha_expr fold_null(struct ha_program *p, enum ha_expr_op op, ha_type type,
                         ha_expr a, ha_expr b) {
  enum ha_expr_op x = get(p, a)->op, y = get(p, b)->op;
  if (op != HA_EXPR_EQ && op != HA_EXPR_NE)
    return 0;
  bool both = x == HA_EXPR_NULL && y == HA_EXPR_NULL;
  bool differ = (x == HA_EXPR_NULL && y == HA_EXPR_OBJ) ||
                (x == HA_EXPR_OBJ && y == HA_EXPR_NULL);
  return both || differ ? ha_expr_const(p, type, both == (op == HA_EXPR_EQ)) : 0;
}

/* x op neutral = x; both operands and the result have one type. */
static ha_expr fold_neutral(struct ha_program *p, enum ha_expr_op op, ha_type type,
                            ha_expr a, ha_expr b) {
  if (!is_int(p, type))
    return 0;
  switch (op) {
  case HA_EXPR_ADD:
  case HA_EXPR_ADDS:
  case HA_EXPR_OR:
  case HA_EXPR_XOR:
    if (is_const(p, a, 0) && get(p, b)->type == type)
      return b;
    return is_const(p, b, 0) && get(p, a)->type == type ? a : 0;
  case HA_EXPR_SUB:
  case HA_EXPR_SUBS:
  case HA_EXPR_SHL:
  case HA_EXPR_LSHR:
  case HA_EXPR_ASHR:
    return is_const(p, b, 0) && get(p, a)->type == type ? a : 0;
  case HA_EXPR_MUL:
  case HA_EXPR_MULS:
    if (width(p, type) < 2) /* there 1 is -1 */
      return 0;
    if (is_const(p, a, 1) && get(p, b)->type == type)
      return b;
    return is_const(p, b, 1) && get(p, a)->type == type ? a : 0;
  default:
    return 0;
  }
}

static bool is_atom(const struct ha_program *p, ha_expr e) {
  return ha_expr_arity[get(p, e)->op] == 0;
}

/* `and` with true, `or` with false: the other operand.  `and` with false, `or` with
 * true: that constant, if what is dropped is an atom. */
static ha_expr fold_connective(struct ha_program *p, enum ha_expr_op op, ha_expr a,
                               ha_expr b) {
  uint64_t neutral = op == HA_EXPR_LAND;
  if (is_const(p, a, neutral))
    return b;
  if (is_const(p, b, neutral))
    return a;
  if (is_const(p, a, !neutral) && is_atom(p, b))
    return a;
  return is_const(p, b, !neutral) && is_atom(p, a) ? b : 0;
}

static ha_expr fold_ite(struct ha_program *p, ha_type type, ha_expr a, ha_expr b,
                        ha_expr c) {
  if (get(p, a)->op != HA_EXPR_CONST)
    return 0;
  ha_expr kept = get(p, a)->imm ? b : c, dropped = get(p, a)->imm ? c : b;
  return is_atom(p, dropped) && get(p, kept)->type == type ? kept : 0;
}

static ha_expr fold_conversion(struct ha_program *p, enum ha_expr_op op, ha_type type,
                               ha_expr a) {
  struct ha_expr_row x = *get(p, a);
  unsigned bits = width(p, x.type);
  if (x.op == HA_EXPR_CONST && bits && width(p, type))
    switch (op) {
    case HA_EXPR_SEXT:
      return ha_expr_const(p, type, (uint64_t)sign_extend(x.imm, bits));
    case HA_EXPR_INTTOPTR:
      return x.imm == 0 ? ha_expr_null(p, type) : 0;
    default: /* ZEXT, TRUNC; CAST keeps the bits */
      return ha_expr_const(p, type, x.imm);
    }
  if (x.op == HA_EXPR_NULL && op == HA_EXPR_PTRTOINT)
    return ha_expr_const(p, type, 0);
  if (x.op == HA_EXPR_NULL && op == HA_EXPR_CAST)
    return ha_expr_null(p, type);
  if (op == HA_EXPR_CAST && x.op == HA_EXPR_CAST)
    return ha_expr_make(p, op, type, x.a, 0, 0);
  return x.type == type ? a : 0; /* nothing to convert */
}

static ha_expr fold_not(struct ha_program *p, ha_type type, ha_expr a) {
  const struct ha_expr_row *x = get(p, a);
  if (x->op == HA_EXPR_CONST)
    return ha_expr_const(p, type, !x->imm);
  return x->op == HA_EXPR_NOT ? x->a : 0;
}

static ha_expr fold_binary(struct ha_program *p, enum ha_expr_op op, ha_type type,
                           ha_expr a, ha_expr b) {
  ha_expr folded = fold_constants(p, op, type, a, b);
  if (!folded)
    folded = fold_null(p, op, type, a, b);
  return folded ? folded : fold_neutral(p, op, type, a, b);
}

/* The expression it folds to, or 0. */
static ha_expr fold(struct ha_program *p, enum ha_expr_op op, ha_type type, ha_expr a,
                    ha_expr b, ha_expr c) {
  switch (op) {
  case HA_EXPR_NOT:
    return fold_not(p, type, a);
  case HA_EXPR_LAND:
  case HA_EXPR_LOR:
    return fold_connective(p, op, a, b);
  case HA_EXPR_ITE:
    return fold_ite(p, type, a, b, c);
  case HA_EXPR_ZEXT:
  case HA_EXPR_SEXT:
  case HA_EXPR_TRUNC:
  case HA_EXPR_PTRTOINT:
  case HA_EXPR_INTTOPTR:
  case HA_EXPR_CAST:
    return fold_conversion(p, op, type, a);
  default:
    return op >= HA_EXPR_ADD && op <= HA_EXPR_SLE ? fold_binary(p, op, type, a, b) : 0;
  }
}

ha_expr ha_expr_make(struct ha_program *p, enum ha_expr_op op, ha_type type, ha_expr a,
                     ha_expr b, ha_expr c) {
  assert(op != HA_EXPR_FIELD && op != HA_EXPR_CONTAINER && op != HA_EXPR_ELEM);
  ha_expr folded = fold(p, op, type, a, b, c);
  if (folded)
    return folded;
  return ha_expr_intern(
      p, (struct ha_expr_row){.op = op, .type = type, .a = a, .b = b, .c = c});
}

ha_expr ha_expr_not(struct ha_program *p, ha_expr a) {
  struct ha_expr_row x = *get(p, a);
  switch (x.op) {
  case HA_EXPR_EQ:
    return ha_expr_make(p, HA_EXPR_NE, x.type, x.a, x.b, 0);
  case HA_EXPR_NE:
    return ha_expr_make(p, HA_EXPR_EQ, x.type, x.a, x.b, 0);
  case HA_EXPR_ULT: /* not a < b: b <= a */
    return ha_expr_make(p, HA_EXPR_ULE, x.type, x.b, x.a, 0);
  case HA_EXPR_ULE:
    return ha_expr_make(p, HA_EXPR_ULT, x.type, x.b, x.a, 0);
  case HA_EXPR_SLT:
    return ha_expr_make(p, HA_EXPR_SLE, x.type, x.b, x.a, 0);
  case HA_EXPR_SLE:
    return ha_expr_make(p, HA_EXPR_SLT, x.type, x.b, x.a, 0);
  default:
    return ha_expr_make(p, HA_EXPR_NOT, x.type, a, 0, 0);
  }
}

bool ha_expr_equal(const struct ha_program *p, ha_expr a, ha_expr b) {
  if (a == b)
    return true;
  if (!a || !b)
    return false;
  const struct ha_expr_row *x = get(p, a), *y = get(p, b);
  return x->op == y->op && x->type == y->type && x->imm == y->imm &&
         ha_expr_equal(p, x->a, y->a) && ha_expr_equal(p, x->b, y->b) &&
         ha_expr_equal(p, x->c, y->c);
}
