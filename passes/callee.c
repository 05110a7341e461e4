/* What is known of a function with a body that is called without being inlined: it
 * recurses, or is too large.
 *
 * It may change all that it can reach, unless no store in it or in what it calls leaves
 * its own variables.  And it is analysed by itself, on inputs that keep the entry
 * policy's rules (decision 0005); a proof of the caller rests on that, so the rules are
 * checked here as far as one can: its pointers are alive, not null where it needs them,
 * and no memory has changed yet since the caller's own entry, whose heap keeps the
 * rules. What cannot be seen to hold makes a check that nothing proves and nothing
 * refutes. */
#include "lowering.h"
#include "unit_cache.h"
#include <string.h>

/* ---- does a function only read? ---- */

static bool is_own(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address))
    address = LLVMGetOperand(address, 0);
  return LLVMIsAAllocaInst(address) != NULL;
}

static bool is_intrinsic(const char *name, const char *which) {
  return !strncmp(name, which, strlen(which));
}

/* A call that changes no memory by itself; what a body here does is seen there. */
static bool call_only_reads(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(callee))
    return false;
  const char *name = ha_name_value(callee);
  if (is_intrinsic(name, "llvm.memcpy") || is_intrinsic(name, "llvm.memmove") ||
      is_intrinsic(name, "llvm.memset"))
    return is_own(LLVMGetOperand(call, 0));
  return is_intrinsic(name, "llvm.") || !LLVMIsDeclaration(callee) ||
         ha_known_only_reads(call, callee);
}

static bool instruction_only_reads(LLVMValueRef inst) {
  switch (LLVMGetInstructionOpcode(inst)) {
  case LLVMStore:
    return is_own(LLVMGetOperand(inst, 1));
  case LLVMCall:
    return call_only_reads(inst);
  case LLVMInvoke:
  case LLVMCallBr:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    return false;
  default:
    return true;
  }
}

static bool body_only_reads(LLVMValueRef function) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef inst = LLVMGetFirstInstruction(block); inst;
         inst = LLVMGetNextInstruction(inst))
      if (!instruction_only_reads(inst))
        return false;
  return true;
}

struct writers {
  HA_VEC(LLVMValueRef) at;
};

static void add_writer(struct ha_unit *unit, struct writers *writers,
                       LLVMValueRef function) {
  struct ha_unit_cache *cache = ha_unit_cache(unit);
  if (ha_map_get(&cache->writes, function))
    return;
  ha_map_set(&cache->writes, ha_unit_arena(unit), function, 1);
  HA_PUSH(ha_unit_arena(unit), writers->at, function);
}

/* Who calls a function that writes may write himself. */
static void find_writers(struct ha_unit *unit) {
  struct writers writers = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(ha_unit_module(unit)); f;
       f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !body_only_reads(f))
      add_writer(unit, &writers, f);
  for (unsigned i = 0; i < writers.at.count; i++)
    for (LLVMUseRef use = LLVMGetFirstUse(writers.at.at[i]); use;
         use = LLVMGetNextUse(use)) {
      LLVMValueRef call = LLVMGetUser(use);
      if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == writers.at.at[i])
        add_writer(unit, &writers,
                   LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    }
}

bool ha_callee_only_reads(struct ha_unit *unit, LLVMValueRef function) {
  struct ha_unit_cache *cache = ha_unit_cache(unit);
  if (LLVMIsDeclaration(function))
    return false;
  if (!cache->writers_found)
    find_writers(unit);
  cache->writers_found = true;
  return !ha_map_get(&cache->writes, function);
}

/* ---- what does it need of a pointer? ---- */

enum need { TESTS, NEEDS, UNCLEAR };

struct parameter {
  LLVMValueRef value, slot; /* slot: the alloca clang keeps it in, or NULL */
};

static struct parameter parameter_of(LLVMValueRef function, unsigned i) {
  struct parameter p = {LLVMGetParam(function, i), NULL};
  for (LLVMUseRef use = LLVMGetFirstUse(p.value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == p.value &&
        LLVMIsAAllocaInst(LLVMGetOperand(user, 1)))
      p.slot = LLVMGetOperand(user, 1);
  }
  return p;
}

