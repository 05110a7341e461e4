/* The state of lowering one entry function, shared by the files of passes/.
 *
 * Commands are emitted at the current point (`current`, an open edge) and collect in
 * draft edges; flow.c turns the drafts into the program's tables at the end.  After
 * a point that control never passes (abort) there is no current edge and what is
 * emitted is dropped.
 *
 * The value of an IR instruction is *bound* to an expression, which is evaluated
 * where it is used.  That is right as long as the variables it mentions have not
 * changed.  Only promoted variables ever change under an SSA value: before one is
 * assigned, bindings of the block that mention it and are still needed are saved in
 * temporaries; at the end of a block, those that other blocks need. */
#ifndef HEAPABS_PASSES_LOWERING_H
#define HEAPABS_PASSES_LOWERING_H

#include "../gcl/gcl.h"
#include "function.h"
#include "map.h"
#include "pipeline.h"
#include "unit.h"
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

struct ha_edge_draft {
  ha_loc from, to;
  HA_VEC(struct ha_cmd_row) cmds;
};

/* What an instruction's value is: one expression, or for a first-class aggregate
 * the expressions of its scalar leaves in order. */
struct ha_binding {
  ha_expr expr;
  ha_expr *parts;
};

/* One activation of a function: the entry function or an inlined callee. */
struct ha_frame {
  const struct ha_function *function;
  struct ha_frame *caller;
  unsigned depth;
  ha_pos call;                 /* the position of the call; 0 for the entry function */
  const char *prefix;          /* of its variables' names: "", "push." */
  struct ha_binding *bindings; /* by value number */
  ha_var *vars;                /* by value number: promoted allocas and phis */
  ha_obj *objs;                /* by value number: allocas that are objects */
  ha_loc *block_locs;          /* by block number */
  ha_loc return_loc;
  ha_var *results;       /* where `ret` puts the leaves of its value */
  uint32_t at;           /* the number of the current instruction */
  LLVMMetadataRef scope; /* the source block control is in */
  ha_var stack_mark;     /* what `alloca` made since ends with the frame; 0: nothing */
  HA_VEC(uint32_t) unstable; /* values of this block that mention a variable */
};

/* A ghost that a body has declared. */
struct ha_ghost_draft {
  const struct ha_frame *frame;
  const char *name;
  ha_formula formula;
};

/* A load from or a store to a member of a union. */
struct ha_union_use {
  ha_field field;
  ha_pos pos;
  bool is_write;
};

struct ha_lowering {
  struct ha_unit *unit;
  struct ha_program *program;
  struct ha_types *types;
  struct ha_arena *scratch; /* dies with the lowering */
  const struct ha_lower_options *options;
  bool never_null; /* in a call: an allocation that fails does not return */
  LLVMTargetDataRef layout;
  struct ha_frame *frame;
  HA_VEC(struct ha_edge_draft) edges;
  HA_VEC(struct ha_loc_row) locs;
  uint32_t current;     /* index into edges, or HA_NOWHERE */
  ha_loc dead;          /* where paths end that do not return: an exit nobody reaches */
  ha_pos pos;           /* of the current instruction */
  struct ha_map obj_of; /* global, function or block → object */
  struct ha_name_table *names;
  HA_VEC(const char *) var_text; /* by variable: how the source would say it */
  HA_VEC(bool) var_changes;      /* by variable: a promoted one */
  HA_VEC(uint8_t) expr_size;     /* by expression: nodes of its tree, at most 255 */
  HA_VEC(bool) expr_changes;     /* by expression: mentions a promoted variable */
  unsigned inlined;              /* instructions so far */
  HA_VEC(ha_formula) ensures;    /* of the entry function, for its exits */
  HA_VEC(struct ha_ghost_draft) ghosts;
  HA_VEC(struct ha_union_use) unions;
  HA_VEC(ha_check) relies; /* that hold where no memory has changed yet (callee.c) */
};

#define HA_NOWHERE UINT32_MAX

