/* Activations: the entry function's, and those of callees put in place of their
 * calls.  Each has its own variables and objects, named `callee.x`. */
#include "lowering.h"
#include <llvm-c/Core.h>
#include <string.h>

enum {
  DEPTH = 6,
  SIZE = 1500, /* instructions inlined in all */
  WHOLE_PROGRAM_DEPTH = 40,
  WHOLE_PROGRAM_SIZE = 60000
};

static unsigned limit(unsigned wanted, bool whole, unsigned part, unsigned all) {
  return wanted ? wanted : whole ? all : part;
}

static bool is_active(const struct ha_lowering *lowering, LLVMValueRef function) {
  for (const struct ha_frame *f = lowering->frame; f; f = f->caller)
    if (f->function->value == function)
      return true;
  return false;
}

/* Recursion and too deep or too large calls are left to the caller of this. */
bool ha_inline_allowed(struct ha_lowering *lowering, LLVMValueRef callee) {
  const struct ha_lower_options *options = lowering->options;
  bool whole = options->whole_program;
  if (is_active(lowering, callee)) {
    lowering->program->has_recursion = true;
    return false;
  }
  return lowering->frame->depth <
             limit(options->inline_depth, whole, DEPTH, WHOLE_PROGRAM_DEPTH) &&
         lowering->inlined + ha_function_get(lowering->unit, callee)->values <
             limit(options->inline_size, whole, SIZE, WHOLE_PROGRAM_SIZE);
}

static ha_type declared_type(struct ha_lowering *lowering, LLVMValueRef value,
                             LLVMTypeRef type) {
  const struct ha_decl *decl = ha_unit_decl(lowering->unit, value);
  return decl && ha_ctype_fits(lowering, decl->type, type) ? decl->type
                                                           : ha_ctype(lowering, type);
}

/* A local's name: the declared one, or the IR's without clang's ".addr". */
static const char *local_name(struct ha_lowering *lowering, LLVMValueRef value,
                              const char *otherwise) {
  const struct ha_decl *decl = ha_unit_decl(lowering->unit, value);
  const char *name = decl && *decl->name ? decl->name : ha_name_value(value);
  size_t length = strlen(name);
  if (length > 5 && !strcmp(name + length - 5, ".addr"))
    length -= 5;
  name = length ? ha_arena_strndup(lowering->scratch, name, length) : otherwise;
  return ha_arena_printf(lowering->scratch, "%s%s", lowering->frame->prefix, name);
}

static const char *source_name(struct ha_lowering *lowering, LLVMValueRef value) {
  const struct ha_decl *decl = ha_unit_decl(lowering->unit, value);
  return decl && *decl->name ? decl->name : NULL;
}

static void mark_changing(struct ha_lowering *lowering, ha_var var) {
  while (lowering->var_changes.count <= var)
    HA_PUSH(lowering->scratch, lowering->var_changes, false);
  lowering->var_changes.at[var] = true;
}

static ha_var variable_of_alloca(struct ha_lowering *lowering,
                                 const struct ha_value_facts *facts) {
  struct ha_frame *frame = lowering->frame;
  if (!frame->caller && facts->parameter) {
    uint32_t number = ha_function_number(lowering->unit, facts->parameter);
    const struct ha_expr_row *row =
        &lowering->program->exprs.at[frame->bindings[number].expr];
    return (ha_var)row->imm; /* the parameter is its own slot */
  }
  LLVMTypeRef type = LLVMGetAllocatedType(facts->value);
  return ha_var_new(lowering, HA_VAR_LOCAL, local_name(lowering, facts->value, "local"),
                    source_name(lowering, facts->value),
                    declared_type(lowering, facts->value, type));
}

static ha_type type_of_alloca(struct ha_lowering *lowering, LLVMValueRef alloca) {
  const struct ha_decl *decl = ha_unit_decl(lowering->unit, alloca);
  LLVMTypeRef type = LLVMGetAllocatedType(alloca);
  if (decl &&
      ha_type_get(lowering->types, decl->type)->size == ha_ctype_size(lowering, type))
    return decl->type;
  return ha_ctype(lowering, type);
}

static ha_obj local_object(struct ha_lowering *lowering, const char *name, ha_type type,
                           uint64_t size) {
  struct ha_program *p = lowering->program;
  HA_PUSH(p->arena, p->objs,
          (struct ha_obj_row){.name = ha_name_unique(lowering, name),
                              .kind = HA_OBJ_LOCAL,
                              .type = type,
                              .size = size,
                              .pos = lowering->pos});
  return p->objs.count - 1;
}

static void bind_object(struct ha_lowering *lowering, uint32_t number, ha_obj object) {
  lowering->frame->objs[number] = object;
  lowering->frame->bindings[number].expr = ha_expr_obj(lowering->program, object);
}