static bool is_it(const struct parameter *p, LLVMValueRef value) {
  return value == p->value ||
         (p->slot && LLVMIsALoadInst(value) && LLVMGetOperand(value, 0) == p->slot);
}

static bool mentions(const struct parameter *p, LLVMValueRef inst) {
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(inst); i++)
    if (is_it(p, LLVMGetOperand(inst, i)) ||
        (p->slot && LLVMGetOperand(inst, i) == p->slot))
      return true;
  return false;
}

static bool is_test(const struct parameter *p, LLVMValueRef inst) {
  return LLVMIsAICmpInst(inst) &&
         ((is_it(p, LLVMGetOperand(inst, 0)) && LLVMIsNull(LLVMGetOperand(inst, 1))) ||
          (is_it(p, LLVMGetOperand(inst, 1)) && LLVMIsNull(LLVMGetOperand(inst, 0))));
}

/* Reads the pointer, or keeps it in its slot: neither a test nor a use. */
static bool is_idle(const struct parameter *p, LLVMValueRef inst) {
  if (LLVMIsALoadInst(inst))
    return LLVMGetOperand(inst, 0) == p->slot;
  if (LLVMIsAStoreInst(inst))
    return LLVMGetOperand(inst, 0) == p->value && LLVMGetOperand(inst, 1) == p->slot;
  return LLVMIsACallInst(inst) &&
         is_intrinsic(ha_name_value(LLVMGetCalledValue(inst)), "llvm.dbg.");
}

static bool is_dereference(const struct parameter *p, LLVMValueRef inst) {
  LLVMValueRef address = LLVMIsALoadInst(inst)    ? LLVMGetOperand(inst, 0)
                         : LLVMIsAStoreInst(inst) ? LLVMGetOperand(inst, 1)
                                                  : NULL;
  while (address && LLVMIsAGetElementPtrInst(address))
    address = LLVMGetOperand(address, 0);
  return address && is_it(p, address);
}

/* A block up to where the pointer is tested, used, or lost; UNCLEAR: to its end. */
static enum need look_through(const struct parameter *p, LLVMBasicBlockRef block,
                              bool *used) {
  for (LLVMValueRef inst = LLVMGetFirstInstruction(block); inst;
       inst = LLVMGetNextInstruction(inst)) {
    if (is_dereference(p, inst))
      return NEEDS;
    if (!mentions(p, inst) || is_idle(p, inst) || LLVMIsAGetElementPtrInst(inst))
      continue;
    if (is_test(p, inst))
      return TESTS;
    *used = true;
    return UNCLEAR;
  }
  return UNCLEAR;
}

/* It may be null if a test of it comes before any use on some way (rule 1), and must
 * not be if the first block looks at what it points to. */
static enum need need_of(struct ha_lowering *lowering, LLVMValueRef function,
                         unsigned i) {
  const struct ha_function *facts = ha_function_get(lowering->unit, function);
  struct parameter p = parameter_of(function, i);
  bool *reached =
      ha_arena_alloc(lowering->scratch, (facts->block_count + 1) * sizeof *reached);
  enum need first = UNCLEAR;
  reached[0] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t b = 0; b < facts->block_count; b++) {
      bool used = false;
      if (!reached[b])
        continue;
      enum need need = look_through(&p, facts->blocks[b], &used);
      if (need == TESTS)
        return TESTS;
      if (b == 0)
        first = need;
      if (need == NEEDS || used)
        continue;
      LLVMValueRef end = LLVMGetBasicBlockTerminator(facts->blocks[b]);
      for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
        uint32_t to = ha_function_block(lowering->unit, LLVMGetSuccessor(end, k));
        changed |= !reached[to];
        reached[to] = true;
      }
    }
  }
  return first;
}

/* ---- the checks ---- */