/* flow.c: locations, edges, and the finished program. */
ha_loc ha_flow_location(struct ha_lowering *lowering);
void ha_flow_start(struct ha_lowering *lowering, ha_loc from);
void ha_flow_goto(struct ha_lowering *lowering, ha_loc to);
void ha_flow_branch(struct ha_lowering *lowering, ha_expr condition, ha_loc yes,
                    ha_loc no);
void ha_flow_stop(struct ha_lowering *lowering); /* control never gets further */
void ha_flow_finish(struct ha_lowering *lowering, ha_loc entry);

/* emit.c: commands at the current point. */
void ha_emit(struct ha_lowering *lowering, struct ha_cmd_row cmd);
void ha_emit_assume(struct ha_lowering *lowering, ha_expr condition);
void ha_emit_assign(struct ha_lowering *lowering, ha_var var, ha_expr value);
void ha_emit_havoc(struct ha_lowering *lowering, ha_var var, enum ha_origin origin,
                   const char *callee);
void ha_emit_havoc_bytes(struct ha_lowering *lowering, ha_expr address, ha_expr size);
void ha_emit_havoc_reach(struct ha_lowering *lowering, ha_expr from,
                         const char *callee);
/* `assert condition`, or the assumption that it holds where the kind is off. */
void ha_emit_check(struct ha_lowering *lowering, enum ha_check_kind kind,
                   ha_expr condition, const char *text, const char *base);
void ha_limit(struct ha_lowering *lowering, const char *what);
void ha_limit_at(struct ha_lowering *lowering, ha_pos pos, const char *what);
ha_pos ha_position(struct ha_lowering *lowering, LLVMValueRef instruction);
ha_pos ha_position_of_function(struct ha_lowering *lowering, LLVMValueRef function,
                               ha_pos call);

/* names.c: unique names, and expressions in the words of the source. */
const char *ha_name_unique(struct ha_lowering *lowering, const char *wanted);
const char *ha_name_value(LLVMValueRef value);
const char *ha_text_of(struct ha_lowering *lowering, ha_expr expr);
const char *ha_text_not_null(struct ha_lowering *lowering, ha_expr pointer);

/* ctype.c: C types for IR types. */
ha_type ha_ctype(struct ha_lowering *lowering, LLVMTypeRef type);
ha_type ha_ctype_record(struct ha_unit *unit, LLVMTypeRef struct_type);
bool ha_ctype_is_scalar(LLVMTypeRef type); /* one ha_value holds it */
bool ha_ctype_fits(struct ha_lowering *lowering, ha_type c_type, LLVMTypeRef type);
uint64_t ha_ctype_size(struct ha_lowering *lowering, LLVMTypeRef type);
ha_type ha_pointee(struct ha_lowering *lowering, ha_expr address);
ha_type ha_char_ptr(struct ha_lowering *lowering);

/* value.c: variables, bindings, operands. */
ha_var ha_var_new(struct ha_lowering *lowering, enum ha_var_kind kind, const char *name,
                  const char *source_name, ha_type type);
ha_var ha_var_temp(struct ha_lowering *lowering, ha_type type);
ha_expr ha_value(struct ha_lowering *lowering, LLVMValueRef value);
void ha_bind(struct ha_lowering *lowering, LLVMValueRef instruction, ha_expr expr);
/* The variable that should receive the value of an instruction: the source variable
 * it is stored to next, if that has the type (any pointer type for 0), or a
 * temporary.  Bound already. */
ha_var ha_value_receiver(struct ha_lowering *lowering, LLVMValueRef instruction,
                         ha_type type);
/* Evaluated here and now, into a temporary. */
ha_expr ha_value_in_temp(struct ha_lowering *lowering, ha_expr expr);
/* Call before a promoted variable changes. */
void ha_value_save(struct ha_lowering *lowering, ha_var about_to_change);
void ha_value_save_for_other_blocks(struct ha_lowering *lowering);
void ha_value_havoc(struct ha_lowering *lowering, LLVMValueRef instruction,
                    enum ha_origin origin, const char *callee);
