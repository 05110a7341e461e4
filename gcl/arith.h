/* Operators on values with their shadow: which bits of a result are undefined, given
 * which bits of the operands are.
 *
 * The masks are exact for the bitwise operators, shifts by a defined amount, + - and
 * comparisons (a result bit is undefined iff filling the undefined operand bits in
 * some two ways changes it, the operands taken as independent) and an upper bound
 * for * / %.  Taint is contagious. */
#ifndef HEAPABS_GCL_ARITH_H
#define HEAPABS_GCL_ARITH_H

#include "gcl.h"
#include "machine.h"

struct ha_value ha_value_exact(uint64_t bits);
struct ha_value ha_value_bool(bool truth, bool taint);
/* What no 64-bit value can hold: nothing is known and nothing may rest on it. */
struct ha_value ha_value_unknown(void);
uint64_t ha_width_mask(unsigned width);
int64_t ha_sign_extend(uint64_t bits, unsigned width);

/* a op b at operand width `width`; for ADD .. SLE of expr_op.def.  *undefined is set
 * where C leaves the behaviour undefined: signed overflow of the S forms, division
 * by zero, INT_MIN / -1, a shift by the width or more. */
struct ha_value ha_arith(enum ha_expr_op op, unsigned width, struct ha_value a,
                         struct ha_value b, bool *undefined);
/* ZEXT, SEXT, TRUNC and the pointer casts. */
struct ha_value ha_resize(struct ha_value a, unsigned from, unsigned to,
                          bool is_signed);
/* What `taken ? a : b` is when nobody knows `taken`. */
struct ha_value ha_merge(struct ha_value a, struct ha_value b);

#endif
