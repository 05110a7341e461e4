/* The allocator: malloc and its relatives.
 *
 * An allocation may fail (`havoc fails (alloc-fails)`, unless malloc=never-null) and
 * does fail where the size overflows; then the result is null.  Otherwise it is a new
 * block, uninitialised except for calloc's. */
#include "lowering.h"
#include <string.h>

struct request {
  LLVMValueRef call;
  ha_expr size;     /* bytes, of size_t */
  ha_expr too_much; /* a condition under which it must fail, or 0 */
  ha_var result;
};

static ha_expr argument(struct ha_lowering *lowering, LLVMValueRef call, unsigned i) {
  return ha_value(lowering, LLVMGetOperand(call, i));
}

static ha_expr size_argument(struct ha_lowering *lowering, LLVMValueRef call,
                             unsigned i) {
  return ha_expr_wide(lowering, argument(lowering, call, i), false);
}

static ha_expr make(struct ha_lowering *lowering, enum ha_expr_op op, ha_type type,
                    ha_expr a, ha_expr b) {
  return ha_expr_make(lowering->program, op, type, a, b, 0);
}

/* Blocks of half the address space do not exist. */
static ha_expr is_too_large(struct ha_lowering *lowering, ha_expr size) {
  uint64_t most = UINT64_MAX >> (65 - 8 * ha_types_ptr_bytes(lowering->types));
  return make(lowering, HA_EXPR_ULT, ha_type_truth(lowering->types),
              ha_expr_int(lowering, most), size);
}

/* What a block of this size at a pointer of this type is, if that is clear. */
static ha_type block_type(struct ha_lowering *lowering, ha_var pointer, ha_expr size) {
  ha_type type = lowering->program->vars.at[pointer].type;
  ha_type elem = ha_type_get(lowering->types, type)->elem;
  uint64_t bytes, elem_size = elem ? ha_type_get(lowering->types, elem)->size : 0;
  if (!elem_size || !ha_expr_is_const(lowering, size, &bytes) || bytes % elem_size)
    return 0;
  return bytes == elem_size ? elem
                            : ha_type_array(lowering->types, elem, bytes / elem_size);
}

static ha_expr failure(struct ha_lowering *lowering, const struct request *request) {
  ha_type truth = ha_type_truth(lowering->types);
  ha_expr fails = is_too_large(lowering, request->size);
  if (request->too_much)
    fails = make(lowering, HA_EXPR_LOR, truth, request->too_much, fails);
  if (!lowering->options->malloc_may_fail || lowering->never_null)
    return fails;
  ha_var choice = ha_var_new(lowering, HA_VAR_TEMP, "fails", NULL, truth);
  ha_emit_havoc(lowering, choice, HA_ORIGIN_ALLOC_FAILS, NULL);
  return make(lowering, HA_EXPR_LOR, truth, ha_expr_var(lowering->program, choice),
              fails);
}

/* Forks: the failing branch is complete (result null, on to `join`); the other is
 * the current point, after the allocation. */
static void allocate(struct ha_lowering *lowering, struct request *request,
                     ha_loc join) {
  struct ha_program *p = lowering->program;
  ha_loc failed = ha_flow_location(lowering), succeeded = ha_flow_location(lowering);
  ha_expr fails = failure(lowering, request);
  ha_flow_branch(lowering, fails, failed, succeeded);
  ha_flow_start(lowering, failed);
  ha_errno_changes(lowering);
  if (lowering->never_null) {
    ha_flow_stop(lowering);
  } else {
    ha_emit_assign(lowering, request->result,
                   ha_expr_null(p, p->vars.at[request->result].type));
    ha_flow_goto(lowering, join);
  }
  ha_flow_start(lowering, succeeded);
  ha_emit(lowering, (struct ha_cmd_row){
                        .op = HA_CMD_NEW,
                        .var = request->result,
                        .a = request->size,
                        .type = block_type(lowering, request->result, request->size)});
}

static void finish(struct ha_lowering *lowering, ha_loc join) {
  ha_flow_goto(lowering, join);
  ha_flow_start(lowering, join);
}

static void lower_malloc(struct ha_lowering *lowering, LLVMValueRef call,
                         unsigned size_index) {
  struct request request = {.call = call,
                            .size = size_argument(lowering, call, size_index)};
  request.result = ha_value_receiver(lowering, call, 0);
  ha_loc join = ha_flow_location(lowering);
  allocate(lowering, &request, join);
  finish(lowering, join);
}