bool ha_expr_mentions(struct ha_lowering *lowering, ha_expr expr, ha_var var);
ha_expr ha_expr_as(struct ha_lowering *lowering, ha_expr expr, ha_type type);
ha_type ha_type_of(const struct ha_lowering *lowering, ha_expr expr);
bool ha_expr_is_const(const struct ha_lowering *lowering, ha_expr expr,
                      uint64_t *value);
ha_expr ha_expr_int(struct ha_lowering *lowering, uint64_t value); /* i64 */
ha_expr ha_expr_is_null(struct ha_lowering *lowering, ha_expr pointer);
ha_expr ha_expr_is_not_null(struct ha_lowering *lowering, ha_expr pointer);
ha_expr ha_expr_wide(struct ha_lowering *lowering, ha_expr integer, bool is_signed);

/* aggregate.c: values of struct and array type. */
unsigned ha_leaf_count(LLVMTypeRef type); /* HA_NOWHERE: too many, or not scalars */
LLVMTypeRef ha_leaf(struct ha_lowering *lowering, LLVMTypeRef type, unsigned index,
                    uint64_t *offset);
ha_expr *ha_value_parts(struct ha_lowering *lowering, LLVMValueRef value);
void ha_bind_parts(struct ha_lowering *lowering, LLVMValueRef instruction,
                   ha_expr *parts);
void ha_lower_aggregate(struct ha_lowering *lowering, LLVMValueRef instruction);
/* The address of an object that holds the value; 0 if it has too many leaves. */
ha_expr ha_value_in_object(struct ha_lowering *lowering, LLVMValueRef value);

/* expr.c: arithmetic, comparisons, conversions.  0 if the operator has no exact
 * meaning here. */
ha_expr ha_expr_of(struct ha_lowering *lowering, LLVMValueRef value, LLVMOpcode opcode);

/* place.c: addresses. */
ha_expr ha_place_gep(struct ha_lowering *lowering, LLVMValueRef gep);
ha_expr ha_place_at(struct ha_lowering *lowering, ha_expr address, int64_t offset,
                    ha_type wanted);
ha_expr ha_place_root(struct ha_lowering *lowering, ha_expr address);
/* The address is in a named object, `size` bytes there inside it. */
bool ha_place_is_safe(struct ha_lowering *lowering, ha_expr address, uint64_t size);

/* memory.c: loads and stores with their checks. */
struct ha_access {
  ha_expr base;
  ha_field field;
  ha_type type;
};
struct ha_access ha_access_resolve(struct ha_lowering *lowering, ha_expr address,
                                   LLVMTypeRef type);
void ha_check_access(struct ha_lowering *lowering, ha_expr address, ha_expr size);
/* … of what a function called here reads or writes through one of its arguments. */
void ha_check_block(struct ha_lowering *lowering, ha_expr address, ha_expr size);
/* … where null is allowed if the size is 0. */
void ha_check_bytes(struct ha_lowering *lowering, ha_expr address, ha_expr size);
void ha_lower_load(struct ha_lowering *lowering, LLVMValueRef instruction);
void ha_lower_store(struct ha_lowering *lowering, LLVMValueRef instruction);
/* When the program is complete: unions read through a member that was not written. */
void ha_note_unions(struct ha_lowering *lowering);
void ha_lower_atomic(struct ha_lowering *lowering, LLVMValueRef instruction);
void ha_lower_alloca(struct ha_lowering *lowering, LLVMValueRef instruction);
void ha_store_expr(struct ha_lowering *lowering, ha_expr address, LLVMTypeRef type,
                   ha_expr value);
/* How far the stack has grown: an empty block.  Going back to it ends all since. */
ha_var ha_stack_mark(struct ha_lowering *lowering);
void ha_stack_unwind(struct ha_lowering *lowering, ha_expr mark);

/* block.c: whole blocks of bytes. */
void ha_block_copy(struct ha_lowering *lowering, ha_expr to, ha_expr from,
                   ha_expr size);
void ha_block_fill(struct ha_lowering *lowering, ha_expr to, ha_expr byte,
                   ha_expr size);
