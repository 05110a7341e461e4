/* Calls: who is called, and what is done about it — a function the passes know, an
 * inlined body, or an unknown function that may change all it can reach. */
#include "lowering.h"
#include <string.h>

enum { MOST_TARGETS = 8 }; /* candidates of a call through a pointer */

static bool has_attribute(LLVMValueRef call, LLVMValueRef function, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMAttributeIndex index = LLVMAttributeFunctionIndex;
  return LLVMGetCallSiteEnumAttribute(call, index, kind) ||
         (function && LLVMGetEnumAttributeAtIndex(function, index, kind));
}

/* No bit of the memory effects allows a write (two bits per kind of memory: read,
 * write). */
static bool writes_nothing(LLVMValueRef function) {
  unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
  LLVMAttributeRef attribute =
      function ? LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind)
               : NULL;
  return attribute && !(LLVMGetEnumAttributeValue(attribute) & 0xaaaa);
}

static bool returns_nonnull(LLVMValueRef call, LLVMValueRef function) {
  unsigned kind = LLVMGetEnumAttributeKindForName("nonnull", 7);
  return LLVMGetCallSiteEnumAttribute(call, LLVMAttributeReturnIndex, kind) ||
         (function &&
          LLVMGetEnumAttributeAtIndex(function, LLVMAttributeReturnIndex, kind));
}

static LLVMValueRef called_function(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  while (LLVMIsAGlobalAlias(callee) || LLVMIsAConstantExpr(callee))
    callee = LLVMIsAGlobalAlias(callee) ? LLVMAliasGetAliasee(callee)
                                        : LLVMGetOperand(callee, 0);
  return LLVMIsAFunction(callee) ? callee : NULL;
}

static void havoc_result(struct ha_lowering *lowering, LLVMValueRef call,
                         LLVMValueRef function, const char *name) {
  LLVMTypeRef type = LLVMTypeOf(call);
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
    return;
  const struct ha_decl *decl = function ? ha_unit_decl(lowering->unit, function) : NULL;
  const char *callee = ha_arena_strdup(lowering->program->arena, name);
  if (!decl || !ha_ctype_fits(lowering, decl->type, type)) {
    ha_value_havoc(lowering, call, HA_ORIGIN_CALL_RESULT, callee);
    return;
  }
  ha_var var = ha_value_receiver(lowering, call, decl->type);
  ha_emit_havoc(lowering, var, HA_ORIGIN_CALL_RESULT, callee);
}

/* A pointer, also as the number it was made just now, leads to what may be written. */
static void writes_through(struct ha_lowering *lowering, ha_expr value,
                           const char *callee) {
  const struct ha_expr_row *row = &lowering->program->exprs.at[value];
  if (row->op == HA_EXPR_PTRTOINT)
    value = row->a;
  if (ha_type_is_ptr(lowering->types, ha_type_of(lowering, value)) &&
      row->op != HA_EXPR_NULL)
    ha_emit_havoc_reach(lowering, value, callee);
}

void ha_call_writes_all(struct ha_lowering *lowering, LLVMValueRef call,
                        const char *name) {
  const char *callee = ha_arena_strdup(lowering->program->arena, name);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    unsigned leaves = ha_leaf_count(LLVMTypeOf(argument));
    ha_expr *parts = ha_value_parts(lowering, argument);
    for (unsigned k = 0; parts && k < leaves; k++)
      writes_through(lowering, parts[k], callee);
  }
  ha_emit_havoc_reach(lowering, 0, callee);
}

/* What an unknown function may do: write, relink or free all that its arguments and
 * the globals reach, and return anything. */
void ha_call_unknown(struct ha_lowering *lowering, LLVMValueRef call,
                     const char *name) {
  LLVMValueRef function = LLVMIsACallInst(call) ? called_function(call) : NULL;
  if (!writes_nothing(function))
    ha_call_writes_all(lowering, call, name);
  havoc_result(lowering, call, function, name);
  bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind;
  if (is_pointer && returns_nonnull(call, function))
    ha_emit_assume(lowering, ha_expr_is_not_null(lowering, ha_value(lowering, call)));
}

