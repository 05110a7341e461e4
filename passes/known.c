/* Functions the lowering knows by name: the table known.def, the C library, the
 * allocator, the verifier functions and the project's own assertion names. */
#include "libc.h"
#include "lowering.h"
#include <string.h>

enum effect {
  STOP,
  FAIL,
  ERROR,
  ASSERT,
  ASSUME,
  COPY,      /* to, from, size */
  COPY_END,  /* … and returns the end */
  COPY_FROM, /* from, to, size */
  FILL,
  ZERO,
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

/* The text of a failed assert is its first argument. */
static void fail(struct ha_lowering *lowering, LLVMValueRef call,
                 enum ha_check_kind kind) {
  const char *text =
      LLVMGetNumArgOperands(call) ? ha_global_string(LLVMGetOperand(call, 0)) : NULL;
  ha_expr no = ha_expr_const(lowering->program, ha_type_truth(lowering->types), 0);
  ha_emit_check(lowering, kind, no, text, "");
  ha_flow_stop(lowering);
}

/* `checks=unreachable` asks for just these; otherwise they count as assertions. */
static enum ha_check_kind kind_of_error(const struct ha_lowering *lowering) {
  bool is_asked = lowering->options->checks & 1u << HA_CHECK_UNREACHABLE;
  return is_asked ? HA_CHECK_UNREACHABLE : HA_CHECK_ASSERT;
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
static void lower_assert(struct ha_lowering *lowering, LLVMValueRef call,
                         enum ha_check_kind kind) {
  ha_expr holds = condition(lowering, call);
  if (holds)
    ha_emit_check(lowering, kind, holds, "", "");
  else
    fail(lowering, call, kind);
}

/* What is bound before memory changes must not look at it afterwards. */
static void lower_copy(struct ha_lowering *lowering, LLVMValueRef call,
                       enum effect effect) {
  unsigned target = effect == COPY_FROM;
  ha_expr to = argument(lowering, call, target);
  ha_expr from = argument(lowering, call, !target);
  ha_expr size = size_argument(lowering, call, 2);
  ha_check_block(lowering, to, size);
  ha_check_block(lowering, from, size);
  if (effect == COPY)
    ha_bind(lowering, call, to);
  else if (effect == COPY_END)
    ha_bind(lowering, call,
            ha_expr_elem(lowering->program,
                         ha_expr_as(lowering, to, ha_char_ptr(lowering)),
                         ha_expr_wide(lowering, size, true),
                         ha_type_int(lowering->types, 8, true), ha_char_ptr(lowering)));
  ha_block_copy(lowering, to, from, size);
}

static void lower_fill(struct ha_lowering *lowering, LLVMValueRef call, bool is_zero) {
  ha_expr to = argument(lowering, call, 0);
  ha_expr size = size_argument(lowering, call, is_zero ? 1 : 2);
  ha_check_block(lowering, to, size);
  if (!is_zero)
    ha_bind(lowering, call, to);
  ha_block_fill(lowering, to,
                is_zero ? ha_expr_int(lowering, 0) : argument(lowering, call, 1), size);
}

/* One int per thread; its address never changes. */
ha_expr ha_errno(struct ha_lowering *lowering, LLVMValueRef function) {
  ha_obj object = ha_global_named(lowering, function, "errno", HA_OBJ_GLOBAL,
                                  ha_type_int(lowering->types, 32, true));
  lowering->program->objs.at[object].is_extern = true;
  return ha_expr_obj(lowering->program, object);
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
  case STOP:
    ha_flow_stop(lowering);
    break;
  case FAIL:
    fail(lowering, call, HA_CHECK_ASSERT);
    break;
  case ERROR:
    fail(lowering, call, kind_of_error(lowering));
    break;
  case ASSERT:
    lower_assert(lowering, call, kind_of_error(lowering));
    break;
  case ASSUME:
    ha_emit_assume(lowering, condition(lowering, call));
    break;
  case COPY:
  case COPY_END:
  case COPY_FROM:
    lower_copy(lowering, call, known->effect);
    break;
  case FILL:
  case ZERO:
    lower_fill(lowering, call, known->effect == ZERO);
    break;
  case ERRNO:
    ha_bind(lowering, call, ha_errno(lowering, function));
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
  case COPY_END:
  case COPY_FROM:
  case FILL:
    return has_pointer_and_size(call, 2);
  case ZERO:
    return has_pointer_and_size(call, 1);
  case ABS:
  case ASSERT:
  case ASSUME:
    return count >= 1 && ha_ctype_is_scalar(LLVMTypeOf(LLVMGetOperand(call, 0)));
  default:
    return true;
  }
}

static const struct known *find(LLVMValueRef call, const char *name, bool is_defined) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (!strcmp(table[i].name, name) && (table[i].always || !is_defined) &&
        fits(call, table[i].effect))
      return &table[i];
  return NULL;
}

static bool is_choice(const char *name) {
  return !strncmp(name, "__VERIFIER_nondet_", 18);
}

bool ha_known_only_reads(LLVMValueRef call, LLVMValueRef function) {
  const char *name = ha_name_value(function);
  const struct known *known = find(call, name, !LLVMIsDeclaration(function));
  if (known)
    return known->effect <= ASSUME || known->effect >= ERRNO;
  if (!LLVMIsDeclaration(function))
    return false;
  const struct ha_libc *libc = ha_libc_find(call, name);
  return libc ? ha_libc_only_reads(libc)
              : is_choice(name) || ha_string_only_reads(call, name);
}

static bool lower_named(struct ha_lowering *lowering, LLVMValueRef call,
                        LLVMValueRef function, const char *name, bool is_defined) {
  if (is_choice(name)) {
    any_result(lowering, call, HA_ORIGIN_NONDET, name);
    return true;
  }
  const struct known *known = find(call, name, is_defined);
  if (known) {
    lower(lowering, call, function, known);
    return true;
  }
  return !is_defined &&
         (ha_lower_libc(lowering, call, name) ||
          ha_lower_string(lowering, call, name) ||
          (LLVMGetNumArgOperands(call) && ha_lower_allocation(lowering, call, name)));
}

/* "malloc!" of "xmalloc=malloc!" for xmalloc; NULL if nothing is said of it. */
static const char *model_of(const struct ha_lowering *lowering, const char *name) {
  const char *const *models = lowering->options->models;
  size_t length = strlen(name);
  for (; models && *models; models++)
    if (!strncmp(*models, name, length) && (*models)[length] == '=')
      return *models + length + 1;
  return NULL;
}

/* Whatever its own body does: that is analysed by itself. */
static bool lower_model(struct ha_lowering *lowering, LLVMValueRef call,
                        LLVMValueRef function, const char *model) {
  size_t length = strcspn(model, "!");
  const char *name = ha_arena_strndup(lowering->scratch, model, length);
  ha_limit(lowering, ha_arena_printf(lowering->scratch, "model:%s=%s",
                                     ha_name_value(function), model));
  lowering->never_null = model[length] == '!';
  bool is_lowered = lower_named(lowering, call, function, name, false);
  lowering->never_null = false;
  return is_lowered;
}

bool ha_lower_known(struct ha_lowering *lowering, LLVMValueRef call,
                    LLVMValueRef function) {
  const char *name = ha_name_value(function), *model = model_of(lowering, name);
  if (is_assertion(lowering, name)) {
    lower_assert(lowering, call, HA_CHECK_ASSERT);
    return true;
  }
  if (model && lower_model(lowering, call, function, model))
    return true;
  return lower_named(lowering, call, function, name, !LLVMIsDeclaration(function));
}