/* The object of that type at `address` becomes anything. */
void ha_havoc_object(struct ha_lowering *lowering, ha_expr address, ha_type type);

/* globals.c */
ha_obj ha_global(struct ha_lowering *lowering, LLVMValueRef global);
ha_obj ha_global_named(struct ha_lowering *lowering, const void *key, const char *name,
                       enum ha_obj_kind kind, ha_type type);
/* The constant that a load of `type` at `address` must see, or NULL. */
LLVMValueRef ha_global_constant(struct ha_lowering *lowering, LLVMValueRef address,
                                LLVMTypeRef type);
const char *ha_global_string(LLVMValueRef value); /* of a string literal, or NULL */

/* pipeline.c: control leaves the entry function; its objects end, leaks are checked.
 * `returned` is the address of a returned struct, or 0. */
void ha_leave_entry(struct ha_lowering *lowering, ha_expr returned);

/* control.c: terminators and whole bodies. */
void ha_lower_body(struct ha_lowering *lowering);
void ha_lower_instruction(struct ha_lowering *lowering, LLVMValueRef instruction);

/* call.c, inline.c */
void ha_lower_call(struct ha_lowering *lowering, LLVMValueRef call);
void ha_call_unknown(struct ha_lowering *lowering, LLVMValueRef call, const char *name);
/* … its writes only. */
void ha_call_writes_all(struct ha_lowering *lowering, LLVMValueRef call,
                        const char *name);
bool ha_inline_allowed(struct ha_lowering *lowering, LLVMValueRef callee);
void ha_inline(struct ha_lowering *lowering, LLVMValueRef call, LLVMValueRef callee);
struct ha_frame *ha_frame_new(struct ha_lowering *lowering, LLVMValueRef function,
                              ha_pos call);
void ha_frame_enter(struct ha_lowering *lowering);
void ha_frame_leave(struct ha_lowering *lowering);

/* callee.c: functions with a body that are called without being inlined. */
bool ha_callee_only_reads(struct ha_unit *unit, LLVMValueRef function);
/* The callee's own proof is for inputs that keep the rules: does this one? */
void ha_callee_rely(struct ha_lowering *lowering, LLVMValueRef call,
                    LLVMValueRef function);
/* … when the program is complete. */
void ha_callee_settle(struct ha_lowering *lowering);
/* A truth that nothing proves and no counterexample may rest on. */
ha_expr ha_doubt(struct ha_lowering *lowering);

/* contract.c: formulas.  False if the call is none of one. */
bool ha_lower_contract(struct ha_lowering *lowering, LLVMValueRef call,
                       LLVMValueRef callee);
/* What the entry function ensures, at an exit. */
void ha_contract_leave(struct ha_lowering *lowering);
/* What a function requires that is called but not inlined. */
void ha_contract_call(struct ha_lowering *lowering, LLVMValueRef call,
                      LLVMValueRef function);

/* known.c, libc.c, string.c, alloc.c, intrinsics.c, bits.c: false if the callee is none
 * of theirs. */
bool ha_lower_known(struct ha_lowering *lowering, LLVMValueRef call,
                    LLVMValueRef callee);
bool ha_lower_libc(struct ha_lowering *lowering, LLVMValueRef call, const char *name);
bool ha_lower_allocation(struct ha_lowering *lowering, LLVMValueRef call,
                         const char *name);
bool ha_lower_string(struct ha_lowering *lowering, LLVMValueRef call, const char *name);
bool ha_lower_bits(struct ha_lowering *lowering, LLVMValueRef call, const char *name);
bool ha_lower_intrinsic(struct ha_lowering *lowering, LLVMValueRef call,
                        const char *name);
/* Functions known by name that change no memory, errno apart. */
bool ha_known_only_reads(LLVMValueRef call, LLVMValueRef callee);
bool ha_string_only_reads(LLVMValueRef call, const char *name);
/* The address of errno, as this function gives it; and errno may be another one now. */
ha_expr ha_errno(struct ha_lowering *lowering, LLVMValueRef function);
void ha_errno_changes(struct ha_lowering *lowering);

#endif
