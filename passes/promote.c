/* Which allocas are variables of the program, and which are objects in memory.
 *
 * Unlike mem2reg this keeps one variable per source variable, with its name: at -O0
 * a scalar local is an alloca that is only loaded and stored whole, and such an
 * alloca *is* a GCL variable.  Where a load may come before every store the variable
 * is marked, so that the lowering can say `x := undef` at the function's entry. */
#include "../gcl/arena.h"
#include "function.h"
#include "lifetime.h"
#include "unit.h"
#include "unit_cache.h"
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <string.h>

static bool is_scalar(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(type) <= 64;
  case LLVMPointerTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
    return true;
  default:
    return false;
  }
}

static bool is_plain_access(LLVMValueRef inst) {
  return !LLVMGetVolatile(inst) && LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic;
}

/* Loads and stores of another type of the same size (a union, a coerced struct)
 * would need conversions: such a slot stays in memory. */
static bool is_whole_access(LLVMValueRef user, LLVMValueRef alloca, LLVMTypeRef type) {
  if (LLVMIsALoadInst(user))
    return LLVMTypeOf(user) == type && is_plain_access(user);
  if (LLVMIsAStoreInst(user))
    return LLVMGetOperand(user, 1) == alloca && LLVMGetOperand(user, 0) != alloca &&
           LLVMTypeOf(LLVMGetOperand(user, 0)) == type && is_plain_access(user);
  return false;
}

/* Mentions a slot without touching what is in it. */
static bool is_mention(LLVMValueRef user) {
  LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
  if (!callee || !LLVMIsAFunction(callee))
    return false;
  size_t length;
  const char *name = LLVMGetValueName2(callee, &length);
  return !strncmp(name, "llvm.dbg.", 9) || !strncmp(name, "llvm.lifetime.", 14) ||
         !strcmp(name, HA_CONTRACT_CALL);
}

static bool is_variable(LLVMValueRef alloca) {
  LLVMTypeRef type = LLVMGetAllocatedType(alloca);
  if (!is_scalar(type))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!is_whole_access(user, alloca, type) && !is_mention(user))
      return false;
  }
  return true;
}

static enum ha_alloca_kind classify(LLVMValueRef alloca, LLVMBasicBlockRef entry) {
  LLVMValueRef count = LLVMGetOperand(alloca, 0);
  bool is_one = LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 1;
  if (!is_one || LLVMGetInstructionParent(alloca) != entry)
    return HA_ALLOCA_DYNAMIC;
  return is_variable(alloca) ? HA_ALLOCA_VAR : HA_ALLOCA_OBJECT;
}

/* The argument whose value the slot starts with: clang stores each parameter into
 * its slot in the entry block, before anything else touches the slot, and uses the
 * argument for nothing else. */
static LLVMValueRef parameter_of(LLVMValueRef alloca, LLVMBasicBlockRef entry) {
  for (LLVMValueRef inst = LLVMGetFirstInstruction(entry); inst;
       inst = LLVMGetNextInstruction(inst)) {
    bool is_store = LLVMIsAStoreInst(inst);
    if (!is_store && (LLVMIsAAllocaInst(inst) || is_mention(inst)))
      continue;
    if (!is_store)
      return NULL;
    LLVMValueRef value = LLVMGetOperand(inst, 0);
    if (LLVMGetOperand(inst, 1) == alloca)
      return LLVMIsAArgument(value) && !LLVMGetNextUse(LLVMGetFirstUse(value)) ? value
                                                                               : NULL;
  }
  return NULL;
}

struct analysis {
  struct ha_unit *unit;
  struct ha_function *function;
  struct ha_map variable; /* alloca → its bit + 1 */
  uint32_t variables, words;
  uint64_t *in; /* per block: the variables stored to on every way here */
};

/* A variable of an inner block begins anew each time the block is entered. */
static void pass_scope(const struct analysis *a, uint64_t *set, LLVMMetadataRef from,
                       LLVMMetadataRef to) {
  for (uint32_t i = 0; from != to && i < a->function->scoped.count; i++) {
    const struct ha_value_facts *facts = &a->function->facts[a->function->scoped.at[i]];
    uint32_t bit = ha_map_get(&a->variable, facts->value);
    if (bit && ha_lifetime_begins(a->unit, facts->scope, from, to))
      set[(bit - 1) / 64] &= ~((uint64_t)1 << ((bit - 1) % 64));
  }
}

