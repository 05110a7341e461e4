/* The C library's functions, as the table libc.def describes them: what they look at is
 * checked, what they may write is havocked, all else stays as it is. */
#include "libc.h"
#include "lowering.h"
#include <stdlib.h>
#include <string.h>

static const struct ha_libc table[] = {
#define HA_LIBC(name, arguments, result) {name, arguments, result},
#include "libc.def"
#undef HA_LIBC
};

/* One argument of a row: its letter, and the digits after it. */
struct piece {
  char letter;
  unsigned bytes;
};

static struct piece next(const char **spec) {
  struct piece piece = {**spec, 0};
  char *end;
  if (piece.letter)
    ++*spec;
  piece.bytes = (unsigned)strtoul(*spec, &end, 10);
  *spec = end;
  return piece;
}

static LLVMTypeKind kind_of(LLVMValueRef call, unsigned i) {
  return LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i)));
}

/* Does the call pass what the library's function of that name takes? */
static bool fits(LLVMValueRef call, const char *spec) {
  unsigned count = LLVMGetNumArgOperands(call), i = 0;
  while (*spec) {
    struct piece piece = next(&spec);
    if (piece.letter == '*')
      return true;
    if (i == count || (piece.letter != '-' && kind_of(call, i) != LLVMPointerTypeKind))
      return false;
    i++;
    if (piece.letter == 'f' || piece.letter == 'g')
      return true;
  }
  return i == count;
}

const struct ha_libc *ha_libc_find(LLVMValueRef call, const char *name) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (!strcmp(table[i].name, name) && fits(call, table[i].arguments))
      return &table[i];
  return NULL;
}

bool ha_libc_only_reads(const struct ha_libc *libc) {
  return !libc->arguments[strcspn(libc->arguments, "uUotbxfFg")];
}

static ha_expr argument(struct ha_lowering *lowering, LLVMValueRef call, unsigned i) {
  return ha_value(lowering, LLVMGetOperand(call, i));
}

static ha_expr without_casts(struct ha_lowering *lowering, ha_expr expr) {
  while (lowering->program->exprs.at[expr].op == HA_EXPR_CAST)
    expr = lowering->program->exprs.at[expr].a;
  return expr;
}

static enum ha_expr_op op_of(struct ha_lowering *lowering, ha_expr expr) {
  return lowering->program->exprs.at[expr].op;
}

/* What the argument points to, as far as types say; 0: nothing, or bytes. */
static ha_type pointee(struct ha_lowering *lowering, ha_expr address) {
  return ha_pointee(lowering, without_casts(lowering, address));
}

/* A string is an array of characters; a list with a function of that name that takes it
 * is a project's own business. */
static bool may_be_string(struct ha_lowering *lowering, ha_expr address) {
  const struct ha_type_info *info =
      ha_type_get(lowering->types, pointee(lowering, address));
  if (info->kind == HA_TYPE_ARRAY)
    info = ha_type_get(lowering->types, info->elem);
  return info->kind == HA_TYPE_VOID || (info->kind == HA_TYPE_INT && info->bits == 8);
}

static bool takes_strings(struct ha_lowering *lowering, LLVMValueRef call,
                          const char *spec) {
  for (unsigned i = 0; *spec; i++) {
    char letter = next(&spec).letter;
    if (strchr("szfFg", letter) &&
        !may_be_string(lowering, argument(lowering, call, i)))
      return false;
  }
  return true;
}

/* ---- what is read ---- */

static bool is_null(struct ha_lowering *lowering, ha_expr address) {
  return op_of(lowering, without_casts(lowering, address)) == HA_EXPR_NULL;
}

/* A pointer that is a value, not the address of something named: it may be null. */
static bool is_bare(struct ha_lowering *lowering, ha_expr address) {
  return ha_place_root(lowering, address) == without_casts(lowering, address);
}