/* a * b, and whether that overflows. */
static void multiply(struct ha_lowering *lowering, struct request *request, ha_expr a,
                     ha_expr b) {
  struct ha_program *p = lowering->program;
  ha_type size = ha_type_size(lowering->types), truth = ha_type_truth(lowering->types);
  uint64_t known;
  request->size = make(lowering, HA_EXPR_MUL, size, a, b);
  if (ha_expr_is_const(lowering, request->size, &known) &&
      ha_expr_is_const(lowering, a, &known) && known < 1u << 16)
    return; /* a small block, folded exactly */
  ha_expr one = ha_expr_const(p, size, 1);
  ha_expr is_zero = make(lowering, HA_EXPR_EQ, truth, b, ha_expr_const(p, size, 0));
  ha_expr divisor = ha_expr_make(p, HA_EXPR_ITE, size, is_zero, one, b);
  ha_expr most =
      make(lowering, HA_EXPR_UDIV, size, ha_expr_const(p, size, UINT64_MAX), divisor);
  request->too_much = make(lowering, HA_EXPR_LAND, truth, ha_expr_not(p, is_zero),
                           make(lowering, HA_EXPR_ULT, truth, most, a));
}

static void lower_calloc(struct ha_lowering *lowering, LLVMValueRef call) {
  struct request request = {.call = call};
  multiply(lowering, &request, size_argument(lowering, call, 0),
           size_argument(lowering, call, 1));
  request.result = ha_value_receiver(lowering, call, 0);
  ha_loc join = ha_flow_location(lowering);
  allocate(lowering, &request, join);
  ha_block_fill(
      lowering, ha_expr_var(lowering->program, request.result),
      ha_expr_const(lowering->program, ha_type_int(lowering->types, 8, false), 0),
      request.size);
  finish(lowering, join);
}

/* `pointer` may be given back: null, or the start of a block that is still there. */
static void check_free(struct ha_lowering *lowering, ha_expr pointer) {
  ha_type truth = ha_type_truth(lowering->types);
  const char *text = ha_text_of(lowering, pointer);
  ha_expr is_null = ha_expr_is_null(lowering, pointer);
  ha_expr live = make(lowering, HA_EXPR_LIVE, truth, pointer, 0);
  ha_expr freeable = make(lowering, HA_EXPR_FREEABLE, truth, pointer, 0);
  ha_emit_check(lowering, HA_CHECK_DOUBLE_FREE,
                make(lowering, HA_EXPR_LOR, truth, is_null, live), text, text);
  ha_emit_check(lowering, HA_CHECK_INVALID_FREE,
                make(lowering, HA_EXPR_LOR, truth, is_null, freeable), text, text);
}

static void release(struct ha_lowering *lowering, ha_expr pointer) {
  ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_FREE, .a = pointer});
}

static void lower_free(struct ha_lowering *lowering, LLVMValueRef call) {
  ha_expr pointer = argument(lowering, call, 0);
  check_free(lowering, pointer);
  release(lowering, pointer);
}

/* The old block's contents move to the new one; the old block goes. */
static void move_block(struct ha_lowering *lowering, struct request *request,
                       ha_expr old) {
  struct ha_program *p = lowering->program;
  ha_type size = ha_type_size(lowering->types), truth = ha_type_truth(lowering->types);
  ha_expr had = make(lowering, HA_EXPR_BLOCKSIZE, size, old, 0);
  ha_expr shrinks = make(lowering, HA_EXPR_ULT, truth, request->size, had);
  ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_COPY,
                                        .a = ha_expr_var(p, request->result),
                                        .b = old,
                                        .c = ha_expr_make(p, HA_EXPR_ITE, size, shrinks,
                                                          request->size, had)});
  release(lowering, old);
}

/* A block made to have no bytes is freed, and there is no new one. */
static void free_for_nothing(struct ha_lowering *lowering,
                             const struct request *request, ha_expr old, ha_loc join) {
  struct ha_program *p = lowering->program;
  ha_type truth = ha_type_truth(lowering->types);
  ha_loc nothing = ha_flow_location(lowering), something = ha_flow_location(lowering);
  ha_expr zero = ha_expr_const(p, ha_type_size(lowering->types), 0);
  ha_expr none = make(lowering, HA_EXPR_EQ, truth, request->size, zero);
  ha_flow_branch(
      lowering,
      make(lowering, HA_EXPR_LAND, truth, none, ha_expr_is_not_null(lowering, old)),
      nothing, something);
  ha_flow_start(lowering, nothing);
  release(lowering, old);
  ha_emit_assign(lowering, request->result,
                 ha_expr_null(p, p->vars.at[request->result].type));
  ha_flow_goto(lowering, join);
  ha_flow_start(lowering, something);
}