static void enter_object(struct ha_lowering *lowering, uint32_t number, ha_obj object) {
  bind_object(lowering, number, object);
  ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_ENTER, .object = object});
}

static void enter_alloca(struct ha_lowering *lowering, uint32_t number) {
  struct ha_frame *frame = lowering->frame;
  const struct ha_value_facts *facts = &frame->function->facts[number];
  if (facts->alloca_kind == HA_ALLOCA_VAR) {
    ha_var var = variable_of_alloca(lowering, facts);
    frame->vars[number] = var;
    mark_changing(lowering, var);
    if (facts->maybe_undefined && !facts->scope)
      ha_emit_assign(lowering, var,
                     ha_expr_make(lowering->program, HA_EXPR_UNDEF,
                                  lowering->program->vars.at[var].type, 0, 0, 0));
  } else if (facts->alloca_kind == HA_ALLOCA_OBJECT) {
    LLVMTypeRef type = LLVMGetAllocatedType(facts->value);
    ha_obj object = local_object(lowering, local_name(lowering, facts->value, "local"),
                                 type_of_alloca(lowering, facts->value),
                                 ha_ctype_size(lowering, type));
    if (facts->scope)
      bind_object(lowering, number, object);
    else
      enter_object(lowering, number, object);
  }
}

static void declare_phi(struct ha_lowering *lowering, uint32_t number) {
  LLVMValueRef phi = lowering->frame->function->facts[number].value;
  if (!LLVMIsAPHINode(phi) || !ha_ctype_is_scalar(LLVMTypeOf(phi)))
    return;
  ha_var var = ha_var_new(lowering, HA_VAR_TEMP, local_name(lowering, phi, "phi"),
                          source_name(lowering, phi),
                          declared_type(lowering, phi, LLVMTypeOf(phi)));
  lowering->frame->vars[number] = var;
  lowering->frame->bindings[number].expr = ha_expr_var(lowering->program, var);
}

/* Variables and objects of the current frame come to be. */
void ha_frame_enter(struct ha_lowering *lowering) {
  const struct ha_function *function = lowering->frame->function;
  for (uint32_t i = function->arguments; i < function->values; i++) {
    enter_alloca(lowering, i);
    declare_phi(lowering, i);
  }
  if (function->has_dynamic_alloca)
    lowering->frame->stack_mark = ha_stack_mark(lowering);
}

/* … and its objects end, in reverse. */
void ha_frame_leave(struct ha_lowering *lowering) {
  struct ha_frame *frame = lowering->frame;
  if (frame->stack_mark)
    ha_stack_unwind(lowering, ha_expr_var(lowering->program, frame->stack_mark));
  for (uint32_t i = frame->function->values; i-- > 0;)
    if (frame->objs[i] && !frame->function->facts[i].scope)
      ha_emit(lowering,
              (struct ha_cmd_row){.op = HA_CMD_LEAVE, .object = frame->objs[i]});
}

struct ha_frame *ha_frame_new(struct ha_lowering *lowering, LLVMValueRef function,
                              ha_pos call) {
  struct ha_arena *arena = lowering->scratch;
  struct ha_frame *frame = ha_arena_alloc(arena, sizeof *frame);
  frame->function = ha_function_get(lowering->unit, function);
  frame->caller = lowering->frame;
  frame->depth = lowering->frame ? lowering->frame->depth + 1 : 0;
  frame->call = call;
  frame->prefix =
      frame->caller ? ha_arena_printf(arena, "%s.", ha_name_value(function)) : "";
  uint32_t values = frame->function->values + 1;
  frame->bindings = ha_arena_alloc(arena, values * sizeof *frame->bindings);
  frame->vars = ha_arena_alloc(arena, values * sizeof *frame->vars);
  frame->objs = ha_arena_alloc(arena, values * sizeof *frame->objs);
  frame->block_locs = ha_arena_alloc(arena, (frame->function->block_count + 1) *
                                                sizeof *frame->block_locs);
  return frame;
}

static bool is_by_value(LLVMValueRef function, unsigned parameter) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  return LLVMGetEnumAttributeAtIndex(function, parameter + 1, kind) != NULL;
}

/* A struct passed by value in memory: the callee gets a copy of its own. */
static void copy_argument(struct ha_lowering *lowering, uint32_t i, ha_expr from) {
  LLVMValueRef function = lowering->frame->function->value;
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMTypeRef type =
      LLVMGetTypeAttributeValue(LLVMGetEnumAttributeAtIndex(function, i + 1, kind));
  ha_type record = ha_ctype(lowering, type);
  uint64_t size = ha_ctype_size(lowering, type);
  ha_obj object = local_object(
      lowering, local_name(lowering, LLVMGetParam(function, i), "argument"), record,
      size);
  enter_object(lowering, i, object);
  ha_check_access(lowering, from, ha_expr_int(lowering, size));
  ha_block_copy(lowering, ha_expr_obj(lowering->program, object), from,
                ha_expr_int(lowering, size));
}