/* For a size that may be zero: one byte, if any. */
static ha_expr some_byte(struct ha_lowering *lowering, ha_expr size) {
  struct ha_program *p = lowering->program;
  ha_type type = ha_type_size(lowering->types), truth = ha_type_truth(lowering->types);
  ha_expr zero = ha_expr_const(p, type, 0), one = ha_expr_const(p, type, 1);
  ha_expr is_zero = ha_expr_make(p, HA_EXPR_EQ, truth, size, zero, 0);
  return ha_expr_make(p, HA_EXPR_ITE, type, is_zero, zero, one);
}

void ha_libc_check_optional(struct ha_lowering *lowering, ha_expr address) {
  struct ha_program *p = lowering->program;
  ha_type truth = ha_type_truth(lowering->types);
  if (is_null(lowering, address) || ha_place_is_safe(lowering, address, 1))
    return;
  if (!is_bare(lowering, address)) {
    ha_check_block(lowering, address, ha_expr_int(lowering, 1));
    return;
  }
  const char *text = ha_text_of(lowering, address);
  ha_expr none = ha_expr_is_null(lowering, address), one = ha_expr_int(lowering, 1);
  ha_expr live = ha_expr_make(p, HA_EXPR_LIVE, truth, address, 0, 0);
  ha_expr inside = ha_expr_make(p, HA_EXPR_ACCESS, truth, address, one, 0);
  ha_emit_check(lowering, HA_CHECK_USE_AFTER_FREE,
                ha_expr_make(p, HA_EXPR_LOR, truth, none, live, 0), text, text);
  ha_emit_check(lowering, HA_CHECK_INVALID_DEREF,
                ha_expr_make(p, HA_EXPR_LOR, truth, none, inside, 0), text, text);
}

/* All `size` bytes are used; none need a pointer. */
static void check_range(struct ha_lowering *lowering, ha_expr address, ha_expr size) {
  uint64_t known;
  bool is_known = ha_expr_is_const(lowering, size, &known);
  if (is_known && !known)
    return;
  if (is_known || !is_bare(lowering, address))
    ha_check_block(lowering, address, size);
  else
    ha_check_bytes(lowering, address, size);
}

/* An array of at least that many bytes that the address is the beginning of. */
static bool is_array_of(struct ha_lowering *lowering, ha_expr address, uint64_t bytes) {
  ha_expr plain = without_casts(lowering, address);
  while (op_of(lowering, plain) == HA_EXPR_ELEM) {
    uint64_t index;
    const struct ha_expr_row *row = &lowering->program->exprs.at[plain];
    if (!ha_expr_is_const(lowering, row->b, &index) || index)
      return false;
    plain = without_casts(lowering, row->a);
  }
  const struct ha_type_info *info =
      ha_type_get(lowering->types, ha_pointee(lowering, plain));
  return op_of(lowering, plain) == HA_EXPR_FIELD && info->kind == HA_TYPE_ARRAY &&
         bytes <= info->size;
}

/* There is room for `size` bytes, as far as types and names tell. */
static bool has_room(struct ha_lowering *lowering, ha_expr address, ha_expr size) {
  uint64_t bytes;
  return ha_expr_is_const(lowering, size, &bytes) &&
         (ha_place_is_safe(lowering, address, bytes) ||
          is_array_of(lowering, address, bytes));
}

/* At most `size` bytes will be written, or nobody knows how many (0): how many really
 * are is not known here, so a place that is too small is no bug yet, and no proof. */
static void check_room(struct ha_lowering *lowering, ha_expr address, ha_expr size) {
  struct ha_program *p = lowering->program;
  ha_type truth = ha_type_truth(lowering->types);
  uint64_t known;
  if (size && ha_expr_is_const(lowering, size, &known) && !known)
    return;
  if (!size || ha_expr_is_const(lowering, size, &known) || !is_bare(lowering, address))
    ha_check_block(lowering, address, ha_expr_int(lowering, 1));
  else
    ha_check_bytes(lowering, address, some_byte(lowering, size));
  if (size && has_room(lowering, address, size))
    return;
  ha_expr enough = ha_doubt(lowering);
  if (size)
    enough = ha_expr_make(p, HA_EXPR_LOR, truth,
                          ha_expr_make(p, HA_EXPR_ACCESS, truth, address, size, 0),
                          enough, 0);
  const char *text = ha_text_of(lowering, address);
  ha_emit_check(lowering, HA_CHECK_INVALID_DEREF, enough, text, text);
}