/* realloc: like malloc for a null pointer; the old block stays if it fails. */
static void reallocate(struct ha_lowering *lowering, LLVMValueRef call,
                       struct request *request) {
  struct ha_program *p = lowering->program;
  uint64_t known;
  ha_expr old = argument(lowering, call, 0);
  check_free(lowering, old);
  ha_var kept = ha_var_temp(lowering, ha_type_of(lowering, old));
  ha_emit_assign(lowering, kept, old); /* x = realloc(x, n) overwrites x */
  request->result = ha_value_receiver(lowering, call, 0);
  old = ha_expr_var(p, kept);
  ha_loc join = ha_flow_location(lowering), move = ha_flow_location(lowering);
  if (!ha_expr_is_const(lowering, request->size, &known) || !known)
    free_for_nothing(lowering, request, old, join);
  allocate(lowering, request, join);
  ha_flow_branch(lowering, ha_expr_is_null(lowering, old), join, move);
  ha_flow_start(lowering, move);
  move_block(lowering, request, old);
  finish(lowering, join);
}

static void lower_realloc(struct ha_lowering *lowering, LLVMValueRef call,
                          bool is_array) {
  struct request request = {.call = call};
  if (is_array)
    multiply(lowering, &request, size_argument(lowering, call, 1),
             size_argument(lowering, call, 2));
  else
    request.size = size_argument(lowering, call, 1);
  ha_var size = ha_var_temp(lowering, ha_type_size(lowering->types));
  uint64_t known;
  if (!ha_expr_is_const(lowering, request.size, &known)) {
    ha_emit_assign(lowering, size, request.size);
    request.size = ha_expr_var(lowering->program, size);
  }
  reallocate(lowering, call, &request);
}

/* strdup and strndup: a new block with the string and its end. */
static void lower_strdup(struct ha_lowering *lowering, LLVMValueRef call,
                         bool has_limit) {
  struct ha_program *p = lowering->program;
  ha_type size = ha_type_size(lowering->types), truth = ha_type_truth(lowering->types);
  ha_expr text = argument(lowering, call, 0);
  ha_check_block(lowering, text, ha_expr_int(lowering, 1));
  ha_var source = ha_var_temp(lowering, ha_type_of(lowering, text));
  ha_emit_assign(lowering, source, text);
  text = ha_expr_var(p, source);
  ha_expr length = make(lowering, HA_EXPR_STRLEN, size, text, 0);
  if (has_limit) {
    ha_expr limit = size_argument(lowering, call, 1);
    ha_expr cut = make(lowering, HA_EXPR_ULT, truth, limit, length);
    length = ha_expr_make(p, HA_EXPR_ITE, size, cut, limit, length);
  }
  ha_var copied = ha_var_temp(lowering, size);
  ha_emit_assign(lowering, copied, length);
  length = ha_expr_var(p, copied);
  ha_expr one = ha_expr_const(p, size, 1);
  struct request request = {.call = call,
                            .size = make(lowering, HA_EXPR_ADD, size, length, one)};
  request.result = ha_value_receiver(lowering, call, ha_char_ptr(lowering));
  ha_loc join = ha_flow_location(lowering);
  allocate(lowering, &request, join);
  ha_expr to = ha_expr_var(p, request.result);
  ha_emit(lowering,
          (struct ha_cmd_row){.op = HA_CMD_COPY, .a = to, .b = text, .c = length});
  ha_type byte = ha_type_int(lowering->types, 8, true);
  ha_expr end = ha_expr_elem(p, to, ha_expr_wide(lowering, length, true), byte,
                             ha_char_ptr(lowering));
  ha_emit(lowering,
          (struct ha_cmd_row){
              .op = HA_CMD_FILL,
              .a = end,
              .b = ha_expr_const(p, ha_type_int(lowering->types, 8, false), 0),
              .c = one});
  finish(lowering, join);
}

bool ha_lower_allocation(struct ha_lowering *lowering, LLVMValueRef call,
                         const char *name) {
  if (!strcmp(name, "malloc"))
    lower_malloc(lowering, call, 0);
  else if (!strcmp(name, "aligned_alloc") || !strcmp(name, "memalign"))
    lower_malloc(lowering, call, 1);
  else if (!strcmp(name, "calloc"))
    lower_calloc(lowering, call);
  else if (!strcmp(name, "realloc"))
    lower_realloc(lowering, call, false);
  else if (!strcmp(name, "reallocarray"))
    lower_realloc(lowering, call, true);
  else if (!strcmp(name, "free") || !strcmp(name, "cfree"))
    lower_free(lowering, call);
  else if (!strcmp(name, "strdup") || !strcmp(name, "__strdup"))
    lower_strdup(lowering, call, false);
  else if (!strcmp(name, "strndup") || !strcmp(name, "__strndup"))
    lower_strdup(lowering, call, true);
  else
    return false;
  return true;
}
