/* Instructions that compute: arithmetic, comparisons, conversions, addresses.
 * Conditions are kept readable: clang's way of asking a truth value (zext to int,
 * compare with 0; store as a byte, truncate to i1) is undone here. */
#include "lowering.h"
#include <llvm-c/Core.h>

static const struct ha_expr_row *row_of(struct ha_lowering *lowering, ha_expr expr) {
  return &lowering->program->exprs.at[expr];
}

static unsigned bits_of(struct ha_lowering *lowering, ha_expr expr) {
  return ha_type_get(lowering->types, ha_type_of(lowering, expr))->bits;
}

static bool is_pointer(struct ha_lowering *lowering, ha_expr expr) {
  return ha_type_is_ptr(lowering->types, ha_type_of(lowering, expr));
}

/* Gives the two operands one type, taking the constant's from the other. */
static void unify(struct ha_lowering *lowering, ha_expr *a, ha_expr *b) {
  if (row_of(lowering, *a)->op == HA_EXPR_CONST ||
      row_of(lowering, *a)->op == HA_EXPR_NULL)
    *a = ha_expr_as(lowering, *a, ha_type_of(lowering, *b));
  else
    *b = ha_expr_as(lowering, *b, ha_type_of(lowering, *a));
}

static enum ha_expr_op binary_op(LLVMValueRef value, LLVMOpcode opcode) {
  bool no_wrap = LLVMIsAInstruction(value) &&
                 (opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul) &&
                 LLVMGetNSW(value);
  switch (opcode) {
  case LLVMAdd:
    return no_wrap ? HA_EXPR_ADDS : HA_EXPR_ADD;
  case LLVMSub:
    return no_wrap ? HA_EXPR_SUBS : HA_EXPR_SUB;
  case LLVMMul:
    return no_wrap ? HA_EXPR_MULS : HA_EXPR_MUL;
  case LLVMUDiv:
    return HA_EXPR_UDIV;
  case LLVMSDiv:
    return HA_EXPR_SDIV;
  case LLVMURem:
    return HA_EXPR_UREM;
  case LLVMSRem:
    return HA_EXPR_SREM;
  case LLVMAnd:
    return HA_EXPR_AND;
  case LLVMOr:
    return HA_EXPR_OR;
  case LLVMXor:
    return HA_EXPR_XOR;
  case LLVMShl:
    return HA_EXPR_SHL;
  case LLVMLShr:
    return HA_EXPR_LSHR;
  default:
    return HA_EXPR_ASHR;
  }
}

/* On i1 the bit operations are the connectives. */
static ha_expr truth_op(struct ha_lowering *lowering, LLVMOpcode opcode, ha_expr a,
                        ha_expr b) {
  struct ha_program *p = lowering->program;
  ha_type truth = ha_type_truth(lowering->types);
  uint64_t known;
  if (opcode == LLVMAnd)
    return ha_expr_make(p, HA_EXPR_LAND, truth, a, b, 0);
  if (opcode == LLVMOr)
    return ha_expr_make(p, HA_EXPR_LOR, truth, a, b, 0);
  if (opcode == LLVMXor && ha_expr_is_const(lowering, b, &known))
    return known ? ha_expr_not(p, a) : a;
  return 0;
}

static ha_expr lower_binary(struct ha_lowering *lowering, LLVMValueRef value,
                            LLVMOpcode opcode) {
  ha_expr a = ha_value(lowering, LLVMGetOperand(value, 0));
  ha_expr b = ha_value(lowering, LLVMGetOperand(value, 1));
  if (bits_of(lowering, a) == 1) {
    ha_expr truth = truth_op(lowering, opcode, a, b);
    if (truth)
      return truth;
  }
  unify(lowering, &a, &b);
  return ha_expr_make(lowering->program, binary_op(value, opcode),
                      ha_type_of(lowering, a), a, b, 0);
}

/* The truth that a number of 0 or 1 stands for: (zext b), (zext b) & (zext c), …; 0 if
 * it stands for none. */
