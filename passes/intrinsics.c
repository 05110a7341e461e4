/* LLVM's intrinsic functions, as far as clang makes them from C. */
#include "lowering.h"
#include <string.h>

static bool starts(const char *name, const char *prefix) {
  return !strncmp(name, prefix, strlen(prefix));
}

static ha_expr argument(struct ha_lowering *lowering, LLVMValueRef call, unsigned i) {
  return ha_value(lowering, LLVMGetOperand(call, i));
}

/* Debugging, lifetimes, hints: nothing happens. */
static bool is_nothing(const char *name) {
  static const char *const prefixes[] = {
      "llvm.dbg.",           "llvm.donothing",
      "llvm.prefetch",       "llvm.lifetime.",
      "llvm.va_end",         "llvm.sideeffect",
      "llvm.var.annotation", "llvm.pseudoprobe",
      "llvm.invariant.",     "llvm.experimental.noalias"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (starts(name, prefixes[i]))
      return true;
  return false;
}

/* The value of the first argument, unchanged. */
static bool is_identity(const char *name) {
  return starts(name, "llvm.expect") || starts(name, "llvm.launder.") ||
         starts(name, "llvm.strip.") || starts(name, "llvm.threadlocal.address") ||
         starts(name, "llvm.ptr.annotation") || starts(name, "llvm.annotation") ||
         starts(name, "llvm.ssa.copy");
}

static void lower_copy(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_expr to = argument(lowering, call, 0), from = argument(lowering, call, 1);
  ha_expr size = ha_expr_wide(lowering, argument(lowering, call, 2), false);
  ha_check_block(lowering, to, size);
  ha_check_block(lowering, from, size);
  ha_block_copy(lowering, to, from, size);
}

static void lower_fill(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_expr to = argument(lowering, call, 0), byte = argument(lowering, call, 1);
  ha_expr size = ha_expr_wide(lowering, argument(lowering, call, 2), false);
  ha_check_block(lowering, to, size);
  ha_block_fill(lowering, to, byte, size);
}

/* Absolute value, minimum, maximum. */
static ha_expr lower_choice(struct ha_lowering *lowering, LLVMValueRef call,
                            const char *name) {
  struct ha_program *p = lowering->program;
  ha_type truth = ha_type_truth(lowering->types);
  ha_expr a = argument(lowering, call, 0), test, b;
  if (!a)
    return 0;
  ha_type type = ha_type_of(lowering, a);
  if (starts(name, "llvm.abs.")) {
    ha_expr zero = ha_expr_const(p, type, 0);
    test = ha_expr_make(p, HA_EXPR_SLT, truth, a, zero, 0);
    b = ha_expr_make(p, HA_EXPR_SUBS, type, zero, a, 0);
    return ha_expr_make(p, HA_EXPR_ITE, type, test, b, a);
  }
  b = ha_expr_as(lowering, argument(lowering, call, 1), type);
  bool is_max = strstr(name, "max.") != NULL;
  enum ha_expr_op op = name[5] == 's' ? HA_EXPR_SLT : HA_EXPR_ULT;
  test = ha_expr_make(p, op, truth, is_max ? b : a, is_max ? a : b, 0);
  return ha_expr_make(p, HA_EXPR_ITE, type, test, a, b);
}

/* What __builtin_constant_p and __builtin_object_size are when nothing is known. */
static ha_expr lower_question(struct ha_lowering *lowering, LLVMValueRef call,
                              const char *name) {
  ha_type type = ha_ctype(lowering, LLVMTypeOf(call));
  if (starts(name, "llvm.is.constant"))
    return ha_expr_const(lowering->program, type, 0);
  bool is_minimum = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) != 0;
  return ha_expr_const(lowering->program, type, is_minimum ? 0 : UINT64_MAX);
}

/* Both operands (of a difference: the first and the opposite of the second) have the
 * sign that the result has not. */
static ha_expr sign_overflow(struct ha_lowering *lowering, enum ha_expr_op op,
                             ha_expr a, ha_expr b, ha_expr result) {
  struct ha_program *p = lowering->program;
  ha_type type = ha_type_of(lowering, a), truth = ha_type_truth(lowering->types);
  ha_expr zero = ha_expr_const(p, type, 0);
  ha_expr a_side = ha_expr_make(p, HA_EXPR_XOR, type, a, result, 0);
  ha_expr b_side = ha_expr_make(p, HA_EXPR_XOR, type, op == HA_EXPR_SUB ? a : b,
                                op == HA_EXPR_SUB ? b : result, 0);
  return ha_expr_make(p, HA_EXPR_SLT, truth,
                      ha_expr_make(p, HA_EXPR_AND, type, a_side, b_side, 0), zero, 0);
}

