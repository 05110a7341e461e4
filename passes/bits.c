/* Counting, swapping and rotating bits (__builtin_popcount, clz, ctz, bswap, rotates),
 * put together from shifts, masks and sums; each step goes into a temporary, because
 * the next one uses it twice. */
#include "lowering.h"
#include <string.h>

struct number {
  struct ha_lowering *lowering;
  ha_type type;
  unsigned bits;
};

static ha_expr argument(const struct number *n, LLVMValueRef call, unsigned i) {
  return ha_expr_as(n->lowering, ha_value(n->lowering, LLVMGetOperand(call, i)),
                    n->type);
}

static ha_expr number(const struct number *n, uint64_t value) {
  return ha_expr_const(n->lowering->program, n->type, value);
}

static ha_expr make(const struct number *n, enum ha_expr_op op, ha_expr a, ha_expr b) {
  return ha_expr_make(n->lowering->program, op, n->type, a, b, 0);
}

static ha_expr keep(const struct number *n, ha_expr value) {
  return ha_value_in_temp(n->lowering, value);
}

static ha_expr shifted(const struct number *n, enum ha_expr_op op, ha_expr a,
                       unsigned by) {
  return make(n, op, a, number(n, by));
}

/* The byte, repeated over the width. */
static ha_expr pattern(const struct number *n, uint64_t byte) {
  return number(n, byte * (UINT64_MAX / 255));
}

static ha_expr inverted(const struct number *n, ha_expr a) {
  return make(n, HA_EXPR_XOR, a, number(n, UINT64_MAX));
}

/* Sums of ever wider groups of bits, side by side in one number. */
static ha_expr population(const struct number *n, ha_expr x) {
  ha_expr pairs = keep(
      n, make(n, HA_EXPR_SUB, x,
              make(n, HA_EXPR_AND, shifted(n, HA_EXPR_LSHR, x, 1), pattern(n, 0x55))));
  ha_expr fours = keep(
      n,
      make(n, HA_EXPR_ADD, make(n, HA_EXPR_AND, pairs, pattern(n, 0x33)),
           make(n, HA_EXPR_AND, shifted(n, HA_EXPR_LSHR, pairs, 2), pattern(n, 0x33))));
  ha_expr bytes =
      keep(n, make(n, HA_EXPR_AND,
                   make(n, HA_EXPR_ADD, fours, shifted(n, HA_EXPR_LSHR, fours, 4)),
                   pattern(n, 0x0f)));
  return shifted(n, HA_EXPR_LSHR, make(n, HA_EXPR_MUL, bytes, pattern(n, 1)),
                 n->bits - 8);
}

/* All bits below the highest 1 become 1; the zeroes that are left are the leading. */
static ha_expr leading_zeroes(const struct number *n, ha_expr x) {
  for (unsigned by = 1; by < n->bits; by *= 2)
    x = keep(n, make(n, HA_EXPR_OR, x, shifted(n, HA_EXPR_LSHR, x, by)));
  return population(n, keep(n, inverted(n, x)));
}

static ha_expr trailing_zeroes(const struct number *n, ha_expr x) {
  ha_expr below = make(n, HA_EXPR_SUB, x, number(n, 1));
  return population(n, keep(n, make(n, HA_EXPR_AND, inverted(n, x), below)));
}

static ha_expr swapped(const struct number *n, ha_expr x) {
  ha_expr sum = number(n, 0);
  for (unsigned at = 0; at < n->bits; at += 8) {
    ha_expr byte =
        make(n, HA_EXPR_AND, shifted(n, HA_EXPR_LSHR, x, at), number(n, 0xff));
    sum = make(n, HA_EXPR_OR, sum, shifted(n, HA_EXPR_SHL, byte, n->bits - 8 - at));
  }
  return sum;
}

/* The upper or lower half of a:b moved by `by` bits to the left or right. */
static ha_expr funnel(const struct number *n, LLVMValueRef call, bool is_left) {
  struct ha_program *p = n->lowering->program;
  ha_expr a = keep(n, argument(n, call, 0)), b = keep(n, argument(n, call, 1));
  ha_expr by = keep(n, make(n, HA_EXPR_UREM, argument(n, call, 2), number(n, n->bits)));
  ha_expr rest = make(n, HA_EXPR_SUB, number(n, n->bits), by);
  ha_expr moved = make(n, HA_EXPR_OR, make(n, HA_EXPR_SHL, a, is_left ? by : rest),
                       make(n, HA_EXPR_LSHR, b, is_left ? rest : by));
  ha_expr is_still = ha_expr_make(p, HA_EXPR_EQ, ha_type_truth(n->lowering->types), by,
                                  number(n, 0), 0);
  return ha_expr_make(p, HA_EXPR_ITE, n->type, is_still, is_left ? a : b, moved);
}

static ha_expr lower(const struct number *n, LLVMValueRef call, const char *name) {
  if (!strncmp(name, "fsh", 3))
    return funnel(n, call, name[3] == 'l');
  ha_expr x = keep(n, argument(n, call, 0));
  if (!strncmp(name, "ctpop", 5))
    return population(n, x);
  if (!strncmp(name, "ctlz", 4))
    return leading_zeroes(n, x);
  return !strncmp(name, "cttz", 4) ? trailing_zeroes(n, x) : swapped(n, x);
}

static bool is_known(const char *name) {
  return !strncmp(name, "ctpop.", 6) || !strncmp(name, "ctlz.", 5) ||
         !strncmp(name, "cttz.", 5) || !strncmp(name, "bswap.", 6) ||
         !strncmp(name, "fshl.", 5) || !strncmp(name, "fshr.", 5);
}

bool ha_lower_bits(struct ha_lowering *lowering, LLVMValueRef call, const char *name) {
  LLVMTypeRef type = LLVMTypeOf(call);
  bool is_number = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
  unsigned bits = is_number ? LLVMGetIntTypeWidth(type) : 0;
  if (!is_known(name + strlen("llvm.")) ||
      (bits != 8 && bits != 16 && bits != 32 && bits != 64))
    return false;
  struct number n = {lowering, ha_type_int(lowering->types, bits, false), bits};
  ha_bind(lowering, call, lower(&n, call, name + strlen("llvm.")));
  return true;
}
