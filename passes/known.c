/* Functions the lowering knows by name: the table known.def, the allocator, the
 * verifier functions and the project's own assertion names. */
#include "lowering.h"
#include <string.h>

enum effect {
  ANY,
  VALUE,
  WRITES,
  STOP,
  FAIL,
  ASSERT,
  ASSUME,
  COPY,
  FILL,
  ZERO,
  STRLEN,
  STRCMP,
  STRNCMP,
  MEMCMP,
  STRCPY,
  STRCAT,
  ERRNO,
  ABS
};

static const struct known {
  const char *name;
  enum effect effect;
  bool always;
} table[] = {
#define HA_KNOWN(name, effect, always) {name, effect, always},
#include "known.def"
#undef HA_KNOWN
};

static ha_expr argument(struct ha_lowering *lowering, LLVMValueRef call, unsigned i) {
  return ha_value(lowering, LLVMGetOperand(call, i));
}

static ha_expr size_argument(struct ha_lowering *lowering, LLVMValueRef call,
                             unsigned i) {
  return ha_expr_wide(lowering, argument(lowering, call, i), false);
}

static ha_expr make(struct ha_lowering *lowering, enum ha_expr_op op, ha_type type,
                    ha_expr a, ha_expr b, ha_expr c) {
  return ha_expr_make(lowering->program, op, type, a, b, c);
}

static void any_result(struct ha_lowering *lowering, LLVMValueRef call,
                       enum ha_origin origin, const char *name) {
  if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
    ha_value_havoc(lowering, call, origin,
                   ha_arena_strdup(lowering->program->arena, name));
}

static void write_arguments(struct ha_lowering *lowering, LLVMValueRef call,
                            const char *name) {
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    LLVMValueRef value = LLVMGetOperand(call, i);
    if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind ||
        LLVMIsNull(value) || ha_global_string(value))
      continue;
    ha_emit_havoc_reach(lowering, ha_value(lowering, value),
                        ha_arena_strdup(lowering->program->arena, name));
  }
}

/* The text of a failed assert is its first argument. */
static void fail(struct ha_lowering *lowering, LLVMValueRef call) {
  const char *text =
      LLVMGetNumArgOperands(call) ? ha_global_string(LLVMGetOperand(call, 0)) : NULL;
  ha_expr no = ha_expr_const(lowering->program, ha_type_truth(lowering->types), 0);
  ha_emit_check(lowering, HA_CHECK_ASSERT, no, text, "");
  ha_flow_stop(lowering);
}

/* The truth of an argument; 0 if it has none. */
static ha_expr condition(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_expr value = LLVMGetNumArgOperands(call) ? argument(lowering, call, 0) : 0;
  if (!value)
    return 0;
  ha_type type = ha_type_of(lowering, value);
  if (ha_type_is_ptr(lowering->types, type))
    return ha_expr_is_not_null(lowering, value);
  const struct ha_type_info *info = ha_type_get(lowering->types, type);
  if (info->kind != HA_TYPE_INT)
    return 0;
  const struct ha_expr_row *row = &lowering->program->exprs.at[value];
  ha_type truth = ha_type_truth(lowering->types);
  if (type == truth)
    return value;
  if (row->op == HA_EXPR_ZEXT && ha_type_of(lowering, row->a) == truth)
    return row->a;
  return make(lowering, HA_EXPR_NE, truth, value,
              ha_expr_const(lowering->program, type, 0), 0);
}

/* assert(c): checked, then trusted. */
static void lower_assert(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_expr holds = condition(lowering, call);
  if (holds)
    ha_emit_check(lowering, HA_CHECK_ASSERT, holds, "", "");
  else
    fail(lowering, call);
}

static void lower_copy(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_expr to = argument(lowering, call, 0), from = argument(lowering, call, 1);
  ha_expr size = size_argument(lowering, call, 2);
  ha_check_access(lowering, to, size);
  ha_check_access(lowering, from, size);
  ha_bind(lowering, call, to);
  ha_block_copy(lowering, to, from, size);
}

