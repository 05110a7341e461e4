/* The order of the passes over one entry function. */
#include "pipeline.h"
#include "lowering.h"
#include <llvm-c/Core.h>
#include <string.h>

/* The record that a parameter is a copy of, passed on the stack; NULL if it is not. */
static LLVMTypeRef by_value_type(LLVMValueRef function, unsigned i) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(function, i + 1, kind);
  return byval ? LLVMGetTypeAttributeValue(byval) : NULL;
}

static ha_type parameter_type(struct ha_lowering *lowering, LLVMValueRef function,
                              unsigned i) {
  LLVMTypeRef record = by_value_type(function, i);
  if (record)
    return ha_type_ptr(lowering->types, ha_ctype(lowering, record));
  const struct ha_decl *decl = ha_unit_param(lowering->unit, function, i);
  LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, i));
  if (decl && ha_ctype_fits(lowering, decl->type, type))
    return decl->type;
  decl = ha_unit_decl(lowering->unit, LLVMGetParam(function, i));
  return decl && ha_ctype_fits(lowering, decl->type, type) ? decl->type
                                                           : ha_ctype(lowering, type);
}

static const char *parameter_name(struct ha_lowering *lowering, LLVMValueRef function,
                                  unsigned i) {
  const struct ha_decl *decl = ha_unit_param(lowering->unit, function, i);
  const char *name =
      decl && *decl->name ? decl->name : ha_name_value(LLVMGetParam(function, i));
  return *name ? name : "arg";
}

/* The entry function's own parameters.  One too wide for a value is unknown. */
static void declare_parameters(struct ha_lowering *lowering, LLVMValueRef function) {
  struct ha_program *p = lowering->program;
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    LLVMValueRef argument = LLVMGetParam(function, i);
    if (!ha_ctype_is_scalar(LLVMTypeOf(argument))) {
      ha_limit(lowering, "wide-parameter");
      ha_value_havoc(lowering, argument, HA_ORIGIN_UNMODELLED, NULL);
      continue;
    }
    const char *source = parameter_name(lowering, function, i);
    const char *name = by_value_type(function, i)
                           ? ha_arena_printf(lowering->scratch, "%s.byval", source)
                           : source;
    if (strchr(source, '.')) /* a piece of a struct, or the place for a result */
      source = NULL;
    ha_var var = ha_var_new(lowering, HA_VAR_PARAM, name, source,
                            parameter_type(lowering, function, i));
    HA_PUSH(p->arena, p->params, var);
    lowering->frame->bindings[i].expr = ha_expr_var(p, var);
  }
}

static bool has_nonnull(LLVMValueRef function, unsigned parameter) {
  unsigned kind = LLVMGetEnumAttributeKindForName("nonnull", 7);
  return LLVMGetEnumAttributeAtIndex(function, parameter + 1, kind) != NULL;
}

/* A _Nullable parameter counts as tested: the test is made here, for its own sake. */
static void test_nullable(struct ha_lowering *lowering, ha_expr value) {
  ha_var is_null = ha_var_temp(lowering, ha_type_truth(lowering->types));
  ha_emit_assign(lowering, is_null, ha_expr_is_null(lowering, value));
}

/* nonnull and _Nonnull parameters mean what they say. */
static void assume_attributes(struct ha_lowering *lowering, LLVMValueRef function) {
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    const struct ha_decl *decl = ha_unit_param(lowering->unit, function, i);
    ha_expr value = lowering->frame->bindings[i].expr;
    if (!value || !ha_type_is_ptr(lowering->types, ha_type_of(lowering, value)))
      continue;
    if (has_nonnull(function, i) || (decl && decl->nonnull))
      ha_emit_assume(lowering, ha_expr_is_not_null(lowering, value));
    else if (decl && decl->nullable)
      test_nullable(lowering, value);
  }
}

static void declare_result(struct ha_lowering *lowering, LLVMValueRef function) {
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  if (!ha_ctype_is_scalar(type))
    return; /* nothing, or a struct that the caller gets in pieces */
  const struct ha_decl *decl = ha_unit_decl(lowering->unit, function);
  ha_type declared = decl && ha_ctype_fits(lowering, decl->type, type)
                         ? decl->type
                         : ha_ctype(lowering, type);
  ha_var var = ha_var_new(lowering, HA_VAR_RESULT, "result", NULL, declared);
  lowering->program->result = var;
  lowering->frame->results = ha_arena_alloc(lowering->scratch, sizeof(ha_var));
  lowering->frame->results[0] = var;
}

/* All that this call allocated is freed, or reachable from `root` (0: nothing). */
static void check_leaks(struct ha_lowering *lowering, ha_expr root) {
  ha_emit_check(lowering, HA_CHECK_LEAK,
                ha_expr_make(lowering->program, HA_EXPR_NOLEAK,
                             ha_type_truth(lowering->types), root, 0, 0),
                "", "");
}

void ha_leave_entry(struct ha_lowering *lowering, ha_expr returned) {
  struct ha_program *p = lowering->program;
  bool returns_pointer =
      p->result && ha_type_is_ptr(lowering->types, p->vars.at[p->result].type);
  ha_contract_leave(lowering);
  ha_frame_leave(lowering);
  check_leaks(lowering, returns_pointer ? ha_expr_var(p, p->result) : returned);
}

static ha_loc lower_entry(struct ha_lowering *lowering, LLVMValueRef function) {
  lowering->frame = ha_frame_new(lowering, function, 0);
  lowering->pos = ha_position_of_function(lowering, function, 0);
  ha_loc entry = ha_flow_location(lowering);
  lowering->frame->return_loc = ha_flow_location(lowering);
  lowering->locs.at[lowering->frame->return_loc].exit = true;
  ha_flow_start(lowering, entry);
  declare_parameters(lowering, function);
  declare_result(lowering, function);
  ha_frame_enter(lowering);
  assume_attributes(lowering, function);
  ha_lower_body(lowering);
  return entry;
}

struct ha_program *ha_lower(struct ha_unit *unit, LLVMValueRef function,
                            const struct ha_lower_options *options,
                            struct ha_arena *arena) {
  struct ha_types *types = ha_unit_types(unit);
  struct ha_lowering lowering = {
      .unit = unit,
      .program = ha_program_new(arena, types, ha_name_value(function)),
      .types = types,
      .scratch = ha_arena_new(),
      .options = options,
      .layout = LLVMGetModuleDataLayout(ha_unit_module(unit)),
      .current = HA_NOWHERE};
  HA_PUSH(lowering.scratch, lowering.locs, (struct ha_loc_row){0});
  LLVMLinkage linkage = LLVMGetLinkage(function);
  lowering.program->is_static =
      linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
  lowering.program->address_taken = ha_function_is_address_taken(function);
  ha_loc entry = lower_entry(&lowering, function);
  ha_flow_finish(&lowering, entry);
  ha_callee_settle(&lowering);
  ha_note_unions(&lowering);
  ha_arena_free(lowering.scratch);
  return lowering.program;
}
