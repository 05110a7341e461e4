/* Variables, and what the values of instructions are bound to (see lowering.h). */
#include "lowering.h"
#include <llvm-c/Core.h>
#include <string.h>

/* Larger expression trees are cut by a temporary: SSA values used several times
 * would otherwise double them at each step. */
enum { LARGEST_TREE = 32 };

ha_var ha_var_new(struct ha_lowering *lowering, enum ha_var_kind kind, const char *name,
                  const char *source_name, ha_type type) {
  struct ha_program *p = lowering->program;
  const char *source =
      source_name && *source_name ? ha_arena_strdup(p->arena, source_name) : NULL;
  HA_PUSH(p->arena, p->vars,
          (struct ha_var_row){.name = ha_name_unique(lowering, name),
                              .source_name = source,
                              .kind = kind,
                              .type = type,
                              .pos = lowering->pos});
  return p->vars.count - 1;
}

ha_var ha_var_temp(struct ha_lowering *lowering, ha_type type) {
  return ha_var_new(lowering, HA_VAR_TEMP, "t", NULL, type);
}

ha_type ha_type_of(const struct ha_lowering *lowering, ha_expr expr) {
  return lowering->program->exprs.at[expr].type;
}

bool ha_expr_is_const(const struct ha_lowering *lowering, ha_expr expr,
                      uint64_t *value) {
  const struct ha_expr_row *row = &lowering->program->exprs.at[expr];
  if (row->op != HA_EXPR_CONST)
    return false;
  *value = row->imm;
  return true;
}

ha_expr ha_expr_int(struct ha_lowering *lowering, uint64_t value) {
  return ha_expr_const(lowering->program, ha_type_size(lowering->types), value);
}

static ha_expr against_null(struct ha_lowering *lowering, enum ha_expr_op op,
                            ha_expr pointer) {
  ha_expr null = ha_expr_null(lowering->program, ha_type_of(lowering, pointer));
  return ha_expr_make(lowering->program, op, ha_type_truth(lowering->types), pointer,
                      null, 0);
}

ha_expr ha_expr_is_null(struct ha_lowering *lowering, ha_expr pointer) {
  return against_null(lowering, HA_EXPR_EQ, pointer);
}

ha_expr ha_expr_is_not_null(struct ha_lowering *lowering, ha_expr pointer) {
  return against_null(lowering, HA_EXPR_NE, pointer);
}

/* An integer as an index or a size, of pointer width. */
ha_expr ha_expr_wide(struct ha_lowering *lowering, ha_expr integer, bool is_signed) {
  unsigned want = 8 * ha_types_ptr_bytes(lowering->types);
  ha_type type = ha_type_int(lowering->types, want, is_signed);
  unsigned bits = ha_type_get(lowering->types, ha_type_of(lowering, integer))->bits;
  if (bits == want)
    return ha_expr_as(lowering, integer, type);
  enum ha_expr_op op = bits > want ? HA_EXPR_TRUNC
                       : is_signed ? HA_EXPR_SEXT
                                   : HA_EXPR_ZEXT;
  return ha_expr_make(lowering->program, op, type, integer, 0, 0);
}

/* The same bits as another type: pointers are cast, constants retyped; an integer of
 * the other signedness is the same value to every operator. */
ha_expr ha_expr_as(struct ha_lowering *lowering, ha_expr expr, ha_type type) {
  struct ha_program *p = lowering->program;
  struct ha_expr_row row = p->exprs.at[expr];
  const struct ha_type_info *from = ha_type_get(lowering->types, row.type);
  const struct ha_type_info *to = ha_type_get(lowering->types, type);
  if (row.type == type || from->kind != to->kind)
    return expr;
  if (row.op == HA_EXPR_UNDEF)
    return ha_expr_make(p, HA_EXPR_UNDEF, type, 0, 0, 0);
  if (to->kind == HA_TYPE_INT && from->bits == to->bits && row.op == HA_EXPR_CONST)
    return ha_expr_const(p, type, row.imm);
  if (to->kind != HA_TYPE_PTR)
    return expr;
  if (row.op == HA_EXPR_NULL)
    return ha_expr_null(p, type);
  if (row.op == HA_EXPR_CAST)
    return ha_expr_as(lowering, row.a, type);
  return ha_expr_make(p, HA_EXPR_CAST, type, expr, 0, 0);
}