/* Dividing the product by one factor gives the other; -1 times the least number, which
 * must not be divided, is apart. */
static ha_expr product_overflow(struct ha_lowering *lowering, ha_expr a, ha_expr b,
                                ha_expr product) {
  struct ha_program *p = lowering->program;
  ha_type type = ha_type_of(lowering, a), truth = ha_type_truth(lowering->types);
  ha_expr one = ha_expr_const(p, type, 1), minus = ha_expr_const(p, type, UINT64_MAX);
  ha_expr is_small =
      ha_expr_make(p, HA_EXPR_ULE, truth, ha_expr_make(p, HA_EXPR_ADD, type, a, one, 0),
                   one, 0); /* 0 or -1 */
  ha_expr divisor = ha_expr_make(p, HA_EXPR_ITE, type, is_small, one, a);
  ha_expr back = ha_expr_make(p, HA_EXPR_SDIV, type, product, divisor, 0);
  unsigned bits = ha_type_get(lowering->types, type)->bits;
  ha_expr least = ha_expr_const(p, type, UINT64_C(1) << (bits - 1));
  ha_expr is_least = ha_expr_make(p, HA_EXPR_LAND, truth,
                                  ha_expr_make(p, HA_EXPR_EQ, truth, a, minus, 0),
                                  ha_expr_make(p, HA_EXPR_EQ, truth, b, least, 0), 0);
  return ha_expr_make(p, HA_EXPR_LOR, truth, is_least,
                      ha_expr_make(p, HA_EXPR_LAND, truth, ha_expr_not(p, is_small),
                                   ha_expr_make(p, HA_EXPR_NE, truth, back, b, 0), 0),
                      0);
}

/* Twice the width holds the exact result; it overflows if the narrow one differs. */
static bool lower_overflow(struct ha_lowering *lowering, LLVMValueRef call,
                           const char *name) {
  struct ha_program *p = lowering->program;
  ha_expr a = argument(lowering, call, 0), b = argument(lowering, call, 1);
  if (!a || !b)
    return false;
  bool is_signed = name[5] == 's';
  ha_type type = ha_type_of(lowering, a), truth = ha_type_truth(lowering->types);
  b = ha_expr_as(lowering, b, type);
  unsigned bits = ha_type_get(lowering->types, type)->bits;
  enum ha_expr_op op = !strncmp(name + 6, "add", 3)   ? HA_EXPR_ADD
                       : !strncmp(name + 6, "sub", 3) ? HA_EXPR_SUB
                                                      : HA_EXPR_MUL;
  ha_expr narrow = ha_expr_make(p, op, type, a, b, 0), overflow = 0;
  ha_expr zero = ha_expr_const(p, type, 0);
  if (bits <= 32) {
    ha_type wide = ha_type_int(lowering->types, 64, is_signed);
    enum ha_expr_op widen = is_signed ? HA_EXPR_SEXT : HA_EXPR_ZEXT;
    ha_expr exact = ha_expr_make(p, op, wide, ha_expr_make(p, widen, wide, a, 0, 0),
                                 ha_expr_make(p, widen, wide, b, 0, 0), 0);
    overflow = ha_expr_make(p, HA_EXPR_NE, truth, exact,
                            ha_expr_make(p, widen, wide, narrow, 0, 0), 0);
  } else if (!is_signed && op == HA_EXPR_ADD) {
    overflow = ha_expr_make(p, HA_EXPR_ULT, truth, narrow, a, 0);
  } else if (!is_signed && op == HA_EXPR_SUB) {
    overflow = ha_expr_make(p, HA_EXPR_ULT, truth, a, b, 0);
  } else if (is_signed && op != HA_EXPR_MUL) {
    overflow = sign_overflow(lowering, op, a, b, narrow);
  } else if (is_signed) {
    overflow = product_overflow(lowering, a, b, narrow);
  } else {
    ha_expr is_zero = ha_expr_make(p, HA_EXPR_EQ, truth, b, zero, 0);
    ha_expr divisor =
        ha_expr_make(p, HA_EXPR_ITE, type, is_zero, ha_expr_const(p, type, 1), b);
    ha_expr back = ha_expr_make(p, HA_EXPR_UDIV, type, narrow, divisor, 0);
    overflow = ha_expr_make(p, HA_EXPR_LAND, truth, ha_expr_not(p, is_zero),
                            ha_expr_make(p, HA_EXPR_NE, truth, back, a, 0), 0);
  }
  ha_expr *parts = ha_arena_alloc(lowering->scratch, 2 * sizeof *parts);
  parts[0] = narrow;
  parts[1] = overflow;
  ha_bind_parts(lowering, call, parts);
  return true;
}