/* A nonnull parameter is part of the callee's contract. */
static void check_nonnull(struct ha_lowering *lowering, LLVMValueRef call,
                          LLVMValueRef function) {
  unsigned kind = LLVMGetEnumAttributeKindForName("nonnull", 7);
  unsigned count = LLVMGetNumArgOperands(call);
  for (unsigned i = 0; i < count && i < LLVMCountParams(function); i++) {
    const struct ha_decl *decl = ha_unit_param(lowering->unit, function, i);
    LLVMValueRef argument = LLVMGetOperand(call, i);
    if (LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMPointerTypeKind ||
        !(LLVMGetEnumAttributeAtIndex(function, i + 1, kind) ||
          (decl && decl->nonnull)))
      continue;
    ha_expr value = ha_value(lowering, argument);
    ha_emit_check(lowering, HA_CHECK_CONTRACT, ha_expr_is_not_null(lowering, value),
                  ha_text_not_null(lowering, value), ha_text_of(lowering, value));
  }
}

static void call_unknown(struct ha_lowering *lowering, LLVMValueRef call,
                         LLVMValueRef function) {
  const char *name = ha_name_value(function);
  bool recursive = false;
  ha_contract_call(lowering, call, function);
  for (struct ha_frame *f = lowering->frame; f; f = f->caller)
    recursive |= f->function->value == function;
  ha_limit(lowering, ha_arena_printf(lowering->scratch, "%s:%s",
                                     recursive                     ? "recursion"
                                     : LLVMIsDeclaration(function) ? "unknown-call"
                                                                   : "inline-limit",
                                     name));
  if (!LLVMIsDeclaration(function))
    ha_callee_rely(lowering, call, function);
  if (ha_callee_only_reads(lowering->unit, function)) {
    ha_errno_changes(lowering);
    havoc_result(lowering, call, function, name);
  } else {
    ha_call_unknown(lowering, call, name);
  }
}

static bool has_body(LLVMValueRef function) { return !LLVMIsDeclaration(function); }

static void call_function(struct ha_lowering *lowering, LLVMValueRef call,
                          LLVMValueRef function) {
  const char *name = ha_name_value(function);
  if (has_attribute(call, function, "returns_twice") || strstr(name, "sjlj.setjmp"))
    ha_limit(lowering, HA_LIMIT_RETURNS_TWICE);
  if (!strncmp(name, "llvm.", 5)) {
    if (!ha_lower_intrinsic(lowering, call, name)) {
      ha_limit(lowering, ha_arena_printf(lowering->scratch, "intrinsic:%s", name));
      ha_call_unknown(lowering, call, name);
    }
    return;
  }
  if (ha_lower_contract(lowering, call, function) ||
      ha_lower_known(lowering, call, function))
    return;
  check_nonnull(lowering, call, function);
  if (has_body(function) && ha_inline_allowed(lowering, function))
    ha_inline(lowering, call, function);
  else
    call_unknown(lowering, call, function);
  if (has_attribute(call, function, "noreturn"))
    ha_flow_stop(lowering);
}

struct targets {
  LLVMValueRef at[MOST_TARGETS];
  unsigned count;
  bool too_many;
  bool are_all; /* it can be nothing else */
};

static void add_target(struct targets *targets, LLVMValueRef function) {
  for (unsigned i = 0; i < targets->count; i++)
    if (targets->at[i] == function)
      return;
  if (targets->count == MOST_TARGETS)
    targets->too_many = true;
  else
    targets->at[targets->count++] = function;
}