static void lower_fill(struct ha_lowering *lowering, LLVMValueRef call, bool is_zero) {
  ha_expr to = argument(lowering, call, 0);
  ha_expr size = size_argument(lowering, call, is_zero ? 1 : 2);
  ha_check_access(lowering, to, size);
  if (!is_zero)
    ha_bind(lowering, call, to);
  ha_block_fill(lowering, to,
                is_zero ? ha_expr_int(lowering, 0) : argument(lowering, call, 1), size);
}

/* A string is readable up to its end; at least its first byte must be. */
static ha_expr string_argument(struct ha_lowering *lowering, LLVMValueRef call,
                               unsigned i) {
  ha_expr text = argument(lowering, call, i);
  ha_check_access(lowering, text, ha_expr_int(lowering, 1));
  return text;
}

/* The result is evaluated now: memory may change before it is used. */
static void bind_now(struct ha_lowering *lowering, LLVMValueRef call, ha_expr value) {
  ha_var var = ha_value_receiver(lowering, call, ha_type_of(lowering, value));
  ha_emit_assign(lowering, var, value);
}

static void lower_strlen(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_expr text = string_argument(lowering, call, 0);
  bind_now(lowering, call,
           make(lowering, HA_EXPR_STRLEN, ha_type_size(lowering->types), text, 0, 0));
}

static void lower_strcmp(struct ha_lowering *lowering, LLVMValueRef call,
                         enum effect effect) {
  ha_expr a = argument(lowering, call, 0), b = argument(lowering, call, 1);
  ha_expr size =
      effect == STRCMP ? ha_expr_int(lowering, 1) : size_argument(lowering, call, 2);
  ha_expr readable = effect == STRNCMP ? ha_expr_int(lowering, 1) : size;
  ha_check_access(lowering, a, readable);
  ha_check_access(lowering, b, readable);
  ha_type type = ha_type_int(lowering->types, 32, true);
  enum ha_expr_op op = effect == STRCMP    ? HA_EXPR_STRCMP
                       : effect == STRNCMP ? HA_EXPR_STRNCMP
                                           : HA_EXPR_MEMCMP;
  bind_now(lowering, call, make(lowering, op, type, a, b, effect == STRCMP ? 0 : size));
}

/* Copies the string with its end to `to`. */
static void copy_string(struct ha_lowering *lowering, ha_expr to, ha_expr from) {
  ha_type size = ha_type_size(lowering->types);
  ha_expr length = make(lowering, HA_EXPR_STRLEN, size, from, 0, 0);
  ha_var bytes = ha_var_temp(lowering, size);
  ha_emit_assign(
      lowering, bytes,
      make(lowering, HA_EXPR_ADD, size, length, ha_expr_int(lowering, 1), 0));
  ha_expr count = ha_expr_var(lowering->program, bytes);
  ha_check_access(lowering, to, count);
  ha_emit(lowering,
          (struct ha_cmd_row){.op = HA_CMD_COPY, .a = to, .b = from, .c = count});
}

static void lower_strcpy(struct ha_lowering *lowering, LLVMValueRef call,
                         bool appends) {
  ha_expr to = argument(lowering, call, 0);
  ha_expr from = string_argument(lowering, call, 1), at = to;
  if (appends) {
    ha_check_access(lowering, to, ha_expr_int(lowering, 1));
    ha_var used = ha_var_temp(lowering, ha_type_size(lowering->types));
    ha_emit_assign(
        lowering, used,
        make(lowering, HA_EXPR_STRLEN, ha_type_size(lowering->types), to, 0, 0));
    at =
        ha_expr_elem(lowering->program, ha_expr_as(lowering, to, ha_char_ptr(lowering)),
                     ha_expr_wide(lowering, ha_expr_var(lowering->program, used), true),
                     ha_type_int(lowering->types, 8, true), ha_char_ptr(lowering));
  }
  ha_bind(lowering, call, to);
  copy_string(lowering, at, from);
}

/* One int per thread; its address never changes. */
static void lower_errno(struct ha_lowering *lowering, LLVMValueRef call,
                        LLVMValueRef function) {
  ha_obj object = ha_global_named(lowering, function, "errno", HA_OBJ_GLOBAL,
                                  ha_type_int(lowering->types, 32, true));
  lowering->program->objs.at[object].is_extern = true;
  ha_bind(lowering, call, ha_expr_obj(lowering->program, object));
}