ha_expr ha_doubt(struct ha_lowering *lowering) {
  ha_var var =
      ha_var_new(lowering, HA_VAR_TEMP, "trust", NULL, ha_type_truth(lowering->types));
  ha_emit_havoc(lowering, var, HA_ORIGIN_UNMODELLED, NULL);
  return ha_expr_var(lowering->program, var);
}

static ha_expr either(struct ha_lowering *lowering, ha_expr a, ha_expr b) {
  return b ? ha_expr_make(lowering->program, HA_EXPR_LOR,
                          ha_type_truth(lowering->types), a, b, 0)
           : a;
}

static void check_pointer(struct ha_lowering *lowering, ha_expr pointer,
                          enum need need) {
  struct ha_program *p = lowering->program;
  ha_type truth = ha_type_truth(lowering->types);
  const char *text = ha_text_of(lowering, pointer);
  ha_expr none = ha_expr_is_null(lowering, pointer), one = ha_expr_int(lowering, 1);
  ha_expr live = ha_expr_make(p, HA_EXPR_LIVE, truth, pointer, 0, 0);
  ha_expr inside = ha_expr_make(p, HA_EXPR_ACCESS, truth, pointer, one, 0);
  if (ha_place_is_safe(lowering, pointer, 1))
    return;
  ha_expr trust = need == NEEDS ? 0 : ha_doubt(lowering);
  if (need != TESTS)
    ha_emit_check(lowering, HA_CHECK_CONTRACT,
                  either(lowering, ha_expr_is_not_null(lowering, pointer), trust),
                  ha_text_not_null(lowering, pointer), text);
  ha_emit_check(lowering, HA_CHECK_USE_AFTER_FREE,
                either(lowering, either(lowering, none, live), trust), text, text);
  ha_emit_check(lowering, HA_CHECK_INVALID_DEREF,
                either(lowering, either(lowering, none, inside), trust), text, text);
}

static bool is_on_stack(LLVMValueRef function, unsigned i) {
  static const char *const attributes[] = {"byval", "sret"};
  for (unsigned k = 0; k < 2; k++) {
    unsigned kind =
        LLVMGetEnumAttributeKindForName(attributes[k], strlen(attributes[k]));
    if (LLVMGetEnumAttributeAtIndex(function, i + 1, kind))
      return true;
  }
  return false;
}

static bool asserts(LLVMValueRef function) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef inst = LLVMGetFirstInstruction(block); inst;
         inst = LLVMGetNextInstruction(inst)) {
      LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
      if (callee && strstr(ha_name_value(callee), "assert"))
        return true;
    }
  return false;
}

/* Rules 3 and 8: parameters that point into different lists, and numbers that an
 * assertion of the callee demands, are nothing that an unchanged heap settles. */
static bool needs_more(struct ha_lowering *lowering, LLVMValueRef call,
                       LLVMValueRef function, unsigned pointers) {
  return (pointers > 1 && !ha_callee_only_reads(lowering->unit, function)) ||
         asserts(function) || LLVMGetNumArgOperands(call) != LLVMCountParams(function);
}

/* A kind of check that was asked for: contracts are what it is most like. */
static enum ha_check_kind kind_of_reliance(unsigned checks) {
  unsigned kind = HA_CHECK_CONTRACT;
  for (unsigned k = 0; !(checks & 1u << kind) && checks >> k; k++)
    kind = checks & 1u << k ? k : kind;
  return (enum ha_check_kind)kind;
}

static unsigned check_pointers(struct ha_lowering *lowering, LLVMValueRef call,
                               LLVMValueRef function) {
  unsigned pointers = 0;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && i < LLVMCountParams(function);
       i++) {
    LLVMValueRef value = LLVMGetOperand(call, i);
    if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind ||
        is_on_stack(function, i))
      continue;
    pointers++;
    check_pointer(lowering, ha_value(lowering, value), need_of(lowering, function, i));
  }
  return pointers;
}