/* ---- what is written ---- */

static void havoc_all(struct ha_lowering *lowering, ha_expr address, const char *name) {
  ha_emit_havoc_reach(lowering, address,
                      ha_arena_strdup(lowering->program->arena, name));
}

/* Where the bytes might be more than there are, nobody says how many really change. */
static void write_up_to(struct ha_lowering *lowering, ha_expr address, ha_expr size,
                        const char *name) {
  uint64_t bytes;
  if (size && ha_expr_is_const(lowering, size, &bytes) && !bytes)
    return;
  if (size && has_room(lowering, address, size))
    ha_emit_havoc_bytes(lowering, address, size);
  else
    havoc_all(lowering, address, name);
}

/* An object of the type that the argument points to. */
void ha_libc_write_object(struct ha_lowering *lowering, ha_expr address, uint64_t bytes,
                          const char *name) {
  ha_type type = pointee(lowering, address);
  const struct ha_type_info *info = ha_type_get(lowering->types, type);
  bool is_bytes = info->kind == HA_TYPE_INT && info->bits == 8;
  if (info->size < bytes || !info->size || is_bytes || info->kind == HA_TYPE_ARRAY) {
    ha_check_block(lowering, address, ha_expr_int(lowering, 1));
    havoc_all(lowering, address, name);
    return;
  }
  ha_check_block(lowering, address, ha_expr_int(lowering, info->size));
  ha_havoc_object(lowering, address, type);
}

static void write_optional(struct ha_lowering *lowering, ha_expr address,
                           uint64_t bytes, const char *name) {
  if (is_null(lowering, address))
    return;
  if (!is_bare(lowering, address)) {
    ha_libc_write_object(lowering, address, bytes, name);
    return;
  }
  ha_loc yes = ha_flow_location(lowering), join = ha_flow_location(lowering);
  ha_flow_branch(lowering, ha_expr_is_not_null(lowering, address), yes, join);
  ha_flow_start(lowering, yes);
  ha_libc_write_object(lowering, address, bytes, name);
  ha_flow_goto(lowering, join);
  ha_flow_start(lowering, join);
}

void ha_errno_changes(struct ha_lowering *lowering) {
  static const char *const names[] = {"__errno_location", "___errno_location",
                                      "__errno", "__error"};
  LLVMModuleRef module = ha_unit_module(lowering->unit);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    LLVMValueRef function = LLVMGetNamedFunction(module, names[i]);
    if (!function || !LLVMIsDeclaration(function))
      continue;
    ha_type type = ha_type_int(lowering->types, 32, true);
    ha_emit(lowering,
            (struct ha_cmd_row){.op = HA_CMD_HAVOC_FIELD,
                                .origin = HA_ORIGIN_UNMODELLED,
                                .a = ha_errno(lowering, function),
                                .field = ha_type_cell(lowering->types, type)});
  }
}

/* ---- one call ---- */

static ha_expr size_argument(struct ha_lowering *lowering, LLVMValueRef call,
                             unsigned i) {
  return ha_expr_wide(lowering, argument(lowering, call, i), false);
}

/* The bytes that the arguments from `i` on count: one number, or a product. */
static ha_expr counted(struct ha_lowering *lowering, LLVMValueRef call, unsigned i,
                       bool is_product) {
  ha_expr size = size_argument(lowering, call, i);
  if (!is_product)
    return size;
  return ha_expr_make(lowering->program, HA_EXPR_MUL, ha_type_size(lowering->types),
                      size, size_argument(lowering, call, i + 1), 0);
}

/* How many bytes the argument is good for; 0 if that is not known: a buffer for
 * printing is as long as its format makes it. */
static ha_expr extent(struct ha_lowering *lowering, LLVMValueRef call, unsigned i,
                      struct piece piece, const struct ha_libc *libc) {
  uint64_t most = 0;
  if (piece.letter == 'b') {
    const char *format = strchr(libc->arguments, 'f');
    if (format)
      most = ha_print_most(lowering, call, (unsigned)(format - libc->arguments));
    return most ? ha_expr_int(lowering, most) : 0;
  }
  return counted(lowering, call, i + 1, piece.letter == 'Q' || piece.letter == 'U');
}