/* The two per-expression facts, extended to all rows that exist by now.  Operands
 * always have smaller ids. */
static void update_facts(struct ha_lowering *lowering) {
  struct ha_program *p = lowering->program;
  for (ha_expr e = lowering->expr_size.count; e < p->exprs.count; e++) {
    const struct ha_expr_row *row = &p->exprs.at[e];
    bool changes = row->op == HA_EXPR_VAR && row->imm < lowering->var_changes.count &&
                   lowering->var_changes.at[row->imm];
    unsigned size = 1;
    ha_expr operands[3] = {row->a, row->b, row->c};
    for (int i = 0; e && i < 3; i++)
      if (operands[i]) {
        size += lowering->expr_size.at[operands[i]];
        changes |= lowering->expr_changes.at[operands[i]];
      }
    HA_PUSH(lowering->scratch, lowering->expr_size, size > 255 ? 255 : (uint8_t)size);
    HA_PUSH(lowering->scratch, lowering->expr_changes, changes);
  }
}

static bool changes(struct ha_lowering *lowering, ha_expr expr) {
  update_facts(lowering);
  return lowering->expr_changes.at[expr];
}

bool ha_expr_mentions(struct ha_lowering *lowering, ha_expr expr, ha_var var) {
  const struct ha_expr_row *row = &lowering->program->exprs.at[expr];
  if (row->op == HA_EXPR_VAR)
    return row->imm == var;
  return (row->a && ha_expr_mentions(lowering, row->a, var)) ||
         (row->b && ha_expr_mentions(lowering, row->b, var)) ||
         (row->c && ha_expr_mentions(lowering, row->c, var));
}

ha_expr ha_value_in_temp(struct ha_lowering *lowering, ha_expr expr) {
  ha_var temp = ha_var_temp(lowering, ha_type_of(lowering, expr));
  while (lowering->var_text.count <= temp)
    HA_PUSH(lowering->scratch, lowering->var_text, NULL);
  lowering->var_text.at[temp] = ha_text_of(lowering, expr);
  ha_emit_assign(lowering, temp, expr);
  return ha_expr_var(lowering->program, temp);
}

void ha_bind(struct ha_lowering *lowering, LLVMValueRef instruction, ha_expr expr) {
  struct ha_frame *frame = lowering->frame;
  uint32_t number = ha_function_number(lowering->unit, instruction);
  update_facts(lowering);
  if (lowering->expr_size.at[expr] > LARGEST_TREE)
    expr = ha_value_in_temp(lowering, expr);
  frame->bindings[number].expr = expr;
  if (changes(lowering, expr))
    HA_PUSH(lowering->scratch, frame->unstable, number);
}

/* A phi uses its operand at the end of the block the operand comes from. */
static bool flows_from_elsewhere(LLVMValueRef phi, LLVMValueRef value,
                                 LLVMBasicBlockRef block) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
    if (LLVMGetIncomingValue(phi, i) == value && LLVMGetIncomingBlock(phi, i) != block)
      return true;
  return false;
}

static bool is_used_after(struct ha_lowering *lowering, LLVMValueRef value,
                          LLVMBasicBlockRef block, bool other_blocks_only) {
  const struct ha_function *function = lowering->frame->function;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    uint32_t number = ha_function_number(lowering->unit, user);
    if (number >= function->values)
      continue; /* in unreachable code */
    if (LLVMIsAPHINode(user)) {
      if (!other_blocks_only || flows_from_elsewhere(user, value, block))
        return true;
      continue;
    }
    if (function->facts[number].block != block ||
        (!other_blocks_only && number > lowering->frame->at))
      return true;
  }
  return false;
}