/* A kind that was not asked for is assumed to hold: then nothing is settled by it. */
void ha_callee_rely(struct ha_lowering *lowering, LLVMValueRef call,
                    LLVMValueRef function) {
  unsigned needed = 1u << HA_CHECK_CONTRACT | 1u << HA_CHECK_USE_AFTER_FREE |
                    1u << HA_CHECK_INVALID_DEREF;
  bool all = (lowering->options->checks & needed) == needed;
  unsigned pointers = all ? check_pointers(lowering, call, function) : 0;
  ha_emit_check(
      lowering, kind_of_reliance(lowering->options->checks), ha_doubt(lowering),
      ha_arena_printf(lowering->scratch, "what %s relies on", ha_name_value(function)),
      "");
  if (all && lowering->current != HA_NOWHERE &&
      !needs_more(lowering, call, function, pointers))
    HA_PUSH(lowering->scratch, lowering->relies, lowering->program->checks.count - 1);
}

/* ---- has any memory changed before? ---- */

static bool has_pointer(const struct ha_types *types, ha_type type) {
  const struct ha_type_info *info = ha_type_get(types, type);
  if (info->kind == HA_TYPE_PTR)
    return true;
  if (info->kind == HA_TYPE_ARRAY)
    return has_pointer(types, info->elem);
  for (uint32_t i = 0; ha_type_is_record(types, type) && i < info->fields; i++)
    if (has_pointer(types, ha_field_get(types, info->first + i)->type))
      return true;
  return false;
}

/* After this, not all memory keeps the rules for inputs any more. */
static bool is_change(const struct ha_program *p, const struct ha_cmd_row *cmd) {
  switch ((enum ha_cmd_op)cmd->op) {
  case HA_CMD_SKIP:
  case HA_CMD_ASSUME:
  case HA_CMD_ASSERT:
  case HA_CMD_NOTE:
  case HA_CMD_ASSIGN:
  case HA_CMD_LOAD:
  case HA_CMD_LEAVE:
  case HA_CMD_UNWIND:
    return false;
  case HA_CMD_STORE:
  case HA_CMD_HAVOC_FIELD:
    return p->exprs.at[cmd->a].op != HA_EXPR_OBJ ||
           has_pointer(p->types, p->objs.at[p->exprs.at[cmd->a].imm].type);
  case HA_CMD_HAVOC:
    return cmd->origin != HA_ORIGIN_CALL_RESULT &&
           has_pointer(p->types, p->vars.at[cmd->var].type);
  case HA_CMD_ENTER:
    return has_pointer(p->types, p->objs.at[cmd->object].type);
  default:
    return true;
  }
}

/* By location: may memory have changed on the way there? */
static bool *changed_locations(struct ha_lowering *lowering) {
  const struct ha_program *p = lowering->program;
  bool *after = ha_arena_alloc(lowering->scratch, (p->locs.count + 1) * sizeof *after);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t e = 1; e < p->edges.count; e++) {
      const struct ha_edge_row *edge = &p->edges.at[e];
      bool is_late = after[edge->from];
      for (uint32_t c = edge->first; !is_late && c < edge->first + edge->count; c++)
        is_late = is_change(p, &p->cmds.at[c]);
      changed |= is_late && !after[edge->to];
      after[edge->to] |= is_late;
    }
  }
  return after;
}

static bool may_be_settled(const struct ha_lowering *lowering, ha_check check) {
  for (uint32_t i = 0; i < lowering->relies.count; i++)
    if (lowering->relies.at[i] == check)
      return true;
  return false;
}

void ha_callee_settle(struct ha_lowering *lowering) {
  struct ha_program *p = lowering->program;
  if (!lowering->relies.count)
    return;
  bool *after = changed_locations(lowering);
  ha_expr yes = ha_expr_const(p, ha_type_truth(lowering->types), 1);
  for (uint32_t e = 1; e < p->edges.count; e++) {
    const struct ha_edge_row *edge = &p->edges.at[e];
    bool is_late = after[edge->from];
    for (uint32_t c = edge->first; !is_late && c < edge->first + edge->count; c++) {
      struct ha_cmd_row *cmd = &p->cmds.at[c];
      is_late = is_change(p, cmd);
      if (cmd->op == HA_CMD_ASSERT && may_be_settled(lowering, cmd->check))
        cmd->a = yes;
    }
  }
}
