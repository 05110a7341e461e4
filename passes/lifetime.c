#include "lifetime.h"
#include "lowering.h"
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

LLVMMetadataRef ha_lifetime_scope(LLVMValueRef instruction) {
  LLVMMetadataRef place = LLVMInstructionGetDebugLoc(instruction);
  return place ? LLVMDILocationGetScope(place) : NULL;
}

/* ---- per function ---- */

/* A block none of whose instructions has a place belongs where control comes from.  The
 * function's own begins outside of all scopes, even if all its code is in one. */
static void find_blocks(struct ha_unit *unit, struct ha_function *function) {
  for (uint32_t b = 0; b < function->block_count; b++) {
    LLVMMetadataRef first = NULL, last = NULL;
    for (LLVMValueRef inst = LLVMGetFirstInstruction(function->blocks[b]); inst;
         inst = LLVMGetNextInstruction(inst)) {
      LLVMMetadataRef scope = ha_lifetime_scope(inst);
      first = first ? first : scope;
      last = scope ? scope : last;
    }
    if (first) {
      function->scope_in[b] = b ? first : NULL;
      function->scope_out[b] = last;
    } else {
      function->scope_out[b] = function->scope_in[b];
    }
    LLVMValueRef end = LLVMGetBasicBlockTerminator(function->blocks[b]);
    for (unsigned i = 0, n = LLVMGetNumSuccessors(end); i < n; i++) {
      uint32_t to = ha_function_block(unit, LLVMGetSuccessor(end, i));
      if (!function->scope_in[to])
        function->scope_in[to] = function->scope_out[b];
    }
  }
}

static bool is_debugging(LLVMValueRef user) {
  LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
  size_t length;
  return callee && LLVMIsAFunction(callee) &&
         !strncmp(LLVMGetValueName2(callee, &length), "llvm.dbg.", 9);
}

/* A local is only named inside its block.  If the debug info says otherwise it is not
 * to be relied on. */
static bool is_used_inside(const struct ha_unit *unit, LLVMValueRef alloca,
                           LLVMMetadataRef scope) {
  for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_debugging(user))
      continue;
    LLVMMetadataRef at = LLVMIsAInstruction(user) ? ha_lifetime_scope(user) : NULL;
    if (!at || !ha_unit_scope_encloses(unit, scope, at))
      return false;
  }
  return true;
}

/* A compound literal lives as long as the block it stands in. */
static LLVMMetadataRef scope_of_literal(LLVMValueRef alloca) {
  size_t length;
  if (strncmp(LLVMGetValueName2(alloca, &length), ".compoundliteral", 16) != 0)
    return NULL;
  LLVMMetadataRef scope = NULL; /* uses are listed last to first */
  for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use))
    if (LLVMIsAInstruction(LLVMGetUser(use)))
      scope = ha_lifetime_scope(LLVMGetUser(use));
  return scope;
}

void ha_lifetime_find(struct ha_unit *unit, struct ha_function *function) {
  struct ha_arena *arena = ha_unit_arena(unit);
  size_t size = (function->block_count + 1) * sizeof(LLVMMetadataRef);
  function->scope_in = ha_arena_alloc(arena, size);
  function->scope_out = ha_arena_alloc(arena, size);
  find_blocks(unit, function);
  for (uint32_t i = function->arguments; i < function->values; i++) {
    LLVMValueRef value = function->facts[i].value;
    if (!LLVMIsAAllocaInst(value))
      continue;
    const struct ha_decl *decl = ha_unit_decl(unit, value);
    LLVMMetadataRef scope = decl ? decl->scope : scope_of_literal(value);
    if (scope && ha_unit_scope_is_inner(unit, scope) &&
        is_used_inside(unit, value, scope)) {
      function->facts[i].scope = scope;
      HA_PUSH(arena, function->scoped, i);
    }
  }
}

bool ha_lifetime_begins(const struct ha_unit *unit, LLVMMetadataRef declared,
                        LLVMMetadataRef from, LLVMMetadataRef to) {
  return !ha_unit_scope_encloses(unit, declared, from) &&
         ha_unit_scope_encloses(unit, declared, to);
}

/* ---- while lowering ---- */

static bool says_something(const struct ha_value_facts *facts) {
  return facts->alloca_kind == HA_ALLOCA_OBJECT ||
         (facts->alloca_kind == HA_ALLOCA_VAR && facts->maybe_undefined);
}

static void begin(struct ha_lowering *lowering, uint32_t number) {
  struct ha_frame *frame = lowering->frame;
  ha_var var = frame->vars[number];
  if (!var) {
    ha_emit(lowering,
            (struct ha_cmd_row){.op = HA_CMD_ENTER, .object = frame->objs[number]});
    return;
  }
  ha_value_save(lowering, var);
  ha_emit_assign(lowering, var,
                 ha_expr_make(lowering->program, HA_EXPR_UNDEF,
                              lowering->program->vars.at[var].type, 0, 0, 0));
}

static void end(struct ha_lowering *lowering, uint32_t number) {
  ha_obj object = lowering->frame->objs[number];
  if (object)
    ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_LEAVE, .object = object});
}

bool ha_lifetime_matters(const struct ha_lowering *lowering, LLVMMetadataRef to) {
  const struct ha_function *function = lowering->frame->function;
  LLVMMetadataRef from = lowering->frame->scope;
  for (uint32_t i = 0; from != to && i < function->scoped.count; i++) {
    const struct ha_value_facts *facts = &function->facts[function->scoped.at[i]];
    if (says_something(facts) &&
        ha_unit_scope_encloses(lowering->unit, facts->scope, from) !=
            ha_unit_scope_encloses(lowering->unit, facts->scope, to))
      return true;
  }
  return false;
}

/* What ends goes before what begins. */
void ha_lifetime_pass(struct ha_lowering *lowering, LLVMMetadataRef to) {
  struct ha_frame *frame = lowering->frame;
  const struct ha_function *function = frame->function;
  LLVMMetadataRef from = frame->scope;
  if (from == to)
    return;
  for (uint32_t i = function->scoped.count; i-- > 0;) {
    uint32_t number = function->scoped.at[i];
    if (ha_lifetime_begins(lowering->unit, function->facts[number].scope, to, from))
      end(lowering, number);
  }
  for (uint32_t i = 0; i < function->scoped.count; i++) {
    uint32_t number = function->scoped.at[i];
    const struct ha_value_facts *facts = &function->facts[number];
    if (says_something(facts) &&
        ha_lifetime_begins(lowering->unit, facts->scope, from, to))
      begin(lowering, number);
  }
  frame->scope = to;
}