static void save_binding(struct ha_lowering *lowering, struct ha_binding *binding,
                         LLVMTypeRef type) {
  if (binding->expr)
    binding->expr = ha_value_in_temp(lowering, binding->expr);
  for (unsigned i = 0; binding->parts && i < ha_leaf_count(type); i++)
    if (changes(lowering, binding->parts[i]))
      binding->parts[i] = ha_value_in_temp(lowering, binding->parts[i]);
}

static bool binding_mentions(struct ha_lowering *lowering,
                             const struct ha_binding *binding, LLVMTypeRef type,
                             ha_var var) {
  if (binding->expr)
    return ha_expr_mentions(lowering, binding->expr, var);
  for (unsigned i = 0; binding->parts && i < ha_leaf_count(type); i++)
    if (ha_expr_mentions(lowering, binding->parts[i], var))
      return true;
  return false;
}

void ha_value_save(struct ha_lowering *lowering, ha_var about_to_change) {
  struct ha_frame *frame = lowering->frame;
  const struct ha_value_facts *facts = frame->function->facts;
  for (uint32_t i = 0; i < frame->unstable.count; i++) {
    uint32_t number = frame->unstable.at[i];
    LLVMValueRef value = facts[number].value;
    struct ha_binding *binding = &frame->bindings[number];
    if (binding_mentions(lowering, binding, LLVMTypeOf(value), about_to_change) &&
        is_used_after(lowering, value, facts[frame->at].block, false))
      save_binding(lowering, binding, LLVMTypeOf(value));
  }
}

void ha_value_save_for_other_blocks(struct ha_lowering *lowering) {
  struct ha_frame *frame = lowering->frame;
  const struct ha_value_facts *facts = frame->function->facts;
  for (uint32_t i = 0; i < frame->unstable.count; i++) {
    uint32_t number = frame->unstable.at[i];
    LLVMValueRef value = facts[number].value;
    if (is_used_after(lowering, value, facts[number].block, true))
      save_binding(lowering, &frame->bindings[number], LLVMTypeOf(value));
  }
  frame->unstable.count = 0;
}

/* The promoted variable that the instruction's only use stores it to, right after. */
static ha_var stored_to_next(struct ha_lowering *lowering, LLVMValueRef instruction) {
  LLVMUseRef use = LLVMGetFirstUse(instruction);
  LLVMValueRef next = LLVMGetNextInstruction(instruction);
  if (!use || LLVMGetNextUse(use) || !next || LLVMGetUser(use) != next ||
      !LLVMIsAStoreInst(next) || LLVMGetOperand(next, 0) != instruction)
    return 0;
  LLVMValueRef place = LLVMGetOperand(next, 1);
  if (!LLVMIsAAllocaInst(place))
    return 0;
  return lowering->frame->vars[ha_function_number(lowering->unit, place)];
}

ha_var ha_value_receiver(struct ha_lowering *lowering, LLVMValueRef instruction,
                         ha_type type) {
  struct ha_program *p = lowering->program;
  ha_var var = stored_to_next(lowering, instruction);
  ha_type var_type = var ? p->vars.at[var].type : 0;
  bool fits = var_type == type || (!type && ha_type_is_ptr(lowering->types, var_type));
  if (var && fits)
    ha_value_save(lowering, var);
  else
    var = ha_var_temp(lowering, type ? type : ha_type_ptr(lowering->types, 0));
  ha_bind(lowering, instruction, ha_expr_var(p, var));
  return var;
}