static ha_expr truth_of(struct ha_lowering *lowering, ha_expr number) {
  struct ha_expr_row row = *row_of(lowering, number);
  if (bits_of(lowering, number) == 1)
    return number;
  if (row.op == HA_EXPR_ZEXT && bits_of(lowering, row.a) == 1)
    return row.a;
  if (row.op != HA_EXPR_AND && row.op != HA_EXPR_OR)
    return 0;
  ha_expr a = truth_of(lowering, row.a), b = a ? truth_of(lowering, row.b) : 0;
  return b ? ha_expr_make(lowering->program,
                          row.op == HA_EXPR_AND ? HA_EXPR_LAND : HA_EXPR_LOR,
                          ha_type_truth(lowering->types), a, b, 0)
           : 0;
}

/* A truth value as a number, compared with 0 or 1; 0 if it is not that. */
static ha_expr truth_test(struct ha_lowering *lowering, enum ha_expr_op op, ha_expr a,
                          ha_expr b) {
  uint64_t known;
  if ((op != HA_EXPR_EQ && op != HA_EXPR_NE) ||
      !ha_expr_is_const(lowering, b, &known) || known > 1)
    return 0;
  ha_expr truth = truth_of(lowering, a);
  if (!truth)
    return 0;
  bool holds_if_true = (op == HA_EXPR_EQ) == (known == 1);
  return holds_if_true ? truth : ha_expr_not(lowering->program, truth);
}

/* The pointer whose address the number is; 0 if it is none. */
static ha_expr pointer_of(struct ha_lowering *lowering, ha_expr number) {
  const struct ha_expr_row *row = row_of(lowering, number);
  bool is_whole = bits_of(lowering, number) == 8 * ha_types_ptr_bytes(lowering->types);
  return row->op == HA_EXPR_PTRTOINT && is_whole ? row->a : 0;
}

/* Addresses that are compared as numbers are the pointers compared, 0 is null. */
static void compare_pointers(struct ha_lowering *lowering, ha_expr *a, ha_expr *b) {
  ha_expr left = pointer_of(lowering, *a), right = pointer_of(lowering, *b);
  uint64_t known;
  if (left && ha_expr_is_const(lowering, *b, &known) && !known)
    right = ha_expr_null(lowering->program, ha_type_of(lowering, left));
  if (!left || !right)
    return;
  *a = left;
  *b = ha_expr_as(lowering, right, ha_type_of(lowering, left));
}

static bool is_literal(struct ha_lowering *lowering, ha_expr expr) {
  enum ha_expr_op op = row_of(lowering, expr)->op;
  return op == HA_EXPR_CONST || op == HA_EXPR_NULL;
}

static ha_expr compare(struct ha_lowering *lowering, enum ha_expr_op op, ha_expr a,
                       ha_expr b) {
  unify(lowering, &a, &b);
  if (op == HA_EXPR_EQ || op == HA_EXPR_NE) {
    if (is_literal(lowering, a) && !is_literal(lowering, b)) {
      ha_expr first = a;
      a = b;
      b = first;
    }
    compare_pointers(lowering, &a, &b);
  }
  ha_expr truth = truth_test(lowering, op, a, b);
  if (truth)
    return truth;
  if (is_pointer(lowering, a) && op != HA_EXPR_EQ && op != HA_EXPR_NE) {
    ha_type address = ha_type_size(lowering->types);
    a = ha_expr_make(lowering->program, HA_EXPR_PTRTOINT, address, a, 0, 0);
    b = ha_expr_make(lowering->program, HA_EXPR_PTRTOINT, address, b, 0, 0);
  }
  return ha_expr_make(lowering->program, op, ha_type_truth(lowering->types), a, b, 0);
}

static ha_expr lower_compare(struct ha_lowering *lowering, LLVMValueRef value) {
  ha_expr a = ha_value(lowering, LLVMGetOperand(value, 0));
  ha_expr b = ha_value(lowering, LLVMGetOperand(value, 1));
  if (!a || !b)
    return 0; /* vectors */
  switch (LLVMGetICmpPredicate(value)) {
  case LLVMIntEQ:
    return compare(lowering, HA_EXPR_EQ, a, b);
  case LLVMIntNE:
    return compare(lowering, HA_EXPR_NE, a, b);
  case LLVMIntULT:
    return compare(lowering, HA_EXPR_ULT, a, b);
  case LLVMIntULE:
    return compare(lowering, HA_EXPR_ULE, a, b);
  case LLVMIntUGT:
    return compare(lowering, HA_EXPR_ULT, b, a);
  case LLVMIntUGE:
    return compare(lowering, HA_EXPR_ULE, b, a);
  case LLVMIntSLT:
    return compare(lowering, HA_EXPR_SLT, a, b);
  case LLVMIntSLE:
    return compare(lowering, HA_EXPR_SLE, a, b);
  case LLVMIntSGT:
    return compare(lowering, HA_EXPR_SLT, b, a);
  default:
    return compare(lowering, HA_EXPR_SLE, b, a);
  }
}