/* Runs over one block; with `mark`, notes the loads that may see no store. */
static void transfer(struct analysis *a, uint32_t block, uint64_t *set, bool mark) {
  LLVMMetadataRef scope = a->function->scope_in[block];
  for (LLVMValueRef inst = LLVMGetFirstInstruction(a->function->blocks[block]); inst;
       inst = LLVMGetNextInstruction(inst)) {
    LLVMMetadataRef here = ha_lifetime_scope(inst);
    if (here) {
      pass_scope(a, set, scope, here);
      scope = here;
    }
    bool is_store = LLVMIsAStoreInst(inst);
    if (!is_store && !LLVMIsALoadInst(inst))
      continue;
    LLVMValueRef place = LLVMGetOperand(inst, is_store);
    uint32_t bit = ha_map_get(&a->variable, place);
    if (!bit)
      continue;
    uint64_t mask = (uint64_t)1 << ((bit - 1) % 64), *word = &set[(bit - 1) / 64];
    if (is_store)
      *word |= mask;
    else if (mark && !(*word & mask))
      a->function->facts[ha_function_number(a->unit, place)].maybe_undefined = true;
  }
}

static bool flow_into(struct analysis *a, uint32_t source, uint32_t target,
                      const uint64_t *left, uint64_t *out) {
  bool changed = false;
  memcpy(out, left, a->words * sizeof *out);
  pass_scope(a, out, a->function->scope_out[source], a->function->scope_in[target]);
  for (uint32_t w = 0; w < a->words; w++) {
    uint64_t *in = &a->in[target * a->words + w];
    changed |= (*in & out[w]) != *in;
    *in &= out[w];
  }
  return changed;
}

static bool flow_block(struct analysis *a, uint32_t block, uint64_t *left,
                       uint64_t *out) {
  memcpy(left, &a->in[block * a->words], a->words * sizeof *left);
  transfer(a, block, left, false);
  LLVMValueRef end = LLVMGetBasicBlockTerminator(a->function->blocks[block]);
  bool changed = false;
  for (unsigned i = 0, n = LLVMGetNumSuccessors(end); i < n; i++) {
    uint32_t target = ha_function_block(a->unit, LLVMGetSuccessor(end, i));
    changed |= flow_into(a, block, target, left, out);
  }
  return changed;
}

static void find_undefined_loads(struct analysis *a, struct ha_arena *scratch) {
  uint32_t blocks = a->function->block_count;
  a->words = (a->variables + 63) / 64;
  a->in = ha_arena_alloc(scratch, (size_t)blocks * a->words * sizeof *a->in);
  uint64_t *left = ha_arena_alloc(scratch, a->words * sizeof *left);
  uint64_t *out = ha_arena_alloc(scratch, a->words * sizeof *out);
  memset(a->in + a->words, 0xff, (size_t)(blocks - 1) * a->words * sizeof *a->in);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t block = 0; block < blocks; block++)
      changed |= flow_block(a, block, left, out);
  }
  for (uint32_t block = 0; block < blocks; block++) {
    memcpy(out, &a->in[block * a->words], a->words * sizeof *out);
    transfer(a, block, out, true);
  }
}

void ha_promote(struct ha_unit *unit, struct ha_function *function) {
  struct ha_arena *scratch = ha_arena_new();
  struct analysis analysis = {.unit = unit, .function = function};
  LLVMBasicBlockRef entry = function->blocks[0];
  for (uint32_t i = function->arguments; i < function->values; i++) {
    struct ha_value_facts *facts = &function->facts[i];
    if (!LLVMIsAAllocaInst(facts->value))
      continue;
    facts->alloca_kind = classify(facts->value, entry);
    facts->parameter = parameter_of(facts->value, entry);
    function->has_dynamic_alloca |= facts->alloca_kind == HA_ALLOCA_DYNAMIC;
    if (facts->alloca_kind == HA_ALLOCA_VAR)
      ha_map_set(&analysis.variable, scratch, facts->value, ++analysis.variables);
  }
  if (analysis.variables)
    find_undefined_loads(&analysis, scratch);
  ha_arena_free(scratch);
}