/* Checks first, writes after: a function looks at all of its arguments. */
static void check_argument(struct ha_lowering *lowering, LLVMValueRef call, unsigned i,
                           struct piece piece, const struct ha_libc *libc) {
  ha_expr value = piece.letter == '-' ? 0 : argument(lowering, call, i);
  switch (piece.letter) {
  case 's':
  case 'r':
  case 'f':
  case 'F':
  case 'g':
    ha_check_block(lowering, value, ha_expr_int(lowering, 1));
    break;
  case 'z':
    ha_libc_check_optional(lowering, value);
    break;
  case 'R':
  case 'Q':
    check_range(lowering, value, extent(lowering, call, i, piece, libc));
    break;
  case 'u':
  case 'U':
  case 'b':
    check_room(lowering, value, extent(lowering, call, i, piece, libc));
    break;
  default:
    break;
  }
}

static void write_argument(struct ha_lowering *lowering, LLVMValueRef call, unsigned i,
                           struct piece piece, const struct ha_libc *libc) {
  ha_expr value = piece.letter == '-' ? 0 : argument(lowering, call, i);
  switch (piece.letter) {
  case 'u':
  case 'U':
  case 'b':
    write_up_to(lowering, value, extent(lowering, call, i, piece, libc), libc->name);
    break;
  case 'o':
    ha_libc_write_object(lowering, value, piece.bytes, libc->name);
    break;
  case 't':
    write_optional(lowering, value, piece.bytes, libc->name);
    break;
  case 'x':
    if (!is_null(lowering, value))
      havoc_all(lowering, value, libc->name);
    break;
  case 'f':
  case 'F':
    ha_lower_print(lowering, call, i, piece.letter == 'f');
    break;
  case 'g':
    ha_lower_scan(lowering, call, i);
    break;
  default:
    break;
  }
}

static void bind_result(struct ha_lowering *lowering, LLVMValueRef call,
                        const struct ha_libc *libc) {
  struct ha_program *p = lowering->program;
  const char *name = ha_arena_strdup(p->arena, libc->name);
  bool is_number = libc->result[0] == 'v' || libc->result[0] == 'e';
  ha_expr first = libc->result[0] == '0' ? argument(lowering, call, 0) : 0;
  if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
    return;
  if (!strcmp(libc->result, "0")) {
    ha_bind(lowering, call, first);
    return;
  }
  first = first ? ha_value_in_temp(lowering, first) : 0;
  ha_value_havoc(lowering, call,
                 is_number ? HA_ORIGIN_UNMODELLED : HA_ORIGIN_CALL_RESULT, name);
  ha_expr result = ha_value(lowering, call);
  if (libc->result[0] == 'n')
    ha_emit_assume(lowering, ha_expr_is_not_null(lowering, result));
  if (!first)
    return;
  ha_type truth = ha_type_truth(lowering->types);
  ha_expr same =
      ha_expr_make(p, HA_EXPR_EQ, truth, result,
                   ha_expr_as(lowering, first, ha_type_of(lowering, result)), 0);
  ha_emit_assume(lowering, ha_expr_make(p, HA_EXPR_LOR, truth,
                                        ha_expr_is_null(lowering, result), same, 0));
}

bool ha_lower_libc(struct ha_lowering *lowering, LLVMValueRef call, const char *name) {
  const struct ha_libc *libc = ha_libc_find(call, name);
  if (!libc || !takes_strings(lowering, call, libc->arguments))
    return false;
  const char *spec = libc->arguments;
  for (unsigned i = 0; *spec; i++)
    check_argument(lowering, call, i, next(&spec), libc);
  spec = libc->arguments;
  for (unsigned i = 0; *spec; i++)
    write_argument(lowering, call, i, next(&spec), libc);
  if (*libc->result != 'v')
    ha_errno_changes(lowering);
  bind_result(lowering, call, libc);
  return true;
}
