#include "arith.h"
#include <assert.h>

struct ha_value ha_value_exact(uint64_t bits) { return (struct ha_value){bits, 0, 0}; }

struct ha_value ha_value_bool(bool truth, bool taint) {
  return (struct ha_value){truth, 0, taint};
}

struct ha_value ha_value_unknown(void) {
  return (struct ha_value){0, UINT64_MAX, true};
}

uint64_t ha_width_mask(unsigned width) {
  return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

int64_t ha_sign_extend(uint64_t bits, unsigned width) {
  uint64_t sign = UINT64_C(1) << (width - 1);
  return (int64_t)(((bits & ha_width_mask(width)) ^ sign) - sign);
}

static unsigned trailing_zeros(uint64_t x) {
  return x ? (unsigned)__builtin_ctzll(x) : 64;
}

static uint64_t bits_from(unsigned low) { return low < 64 ? UINT64_MAX << low : 0; }

/* ---- the undefined bits of a result ---- */

/* The carries into each bit grow with the operands, so a sum's bit is settled iff
 * both operand bits are and the smallest and the largest sum agree on it. */
static uint64_t sum_undef(struct ha_value a, struct ha_value b) {
  uint64_t least = a.bits + b.bits;
  uint64_t most = (a.bits | a.undef) + (b.bits | b.undef);
  return a.undef | b.undef | (least ^ most);
}

static uint64_t difference_undef(struct ha_value a, struct ha_value b) {
  uint64_t least = a.bits - (b.bits | b.undef);
  uint64_t most = (a.bits | a.undef) - b.bits;
  return a.undef | b.undef | (least ^ most);
}

/* Below the lowest undefined bit of one factor, shifted up by the zeros that the
 * other ends in, a product is settled. */
static uint64_t product_undef(struct ha_value a, struct ha_value b) {
  unsigned by_a = trailing_zeros(a.undef) + trailing_zeros(b.bits | b.undef);
  unsigned by_b = trailing_zeros(b.undef) + trailing_zeros(a.bits | a.undef);
  return bits_from(by_a < by_b ? by_a : by_b);
}

static uint64_t bitwise_undef(enum ha_expr_op op, struct ha_value a,
                              struct ha_value b) {
  uint64_t either = a.undef | b.undef;
  if (op == HA_EXPR_AND) /* a settled 0 settles the result */
    return either & (a.undef | a.bits) & (b.undef | b.bits);
  if (op == HA_EXPR_OR) /* … and a settled 1 */
    return either & ~(a.bits | b.bits);
  return either;
}

/* ---- arithmetic ---- */

static bool is_exact(struct ha_value a, struct ha_value b) {
  return !(a.undef | b.undef) && !a.taint && !b.taint;
}

static bool fits(int64_t x, unsigned width) {
  return x == ha_sign_extend((uint64_t)x, width);
}

static bool overflows(enum ha_expr_op op, unsigned width, uint64_t a, uint64_t b) {
  int64_t x = ha_sign_extend(a, width), y = ha_sign_extend(b, width), z;
  bool wide = op == HA_EXPR_ADDS   ? __builtin_add_overflow(x, y, &z)
              : op == HA_EXPR_SUBS ? __builtin_sub_overflow(x, y, &z)
                                   : __builtin_mul_overflow(x, y, &z);
  return wide || !fits(z, width);
}

static struct ha_value linear(enum ha_expr_op op, struct ha_value a,
                              struct ha_value b) {
  struct ha_value r = {.taint = a.taint || b.taint};
  switch (op) {
  case HA_EXPR_ADD:
  case HA_EXPR_ADDS:
    r.bits = a.bits + b.bits;
    r.undef = sum_undef(a, b);
    break;
  case HA_EXPR_SUB:
  case HA_EXPR_SUBS:
    r.bits = a.bits - b.bits;
    r.undef = difference_undef(a, b);
    break;
  default:
    r.bits = a.bits * b.bits;
    r.undef = product_undef(a, b);
  }
  return r;
}

static uint64_t quotient(enum ha_expr_op op, unsigned width, uint64_t a, uint64_t b) {
  int64_t x = ha_sign_extend(a, width), y = ha_sign_extend(b, width);
  switch (op) {
  case HA_EXPR_UDIV:
    return a / b;
  case HA_EXPR_UREM:
    return a % b;
  case HA_EXPR_SDIV:
    return (uint64_t)(x / y);
  default:
    return (uint64_t)(x % y);
  }
}

static bool division_traps(enum ha_expr_op op, unsigned width, uint64_t a, uint64_t b) {
  if (b == 0)
    return true;
  bool is_signed = op == HA_EXPR_SDIV || op == HA_EXPR_SREM;
  return is_signed && b == ha_width_mask(width) && a == UINT64_C(1) << (width - 1);
}

static struct ha_value divide(enum ha_expr_op op, unsigned width, struct ha_value a,
                              struct ha_value b, bool *undefined) {
  struct ha_value r = {.taint = a.taint || b.taint};
  if (a.undef | b.undef) {
    r.undef = UINT64_MAX;
  } else if (division_traps(op, width, a.bits, b.bits)) {
    *undefined |= is_exact(a, b);
    r.undef = UINT64_MAX;
  } else {
    r.bits = quotient(op, width, a.bits, b.bits);
  }
  return r;
}

static uint64_t shifted(enum ha_expr_op op, unsigned width, uint64_t bits,
                        unsigned by) {
  if (op == HA_EXPR_SHL)
    return bits << by;
  if (op == HA_EXPR_LSHR)
    return bits >> by;
  return (uint64_t)(ha_sign_extend(bits, width) >> by);
}

static struct ha_value shift(enum ha_expr_op op, unsigned width, struct ha_value a,
                             struct ha_value b, bool *undefined) {
  struct ha_value r = {.undef = UINT64_MAX, .taint = a.taint || b.taint};
  if (b.undef)
    return r;
  if (b.bits >= width) {
    *undefined |= !r.taint;
    return r;
  }
  r.bits = shifted(op, width, a.bits, (unsigned)b.bits);
  r.undef = shifted(op, width, a.undef, (unsigned)b.bits);
  return r;
}

/* ---- comparisons ---- */

/* A settled bit that differs decides, whatever the others are. */
static struct ha_value equal(struct ha_value a, struct ha_value b, bool want) {
  uint64_t open = a.undef | b.undef;
  bool differ = ((a.bits ^ b.bits) & ~open) != 0;
  struct ha_value r = {.taint = a.taint || b.taint};
  if (differ || !open)
    r.bits = differ != want;
  else
    r.undef = 1;
  return r;
}

/* Signed order is unsigned order with the sign bit flipped. */
static struct ha_value biased(struct ha_value a, unsigned width) {
  a.bits = (a.bits ^ UINT64_C(1) << (width - 1)) & ~a.undef;
  return a;
}

/* Decided iff the ranges of the operands do not overlap. */
static struct ha_value less(struct ha_value a, struct ha_value b, bool or_equal) {
  uint64_t a_most = a.bits | a.undef, b_most = b.bits | b.undef;
  bool always = or_equal ? a_most <= b.bits : a_most < b.bits;
  bool never = or_equal ? a.bits > b_most : a.bits >= b_most;
  return (struct ha_value){always, !always && !never, a.taint || b.taint};
}

static struct ha_value compare(enum ha_expr_op op, unsigned width, struct ha_value a,
                               struct ha_value b) {
  switch (op) {
  case HA_EXPR_EQ:
  case HA_EXPR_NE:
    return equal(a, b, op == HA_EXPR_EQ);
  case HA_EXPR_ULT:
  case HA_EXPR_ULE:
    return less(a, b, op == HA_EXPR_ULE);
  default:
    return less(biased(a, width), biased(b, width), op == HA_EXPR_SLE);
  }
}

/* ---- the operators ---- */

static struct ha_value combine(enum ha_expr_op op, struct ha_value a,
                               struct ha_value b) {
  uint64_t bits = op == HA_EXPR_AND  ? a.bits & b.bits
                  : op == HA_EXPR_OR ? a.bits | b.bits
                                     : a.bits ^ b.bits;
  return (struct ha_value){bits, bitwise_undef(op, a, b), a.taint || b.taint};
}

static struct ha_value trim(struct ha_value v, unsigned width) {
  v.undef &= ha_width_mask(width);
  v.bits &= ha_width_mask(width) & ~v.undef;
  return v;
}

struct ha_value ha_arith(enum ha_expr_op op, unsigned width, struct ha_value a,
                         struct ha_value b, bool *undefined) {
  assert(width >= 1 && width <= 64);
  switch (op) {
  case HA_EXPR_ADDS:
  case HA_EXPR_SUBS:
  case HA_EXPR_MULS:
    *undefined |= is_exact(a, b) && overflows(op, width, a.bits, b.bits);
    /* fallthrough */
  case HA_EXPR_ADD:
  case HA_EXPR_SUB:
  case HA_EXPR_MUL:
    return trim(linear(op, a, b), width);
  case HA_EXPR_UDIV:
  case HA_EXPR_SDIV:
  case HA_EXPR_UREM:
  case HA_EXPR_SREM:
    return trim(divide(op, width, a, b, undefined), width);
  case HA_EXPR_AND:
  case HA_EXPR_OR:
  case HA_EXPR_XOR:
    return trim(combine(op, a, b), width);
  case HA_EXPR_SHL:
  case HA_EXPR_LSHR:
  case HA_EXPR_ASHR:
    return trim(shift(op, width, a, b, undefined), width);
  default:
    return compare(op, width, a, b);
  }
}

struct ha_value ha_resize(struct ha_value a, unsigned from, unsigned to,
                          bool is_signed) {
  if (is_signed) {
    a.bits = (uint64_t)ha_sign_extend(a.bits, from);
    a.undef = (uint64_t)ha_sign_extend(a.undef, from);
  }
  return trim(a, to);
}

struct ha_value ha_merge(struct ha_value a, struct ha_value b) {
  uint64_t undef = a.undef | b.undef | (a.bits ^ b.bits);
  return (struct ha_value){a.bits & ~undef, undef, a.taint || b.taint};
}