/* Pure functions of numbers that have no exact expression here. */
static bool is_pure(const char *name) {
  static const char *const prefixes[] = {
      "llvm.ctpop", "llvm.ctlz", "llvm.cttz",    "llvm.bswap", "llvm.bitreverse",
      "llvm.fsh",   "llvm.sadd", "llvm.uadd",    "llvm.ssub",  "llvm.usub",
      "llvm.smul",  "llvm.umul", "llvm.vector.", "llvm.sshl",  "llvm.ushl"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (starts(name, prefixes[i]))
      return true;
  return false;
}

static bool is_float_function(LLVMValueRef call) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(call));
  return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ||
         kind == LLVMX86_FP80TypeKind || kind == LLVMFP128TypeKind;
}

static void lower_assume(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_emit_assume(lowering, argument(lowering, call, 0));
}

/* The trap of __builtin_trap and of sanitizers: the path ends. */
static bool is_trap(const char *name) {
  return starts(name, "llvm.trap") || starts(name, "llvm.debugtrap") ||
         starts(name, "llvm.ubsantrap");
}

static void lower_unmodelled(struct ha_lowering *lowering, LLVMValueRef call,
                             const char *what) {
  ha_limit(lowering, what);
  if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
    ha_value_havoc(lowering, call, HA_ORIGIN_UNMODELLED, NULL);
}

/* va_start and va_copy fill a list that we do not follow. */
static void lower_varargs(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_expr list = argument(lowering, call, 0);
  ha_limit(lowering, "varargs");
  ha_emit_havoc_bytes(lowering, list,
                      ha_expr_int(lowering, 3 * ha_types_ptr_bytes(lowering->types)));
}

bool ha_lower_intrinsic(struct ha_lowering *lowering, LLVMValueRef call,
                        const char *name) {
  ha_expr chosen = 0;
  if (is_nothing(name))
    return true;
  if (starts(name, "llvm.memcpy") || starts(name, "llvm.memmove"))
    return lower_copy(lowering, call), true;
  if (starts(name, "llvm.memset"))
    return lower_fill(lowering, call), true;
  if (starts(name, "llvm.assume"))
    return lower_assume(lowering, call), true;
  if (is_trap(name))
    return ha_flow_stop(lowering), true;
  if (starts(name, "llvm.stacksave"))
    return ha_bind(lowering, call,
                   ha_expr_var(lowering->program, ha_stack_mark(lowering))),
           true;
  if (starts(name, "llvm.stackrestore"))
    return ha_stack_unwind(lowering, argument(lowering, call, 0)), true;
  if (starts(name, "llvm.va_"))
    return lower_varargs(lowering, call), true;
  if (ha_lower_bits(lowering, call, name))
    return true;
  if (strstr(name, ".with.overflow.") && lower_overflow(lowering, call, name))
    return true;
  if (is_identity(name))
    chosen = argument(lowering, call, 0);
  else if (starts(name, "llvm.abs.") || starts(name, "llvm.smax.") ||
           starts(name, "llvm.smin.") || starts(name, "llvm.umax.") ||
           starts(name, "llvm.umin."))
    chosen = lower_choice(lowering, call, name);
  else if (starts(name, "llvm.is.constant") || starts(name, "llvm.objectsize"))
    chosen = lower_question(lowering, call, name);
  if (chosen)
    return ha_bind(lowering, call, chosen), true;
  if (is_float_function(call) || starts(name, "llvm.is.fpclass"))
    return lower_unmodelled(lowering, call, "float"), true;
  if (is_pure(name) || starts(name, "llvm.frameaddress") ||
      starts(name, "llvm.returnaddress") || starts(name, "llvm.readcyclecounter"))
    return lower_unmodelled(lowering, call,
                            ha_arena_printf(lowering->scratch, "intrinsic:%s", name)),
           true;
  return false;
}
