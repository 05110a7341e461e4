/* The functions of <string.h> that work on strings and bytes.  A string is readable up
 * to its end; what is checked ahead is its first byte, and the whole of what is
 * written. */
#include "lowering.h"
#include <string.h>

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

static ha_expr size_of(struct ha_lowering *lowering, enum ha_expr_op op, ha_expr a,
                       ha_expr b, ha_expr c) {
  ha_expr size = make(lowering, op, ha_type_size(lowering->types), a, b, c);
  return ha_value_in_temp(lowering, size);
}

static ha_expr byte_of(struct ha_lowering *lowering, ha_expr character) {
  ha_type byte = ha_type_int(lowering->types, 8, false);
  return make(lowering, HA_EXPR_TRUNC, byte, character, 0, 0);
}

static ha_expr nul(struct ha_lowering *lowering) {
  return ha_expr_const(lowering->program, ha_type_int(lowering->types, 8, false), 0);
}

static ha_expr at_index(struct ha_lowering *lowering, ha_expr text, ha_expr index) {
  ha_type chars = ha_char_ptr(lowering);
  return ha_expr_elem(lowering->program, ha_expr_as(lowering, text, chars),
                      ha_expr_wide(lowering, index, true),
                      ha_type_int(lowering->types, 8, true), chars);
}

static ha_expr string_argument(struct ha_lowering *lowering, LLVMValueRef call,
                               unsigned i) {
  ha_expr text = argument(lowering, call, i);
  ha_check_block(lowering, text, ha_expr_int(lowering, 1));
  return text;
}

/* The result is evaluated now: memory may change before it is used. */
static void bind_now(struct ha_lowering *lowering, LLVMValueRef call, ha_expr value) {
  ha_var var = ha_value_receiver(lowering, call, ha_type_of(lowering, value));
  ha_emit_assign(lowering, var, value);
}

static void lower_length(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_expr text = string_argument(lowering, call, 0);
  bind_now(lowering, call,
           make(lowering, HA_EXPR_STRLEN, ha_type_size(lowering->types), text, 0, 0));
}

static void lower_length_n(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_expr text = string_argument(lowering, call, 0);
  bind_now(lowering, call,
           make(lowering, HA_EXPR_MEMCHR, ha_type_size(lowering->types), text,
                nul(lowering), size_argument(lowering, call, 1)));
}

static void compare(struct ha_lowering *lowering, LLVMValueRef call, enum ha_expr_op op,
                    ha_expr size, ha_expr readable) {
  ha_expr a = argument(lowering, call, 0), b = argument(lowering, call, 1);
  ha_check_block(lowering, a, readable);
  ha_check_block(lowering, b, readable);
  ha_type type = ha_type_int(lowering->types, 32, true);
  bind_now(lowering, call, make(lowering, op, type, a, b, size));
}

static void lower_compare(struct ha_lowering *lowering, LLVMValueRef call) {
  compare(lowering, call, HA_EXPR_STRCMP, 0, ha_expr_int(lowering, 1));
}

static void lower_compare_n(struct ha_lowering *lowering, LLVMValueRef call) {
  compare(lowering, call, HA_EXPR_STRNCMP, size_argument(lowering, call, 2),
          ha_expr_int(lowering, 1));
}

static void lower_compare_bytes(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_expr size = size_argument(lowering, call, 2);
  compare(lowering, call, HA_EXPR_MEMCMP, size, size);
}

static void emit_copy(struct ha_lowering *lowering, ha_expr to, ha_expr from,
                      ha_expr count) {
  ha_emit(lowering,
          (struct ha_cmd_row){.op = HA_CMD_COPY, .a = to, .b = from, .c = count});
}

/* Copies the string with its end to `to`. */
static void copy_string(struct ha_lowering *lowering, ha_expr to, ha_expr from) {
  ha_expr length = size_of(lowering, HA_EXPR_STRLEN, from, 0, 0);
  ha_expr count = size_of(lowering, HA_EXPR_ADD, length, ha_expr_int(lowering, 1), 0);
  ha_check_block(lowering, to, count);
  emit_copy(lowering, to, from, count);
}

static void lower_copy(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_expr to = argument(lowering, call, 0);
  ha_expr from = string_argument(lowering, call, 1);
  ha_bind(lowering, call, to);
  copy_string(lowering, to, from);
}