static void lower_abs(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_expr a = argument(lowering, call, 0);
  ha_type type = ha_type_of(lowering, a);
  ha_expr zero = ha_expr_const(lowering->program, type, 0);
  ha_expr negative =
      make(lowering, HA_EXPR_SLT, ha_type_truth(lowering->types), a, zero, 0);
  ha_bind(lowering, call,
          make(lowering, HA_EXPR_ITE, type, negative,
               make(lowering, HA_EXPR_SUBS, type, zero, a, 0), a));
}

static void lower(struct ha_lowering *lowering, LLVMValueRef call,
                  LLVMValueRef function, const struct known *known) {
  switch (known->effect) {
  case ANY:
    any_result(lowering, call, HA_ORIGIN_CALL_RESULT, known->name);
    break;
  case VALUE:
    any_result(lowering, call, HA_ORIGIN_UNMODELLED, known->name);
    break;
  case WRITES:
    write_arguments(lowering, call, known->name);
    any_result(lowering, call, HA_ORIGIN_CALL_RESULT, known->name);
    break;
  case STOP:
    ha_flow_stop(lowering);
    break;
  case FAIL:
    fail(lowering, call);
    break;
  case ASSERT:
    lower_assert(lowering, call);
    break;
  case ASSUME:
    ha_emit_assume(lowering, condition(lowering, call));
    break;
  case COPY:
    lower_copy(lowering, call);
    break;
  case FILL:
  case ZERO:
    lower_fill(lowering, call, known->effect == ZERO);
    break;
  case STRLEN:
    lower_strlen(lowering, call);
    break;
  case STRCMP:
  case STRNCMP:
  case MEMCMP:
    lower_strcmp(lowering, call, known->effect);
    break;
  case STRCPY:
  case STRCAT:
    lower_strcpy(lowering, call, known->effect == STRCAT);
    break;
  case ERRNO:
    lower_errno(lowering, call, function);
    break;
  case ABS:
    lower_abs(lowering, call);
    break;
  }
}

static bool is_assertion(const struct ha_lowering *lowering, const char *name) {
  const char *const *names = lowering->options->assertion_names;
  for (; names && *names; names++)
    if (!strcmp(*names, name))
      return true;
  return false;
}

/* The declared type must be usable: a project's own `read` may be something else. */
static bool has_pointer_and_size(LLVMValueRef call, unsigned size_index) {
  return LLVMGetNumArgOperands(call) > size_index &&
         LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, size_index))) ==
             LLVMIntegerTypeKind;
}

static bool fits(LLVMValueRef call, enum effect effect) {
  unsigned count = LLVMGetNumArgOperands(call);
  switch (effect) {
  case COPY:
  case FILL:
  case STRNCMP:
  case MEMCMP:
    return has_pointer_and_size(call, 2);
  case ZERO:
    return has_pointer_and_size(call, 1);
  case STRCMP:
  case STRCPY:
  case STRCAT:
    return count == 2;
  case STRLEN:
  case ABS:
  case ASSERT:
  case ASSUME:
    return count >= 1 && ha_ctype_is_scalar(LLVMTypeOf(LLVMGetOperand(call, 0)));
  default:
    return true;
  }
}

bool ha_lower_known(struct ha_lowering *lowering, LLVMValueRef call,
                    LLVMValueRef function) {
  const char *name = ha_name_value(function);
  bool is_defined = !LLVMIsDeclaration(function);
  if (is_assertion(lowering, name)) {
    lower_assert(lowering, call);
    return true;
  }
  if (!strncmp(name, "__VERIFIER_nondet_", 18)) {
    any_result(lowering, call, HA_ORIGIN_NONDET, name);
    return true;
  }
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (!strcmp(table[i].name, name) && (table[i].always || !is_defined) &&
        fits(call, table[i].effect)) {
      lower(lowering, call, function, &table[i]);
      return true;
    }
  return !is_defined && LLVMGetNumArgOperands(call) &&
         ha_lower_allocation(lowering, call, name);
}
