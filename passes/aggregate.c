/* First-class aggregates: a struct or array as an SSA value is the list of its
 * scalar leaves.  Clang makes them for small structs passed and returned by value. */
#include "lowering.h"
#include <llvm-c/Core.h>

enum { MOST_LEAVES = 16 };

static unsigned element_count(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMStructTypeKind
             ? LLVMCountStructElementTypes(type)
             : (unsigned)LLVMGetArrayLength2(type);
}

static LLVMTypeRef element_type(LLVMTypeRef type, unsigned index) {
  return LLVMGetTypeKind(type) == LLVMStructTypeKind
             ? LLVMStructGetTypeAtIndex(type, index)
             : LLVMGetElementType(type);
}

static bool is_aggregate(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMStructTypeKind ||
         LLVMGetTypeKind(type) == LLVMArrayTypeKind;
}

unsigned ha_leaf_count(LLVMTypeRef type) {
  if (ha_ctype_is_scalar(type))
    return 1;
  if (!is_aggregate(type) || element_count(type) > MOST_LEAVES)
    return HA_NOWHERE;
  unsigned total = 0;
  for (unsigned i = 0; i < element_count(type); i++) {
    unsigned leaves = ha_leaf_count(element_type(type, i));
    if (leaves == HA_NOWHERE || (total += leaves) > MOST_LEAVES)
      return HA_NOWHERE;
  }
  return total;
}

LLVMTypeRef ha_leaf(struct ha_lowering *lowering, LLVMTypeRef type, unsigned index,
                    uint64_t *offset) {
  *offset = 0;
  while (is_aggregate(type)) {
    unsigned element = 0, leaves;
    while (index >= (leaves = ha_leaf_count(element_type(type, element)))) {
      index -= leaves;
      element++;
    }
    LLVMTypeRef inner = element_type(type, element);
    *offset += LLVMGetTypeKind(type) == LLVMStructTypeKind
                   ? LLVMOffsetOfElement(lowering->layout, type, element)
                   : element * LLVMABISizeOfType(lowering->layout, inner);
    type = inner;
  }
  return type;
}

/* The first leaf under the indices of extractvalue and insertvalue, and its type. */
static unsigned first_leaf(LLVMValueRef instruction, LLVMTypeRef *type) {
  const unsigned *indices = LLVMGetIndices(instruction);
  unsigned first = 0;
  for (unsigned i = 0; i < LLVMGetNumIndices(instruction); i++) {
    for (unsigned k = 0; k < indices[i]; k++)
      first += ha_leaf_count(element_type(*type, k));
    *type = element_type(*type, indices[i]);
  }
  return first;
}

static ha_expr *constant_parts(struct ha_lowering *lowering, LLVMValueRef value,
                               unsigned leaves) {
  LLVMTypeRef type = LLVMTypeOf(value);
  ha_expr *parts = ha_arena_alloc(lowering->scratch, (leaves + 1) * sizeof *parts);
  bool is_undefined = LLVMIsUndef(value), is_zero = LLVMIsNull(value);
  for (unsigned i = 0, at = 0; is_undefined || is_zero ? i < leaves : 0; i++, at++) {
    uint64_t offset;
    LLVMTypeRef leaf = ha_leaf(lowering, type, i, &offset);
    parts[i] =
        ha_value(lowering, is_undefined ? LLVMGetUndef(leaf) : LLVMConstNull(leaf));
  }
  for (unsigned i = 0, at = 0; !is_undefined && !is_zero && i < element_count(type);
       i++) {
    LLVMValueRef element = LLVMGetAggregateElement(value, i);
    unsigned inner = ha_leaf_count(LLVMTypeOf(element));
    ha_expr *from = ha_value_parts(lowering, element);
    for (unsigned k = 0; k < inner; k++)
      parts[at++] = from[k];
  }
  return parts;
}

/* The leaves of a value, one for a scalar; NULL if it has too many. */
ha_expr *ha_value_parts(struct ha_lowering *lowering, LLVMValueRef value) {
  unsigned leaves = ha_leaf_count(LLVMTypeOf(value));
  if (leaves == HA_NOWHERE)
    return NULL;
  if (ha_ctype_is_scalar(LLVMTypeOf(value))) {
    ha_expr *parts = ha_arena_alloc(lowering->scratch, sizeof *parts);
    parts[0] = ha_value(lowering, value);
    return parts;
  }
  if (LLVMIsConstant(value))
    return constant_parts(lowering, value, leaves);
  uint32_t number = ha_function_number(lowering->unit, value);
  ha_expr *parts = lowering->frame->bindings[number].parts;
  return parts ? parts
               : constant_parts(lowering, LLVMGetUndef(LLVMTypeOf(value)), leaves);
}

void ha_bind_parts(struct ha_lowering *lowering, LLVMValueRef instruction,
                   ha_expr *parts) {
  uint32_t number = ha_function_number(lowering->unit, instruction);
  if (ha_ctype_is_scalar(LLVMTypeOf(instruction))) {
    ha_bind(lowering, instruction, parts[0]);
    return;
  }
  lowering->frame->bindings[number].parts = parts;
  HA_PUSH(lowering->scratch, lowering->frame->unstable, number);
}

static void lower_insert(struct ha_lowering *lowering, LLVMValueRef instruction) {
  LLVMValueRef whole = LLVMGetOperand(instruction, 0);
  LLVMTypeRef type = LLVMTypeOf(whole);
  unsigned leaves = ha_leaf_count(type), first = first_leaf(instruction, &type);
  ha_expr *old = ha_value_parts(lowering, whole);
  ha_expr *new = ha_value_parts(lowering, LLVMGetOperand(instruction, 1));
  ha_expr *parts = ha_arena_alloc(lowering->scratch, (leaves + 1) * sizeof *parts);
  for (unsigned i = 0; i < leaves; i++)
    parts[i] = old[i];
  for (unsigned i = 0; i < ha_leaf_count(type); i++)
    parts[first + i] = new[i];
  ha_bind_parts(lowering, instruction, parts);
}

void ha_lower_aggregate(struct ha_lowering *lowering, LLVMValueRef instruction) {
  LLVMValueRef whole = LLVMGetOperand(instruction, 0);
  LLVMTypeRef type = LLVMTypeOf(whole);
  if (ha_leaf_count(type) == HA_NOWHERE) {
    ha_limit(lowering, "aggregate");
    ha_value_havoc(lowering, instruction, HA_ORIGIN_UNMODELLED, NULL);
  } else if (LLVMIsAInsertValueInst(instruction)) {
    lower_insert(lowering, instruction);
  } else {
    unsigned first = first_leaf(instruction, &type);
    ha_bind_parts(lowering, instruction, ha_value_parts(lowering, whole) + first);
  }
}

ha_expr ha_value_in_object(struct ha_lowering *lowering, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  unsigned leaves = ha_leaf_count(type);
  if (leaves == HA_NOWHERE)
    return 0;
  ha_expr *parts = ha_value_parts(lowering, value);
  ha_obj object = ha_global_named(lowering, type, "returned", HA_OBJ_LOCAL,
                                  ha_ctype(lowering, type));
  ha_expr address = ha_expr_obj(lowering->program, object);
  ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_ENTER, .object = object});
  for (unsigned i = 0; i < leaves; i++) {
    uint64_t offset;
    LLVMTypeRef leaf = ha_leaf(lowering, type, i, &offset);
    ha_store_expr(lowering, ha_place_at(lowering, address, (int64_t)offset, 0), leaf,
                  parts[i]);
  }
  return address;
}