static void bind_argument(struct ha_lowering *lowering, struct ha_frame *frame,
                          uint32_t i, const struct ha_binding *actual) {
  frame->bindings[i] = *actual;
  if (!actual->expr)
    return;
  const struct ha_decl *decl = ha_unit_param(lowering->unit, frame->function->value, i);
  LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(frame->function->value, i));
  if (is_by_value(frame->function->value, i))
    copy_argument(lowering, i, actual->expr);
  else if (decl && ha_ctype_fits(lowering, decl->type, type))
    frame->bindings[i].expr = ha_expr_as(lowering, actual->expr, decl->type);
}

static bool may_overflow(const struct ha_program *p, ha_expr expr) {
  const struct ha_expr_row *row = &p->exprs.at[expr];
  switch (row->op) {
  case HA_EXPR_ADDS:
  case HA_EXPR_SUBS:
  case HA_EXPR_MULS:
  case HA_EXPR_UDIV:
  case HA_EXPR_SDIV:
  case HA_EXPR_UREM:
  case HA_EXPR_SREM:
    return true;
  default:
    return (row->a && may_overflow(p, row->a)) || (row->b && may_overflow(p, row->b)) ||
           (row->c && may_overflow(p, row->c));
  }
}

/* Arithmetic that C may leave undefined is done here, not where the callee first
 * looks at its parameter. */
static ha_expr evaluated(struct ha_lowering *lowering, ha_expr argument) {
  return may_overflow(lowering->program, argument)
             ? ha_value_in_temp(lowering, argument)
             : argument;
}

/* The call's arguments as the caller sees them, one per formal parameter. */
static struct ha_binding *actuals(struct ha_lowering *lowering, LLVMValueRef call,
                                  LLVMValueRef callee) {
  unsigned formal = LLVMCountParams(callee), actual = LLVMGetNumArgOperands(call);
  struct ha_binding *list =
      ha_arena_alloc(lowering->scratch, (formal + 1) * sizeof *list);
  for (unsigned i = 0; i < formal; i++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(callee, i));
    LLVMValueRef value = i < actual ? LLVMGetOperand(call, i) : LLVMGetUndef(type);
    if (LLVMTypeOf(value) != type)
      value = LLVMGetUndef(type);
    if (ha_ctype_is_scalar(type))
      list[i].expr = evaluated(lowering, ha_value(lowering, value));
    else
      list[i].parts = ha_value_parts(lowering, value);
  }
  return list;
}

/* The variables that receive the returned value, bound to the call. */
static void receive_result(struct ha_lowering *lowering, LLVMValueRef call,
                           LLVMValueRef callee, struct ha_frame *frame) {
  LLVMTypeRef type = LLVMTypeOf(call);
  unsigned leaves = ha_leaf_count(type);
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind || leaves == HA_NOWHERE ||
      LLVMGetReturnType(LLVMGlobalGetValueType(callee)) != type)
    return;
  ha_expr *parts = ha_arena_alloc(lowering->scratch, (leaves + 1) * sizeof *parts);
  frame->results =
      ha_arena_alloc(lowering->scratch, (leaves + 1) * sizeof *frame->results);
  for (unsigned i = 0; i < leaves; i++) {
    uint64_t offset;
    LLVMTypeRef leaf = ha_leaf(lowering, type, i, &offset);
    ha_type leaf_type = ha_ctype_is_scalar(type) ? declared_type(lowering, callee, leaf)
                                                 : ha_ctype(lowering, leaf);
    frame->results[i] = ha_var_new(
        lowering, HA_VAR_TEMP,
        ha_arena_printf(lowering->scratch, "%sresult", frame->prefix), NULL, leaf_type);
    parts[i] = ha_expr_var(lowering->program, frame->results[i]);
  }
  ha_bind_parts(lowering, call, parts);
}

void ha_inline(struct ha_lowering *lowering, LLVMValueRef call, LLVMValueRef callee) {
  struct ha_frame *caller = lowering->frame;
  ha_pos pos = lowering->pos;
  struct ha_binding *arguments = actuals(lowering, call, callee);
  struct ha_frame *frame = ha_frame_new(lowering, callee, pos);
  frame->return_loc = ha_flow_location(lowering);
  receive_result(lowering, call, callee, frame);
  lowering->inlined += frame->function->values;
  lowering->frame = frame;
  lowering->pos = ha_position_of_function(lowering, callee, pos);
  for (uint32_t i = 0; i < frame->function->arguments; i++)
    bind_argument(lowering, frame, i, &arguments[i]);
  ha_frame_enter(lowering);
  ha_lower_body(lowering);
  ha_flow_start(lowering, frame->return_loc);
  ha_frame_leave(lowering);
  lowering->frame = caller;
  lowering->pos = pos;
}