void ha_value_havoc(struct ha_lowering *lowering, LLVMValueRef instruction,
                    enum ha_origin origin, const char *callee) {
  LLVMTypeRef type = LLVMTypeOf(instruction);
  unsigned leaves = ha_leaf_count(type);
  if (ha_ctype_is_scalar(type)) {
    ha_type declared = ha_ctype(lowering, type);
    bool is_pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    ha_var var = ha_value_receiver(lowering, instruction, is_pointer ? 0 : declared);
    ha_emit_havoc(lowering, var, origin, callee);
  } else if (leaves != HA_NOWHERE) {
    ha_expr *parts = ha_arena_alloc(lowering->scratch, (leaves + 1) * sizeof *parts);
    for (unsigned i = 0; i < leaves; i++) {
      uint64_t offset;
      LLVMTypeRef leaf = ha_leaf(lowering, type, i, &offset);
      ha_var var = ha_var_temp(lowering, ha_ctype(lowering, leaf));
      ha_emit_havoc(lowering, var, origin, callee);
      parts[i] = ha_expr_var(lowering->program, var);
    }
    ha_bind_parts(lowering, instruction, parts);
  }
}

static ha_expr float_constant(struct ha_lowering *lowering, LLVMValueRef value) {
  LLVMBool loses;
  double number = LLVMConstRealGetDouble(value, &loses);
  uint64_t bits = 0;
  if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMFloatTypeKind) {
    float single = (float)number;
    memcpy(&bits, &single, sizeof single);
  } else {
    memcpy(&bits, &number, sizeof number);
  }
  return ha_expr_const(lowering->program, ha_ctype(lowering, LLVMTypeOf(value)), bits);
}

static ha_expr undefined(struct ha_lowering *lowering, LLVMValueRef value) {
  return ha_expr_make(lowering->program, HA_EXPR_UNDEF,
                      ha_ctype(lowering, LLVMTypeOf(value)), 0, 0, 0);
}

static ha_expr arbitrary(struct ha_lowering *lowering, LLVMValueRef value) {
  ha_var var = ha_var_temp(lowering, ha_ctype(lowering, LLVMTypeOf(value)));
  ha_limit(lowering, "constant");
  ha_emit_havoc(lowering, var, HA_ORIGIN_UNMODELLED, NULL);
  return ha_expr_var(lowering->program, var);
}

static ha_expr constant(struct ha_lowering *lowering, LLVMValueRef value) {
  struct ha_program *p = lowering->program;
  LLVMTypeRef type = LLVMTypeOf(value);
  switch (LLVMGetValueKind(value)) {
  case LLVMConstantIntValueKind:
    return ha_expr_const(p, ha_ctype(lowering, type), LLVMConstIntGetZExtValue(value));
  case LLVMConstantPointerNullValueKind:
    return ha_expr_null(p, ha_ctype(lowering, type));
  case LLVMConstantFPValueKind:
    return float_constant(lowering, value);
  case LLVMUndefValueValueKind:
  case LLVMPoisonValueValueKind:
    return undefined(lowering, value);
  case LLVMGlobalAliasValueKind:
    return ha_value(lowering, LLVMAliasGetAliasee(value));
  case LLVMGlobalVariableValueKind:
  case LLVMFunctionValueKind:
    return ha_expr_obj(p, ha_global(lowering, value));
  case LLVMBlockAddressValueKind:
    return ha_expr_obj(
        p, ha_global_named(lowering, LLVMGetBlockAddressBasicBlock(value), "label",
                           HA_OBJ_FUNCTION, ha_type_func(lowering->types)));
  case LLVMConstantExprValueKind: {
    ha_expr expr = ha_expr_of(lowering, value, LLVMGetConstOpcode(value));
    return expr ? expr : arbitrary(lowering, value);
  }
  default:
    return arbitrary(lowering, value);
  }
}

/* The expression of a scalar operand. */
ha_expr ha_value(struct ha_lowering *lowering, LLVMValueRef value) {
  if (!ha_ctype_is_scalar(LLVMTypeOf(value)))
    return 0;
  if (LLVMIsConstant(value))
    return constant(lowering, value);
  uint32_t number = ha_function_number(lowering->unit, value);
  ha_expr expr = number < lowering->frame->function->values
                     ? lowering->frame->bindings[number].expr
                     : 0;
  return expr ? expr : undefined(lowering, value);
}