static void lower_append(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_expr from = string_argument(lowering, call, 1);
  ha_expr to = string_argument(lowering, call, 0);
  ha_bind(lowering, call, to);
  ha_expr used = size_of(lowering, HA_EXPR_STRLEN, to, 0, 0);
  copy_string(lowering, at_index(lowering, to, used), from);
}

/* strncpy: n bytes are written, what the string leaves over with zeroes. */
static void lower_copy_n(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_expr to = argument(lowering, call, 0), from = argument(lowering, call, 1);
  ha_expr size = size_argument(lowering, call, 2);
  ha_bind(lowering, call, to);
  ha_check_block(lowering, from, ha_expr_int(lowering, 1));
  ha_check_block(lowering, to, size);
  ha_expr taken = size_of(lowering, HA_EXPR_MEMCHR, from, nul(lowering), size);
  ha_expr left = size_of(lowering, HA_EXPR_SUB, size, taken, 0);
  emit_copy(lowering, to, from, taken);
  ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_FILL,
                                        .a = at_index(lowering, to, taken),
                                        .b = nul(lowering),
                                        .c = left});
}

/* The place of a character among `size` bytes, or null. */
static void find(struct ha_lowering *lowering, LLVMValueRef call, ha_expr text,
                 ha_expr size) {
  struct ha_program *p = lowering->program;
  ha_type chars = ha_char_ptr(lowering);
  ha_expr wanted = byte_of(lowering, argument(lowering, call, 1));
  ha_expr index = size_of(lowering, HA_EXPR_MEMCHR, text, wanted, size);
  ha_expr is_there =
      make(lowering, HA_EXPR_NE, ha_type_truth(lowering->types), index, size, 0);
  ha_expr place = make(lowering, HA_EXPR_ITE, chars, is_there,
                       at_index(lowering, text, index), ha_expr_null(p, chars));
  bind_now(lowering, call, place);
}

/* The end counts as a character of the string. */
static void lower_find(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_expr text = string_argument(lowering, call, 0);
  ha_expr length = size_of(lowering, HA_EXPR_STRLEN, text, 0, 0);
  find(lowering, call, text,
       size_of(lowering, HA_EXPR_ADD, length, ha_expr_int(lowering, 1), 0));
}

static void lower_find_byte(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_expr text = argument(lowering, call, 0), size = size_argument(lowering, call, 2);
  ha_check_block(lowering, text, ha_expr_int(lowering, 1));
  find(lowering, call, text, ha_value_in_temp(lowering, size));
}

/* Each with the arguments that its C declaration has: p pointer, i integer. */
static const struct function {
  const char *name, *arguments;
  void (*lower)(struct ha_lowering *lowering, LLVMValueRef call);
  bool writes;
} functions[] = {{"strlen", "p", lower_length, false},
                 {"strnlen", "pi", lower_length_n, false},
                 {"strcmp", "pp", lower_compare, false},
                 {"strncmp", "ppi", lower_compare_n, false},
                 {"memcmp", "ppi", lower_compare_bytes, false},
                 {"bcmp", "ppi", lower_compare_bytes, false},
                 {"strcpy", "pp", lower_copy, true},
                 {"__strcpy_chk", "ppi", lower_copy, true},
                 {"strcat", "pp", lower_append, true},
                 {"__strcat_chk", "ppi", lower_append, true},
                 {"strncpy", "ppi", lower_copy_n, true},
                 {"__strncpy_chk", "ppii", lower_copy_n, true},
                 {"strchr", "pi", lower_find, false},
                 {"index", "pi", lower_find, false},
                 {"memchr", "pii", lower_find_byte, false}};

/* A project's own `index` may be something else. */
static bool fits(LLVMValueRef call, const char *arguments) {
  if (LLVMGetNumArgOperands(call) != strlen(arguments))
    return false;
  for (unsigned i = 0; arguments[i]; i++) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i)));
    if (kind != (arguments[i] == 'p' ? LLVMPointerTypeKind : LLVMIntegerTypeKind))
      return false;
  }
  return true;
}

static const struct function *find_function(LLVMValueRef call, const char *name) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (!strcmp(functions[i].name, name) && fits(call, functions[i].arguments))
      return &functions[i];
  return NULL;
}

bool ha_string_only_reads(LLVMValueRef call, const char *name) {
  const struct function *function = find_function(call, name);
  return function && !function->writes;
}

bool ha_lower_string(struct ha_lowering *lowering, LLVMValueRef call,
                     const char *name) {
  const struct function *function = find_function(call, name);
  if (function)
    function->lower(lowering, call);
  return function != NULL;
}