/* The functions of the unit that a pointer of this type may hold. */
static struct targets possible_targets(struct ha_lowering *lowering, LLVMTypeRef type) {
  struct targets targets = {0};
  LLVMModuleRef module = ha_unit_module(lowering->unit);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMGlobalGetValueType(f) != type || !has_body(f) ||
        !ha_function_is_address_taken(f))
      continue;
    add_target(&targets, f);
  }
  return targets;
}

/* The way from a constant table to a place in it: indices of its levels. */
struct way {
  LLVMValueRef table, index[8];
  unsigned count;
};

static bool is_zero(LLVMValueRef index) {
  return LLVMIsAConstantInt(index) && !LLVMConstIntGetZExtValue(index);
}

/* Each getelementptr goes on where the one before it ended. */
static bool find_way(LLVMValueRef place, struct way *way) {
  if (LLVMIsAGlobalVariable(place)) {
    way->table = place;
    return LLVMIsGlobalConstant(place) && LLVMGetInitializer(place);
  }
  unsigned operands = (unsigned)LLVMGetNumOperands(place);
  bool is_step = LLVMIsAGetElementPtrInst(place) && operands > 1 &&
                 is_zero(LLVMGetOperand(place, 1));
  if (!is_step || !find_way(LLVMGetOperand(place, 0), way))
    return false;
  for (unsigned i = 2; i < operands; i++) {
    if (way->count == sizeof way->index / sizeof *way->index)
      return false;
    way->index[way->count++] = LLVMGetOperand(place, i);
  }
  return true;
}

/* Adds the functions in a constant, where the way leads from level `level` on; false if
 * something else may be there. */
static bool add_constants(struct targets *targets, LLVMValueRef constant,
                          const struct way *way, unsigned level, LLVMTypeRef type) {
  LLVMTypeRef kind = LLVMTypeOf(constant);
  if (level == way->count) {
    bool fits = LLVMIsAFunction(constant) && LLVMGlobalGetValueType(constant) == type;
    if (fits)
      add_target(targets, constant);
    return fits || LLVMIsNull(constant);
  }
  LLVMValueRef at = way->index[level];
  if (LLVMGetTypeKind(kind) == LLVMStructTypeKind)
    return add_constants(
        targets,
        LLVMGetAggregateElement(constant, (unsigned)LLVMConstIntGetZExtValue(at)), way,
        level + 1, type);
  if (LLVMGetTypeKind(kind) != LLVMArrayTypeKind)
    return false;
  for (unsigned i = 0; i < LLVMGetArrayLength2(kind); i++)
    if (!add_constants(targets, LLVMGetAggregateElement(constant, i), way, level + 1,
                       type))
      return false;
  return true;
}

/* What a pointer read from a constant table may be; nothing if it is read elsewhere.
 * That the index is inside the table is a check of its own. */
static struct targets table_targets(LLVMValueRef pointer, LLVMTypeRef type) {
  struct targets targets = {0};
  struct way way = {0};
  if (LLVMIsALoadInst(pointer) && find_way(LLVMGetOperand(pointer, 0), &way))
    targets.are_all =
        add_constants(&targets, LLVMGetInitializer(way.table), &way, 0, type) &&
        targets.count;
  return targets;
}

/* The result variable that all branches of a resolved call assign. */
static void merge_result(struct ha_lowering *lowering, LLVMValueRef call, ha_var var) {
  if (var)
    ha_emit_assign(lowering, var, ha_value(lowering, call));
}

/* A guarded choice over the candidates; anything else is an unknown function, or not
 * possible. */