static ha_expr lower_conversion(struct ha_lowering *lowering, LLVMValueRef value,
                                LLVMOpcode opcode) {
  struct ha_program *p = lowering->program;
  ha_expr a = ha_value(lowering, LLVMGetOperand(value, 0));
  LLVMTypeRef to = LLVMTypeOf(value);
  if (!a || !ha_ctype_is_scalar(to))
    return 0;
  ha_type type = ha_ctype(lowering, to);
  const struct ha_expr_row *row = row_of(lowering, a);
  unsigned bits = ha_type_get(lowering->types, type)->bits;
  switch (opcode) {
  case LLVMZExt:
    if (row->op == HA_EXPR_ZEXT)
      a = row->a;
    return ha_expr_make(p, HA_EXPR_ZEXT, type, a, 0, 0);
  case LLVMSExt:
    if (row->op == HA_EXPR_ZEXT && bits_of(lowering, row->a) < bits_of(lowering, a))
      return ha_expr_make(p, HA_EXPR_ZEXT, type, row->a, 0, 0); /* it is not negative */
    return ha_expr_make(p, HA_EXPR_SEXT, type, a, 0, 0);
  case LLVMTrunc:
    if ((row->op == HA_EXPR_ZEXT || row->op == HA_EXPR_SEXT) &&
        bits_of(lowering, row->a) == bits)
      return row->a;
    return ha_expr_make(p, HA_EXPR_TRUNC, type, a, 0, 0);
  case LLVMPtrToInt: {
    ha_expr address =
        ha_expr_make(p, HA_EXPR_PTRTOINT, ha_type_size(lowering->types), a, 0, 0);
    unsigned width = 8 * ha_types_ptr_bytes(lowering->types);
    if (bits == width)
      return address;
    return ha_expr_make(p, bits < width ? HA_EXPR_TRUNC : HA_EXPR_ZEXT, type, address,
                        0, 0);
  }
  case LLVMIntToPtr:
    if (row->op == HA_EXPR_PTRTOINT)
      return row->a;
    if (row->op != HA_EXPR_CONST)
      ha_limit(lowering, "int-to-pointer");
    return ha_expr_make(p, HA_EXPR_INTTOPTR, type, ha_expr_wide(lowering, a, false), 0,
                        0);
  case LLVMFreeze:
    return row->op == HA_EXPR_UNDEF ? 0 : a; /* of undef: some value, once chosen */
  default: /* bitcast, addrspacecast: the same bits, or float to int */
    return is_pointer(lowering, a) == ha_type_is_ptr(lowering->types, type) &&
                   LLVMGetTypeKind(to) ==
                       LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(value, 0)))
               ? a
               : 0;
  }
}

static ha_expr lower_select(struct ha_lowering *lowering, LLVMValueRef value) {
  ha_expr condition = ha_value(lowering, LLVMGetOperand(value, 0));
  ha_expr yes = ha_value(lowering, LLVMGetOperand(value, 1));
  ha_expr no = ha_value(lowering, LLVMGetOperand(value, 2));
  if (!condition || !yes || !no)
    return 0;
  unify(lowering, &yes, &no);
  return ha_expr_make(lowering->program, HA_EXPR_ITE, ha_type_of(lowering, yes),
                      condition, yes, no);
}

ha_expr ha_expr_of(struct ha_lowering *lowering, LLVMValueRef value,
                   LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
    return ha_ctype_is_scalar(LLVMTypeOf(value)) ? lower_binary(lowering, value, opcode)
                                                 : 0;
  case LLVMICmp:
    return lower_compare(lowering, value);
  case LLVMZExt:
  case LLVMSExt:
  case LLVMTrunc:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast:
  case LLVMAddrSpaceCast:
  case LLVMFreeze:
    return lower_conversion(lowering, value, opcode);
  case LLVMSelect:
    return lower_select(lowering, value);
  case LLVMGetElementPtr:
    return ha_ctype_is_scalar(LLVMTypeOf(value)) ? ha_place_gep(lowering, value) : 0;
  default:
    return 0;
  }
}