static void call_candidates(struct ha_lowering *lowering, LLVMValueRef call,
                            ha_expr pointer, const struct targets *targets) {
  struct ha_program *p = lowering->program;
  ha_loc join = ha_flow_location(lowering);
  LLVMTypeRef type = LLVMTypeOf(call);
  ha_var merged = 0;
  for (unsigned i = 0; i < targets->count; i++) {
    ha_expr target =
        ha_expr_as(lowering, ha_expr_obj(p, ha_global(lowering, targets->at[i])),
                   ha_type_of(lowering, pointer));
    ha_loc yes = ha_flow_location(lowering), no = ha_flow_location(lowering);
    ha_flow_branch(
        lowering,
        ha_expr_make(p, HA_EXPR_EQ, ha_type_truth(lowering->types), pointer, target, 0),
        yes, no);
    ha_flow_start(lowering, yes);
    call_function(lowering, call, targets->at[i]);
    if (ha_ctype_is_scalar(type) && !merged)
      merged = ha_var_temp(lowering, ha_type_of(lowering, ha_value(lowering, call)));
    merge_result(lowering, call, merged);
    ha_flow_goto(lowering, join);
    ha_flow_start(lowering, no);
  }
  if (targets->are_all) {
    ha_flow_stop(lowering);
  } else {
    ha_limit(lowering, "unknown-call:pointer");
    ha_call_unknown(lowering, call, "function pointer");
    merge_result(lowering, call, merged);
  }
  ha_flow_goto(lowering, join);
  ha_flow_start(lowering, join);
  if (merged)
    ha_bind(lowering, call, ha_expr_var(p, merged));
}

/* Is the pointer a constant function after all (a constant table)? */
static LLVMValueRef constant_target(struct ha_lowering *lowering, ha_expr pointer) {
  const struct ha_expr_row *row = &lowering->program->exprs.at[pointer];
  if (row->op == HA_EXPR_CAST)
    row = &lowering->program->exprs.at[row->a];
  if (row->op != HA_EXPR_OBJ)
    return NULL;
  LLVMModuleRef module = ha_unit_module(lowering->unit);
  return LLVMGetNamedFunction(module, lowering->program->objs.at[row->imm].name);
}

static void call_pointer(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_expr pointer = ha_value(lowering, LLVMGetCalledValue(call));
  LLVMTypeRef type = LLVMGetCalledFunctionType(call);
  LLVMValueRef known = constant_target(lowering, pointer);
  if (known && LLVMGlobalGetValueType(known) == type) {
    call_function(lowering, call, known);
    return;
  }
  const char *text = ha_text_of(lowering, pointer);
  ha_emit_check(lowering, HA_CHECK_NULL_DEREF, ha_expr_is_not_null(lowering, pointer),
                text, text);
  struct targets targets = table_targets(LLVMGetCalledValue(call), type);
  if (!targets.are_all || targets.too_many)
    targets = possible_targets(lowering, type);
  bool resolvable = targets.count && !targets.too_many &&
                    (ha_ctype_is_scalar(LLVMTypeOf(call)) ||
                     LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind);
  if (resolvable) {
    call_candidates(lowering, call, pointer, &targets);
    return;
  }
  ha_limit(lowering, "unknown-call:pointer");
  ha_call_unknown(lowering, call, "function pointer");
}

/* An assembler statement says what it changes: its outputs, and memory if it names an
 * operand there (`*`) or clobbers all of it. */
static bool touches_memory(LLVMValueRef assembler) {
  size_t length;
  const char *constraints = LLVMGetInlineAsmConstraintString(assembler, &length);
  return memchr(constraints, '*', length) || strstr(constraints, "{memory}");
}

static void lower_assembler(struct ha_lowering *lowering, LLVMValueRef call,
                            LLVMValueRef assembler) {
  ha_limit(lowering, "inline-asm");
  if (touches_memory(assembler))
    ha_call_unknown(lowering, call, "asm");
  else
    havoc_result(lowering, call, NULL, "asm");
}

void ha_lower_call(struct ha_lowering *lowering, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  LLVMValueRef function = called_function(call);
  if (LLVMIsAInlineAsm(callee)) {
    lower_assembler(lowering, call, callee);
  } else if (function) {
    call_function(lowering, call, function);
  } else {
    call_pointer(lowering, call);
  }
}
