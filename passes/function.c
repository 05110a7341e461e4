#include "function.h"
#include "lifetime.h"
#include "unit.h"
#include "unit_cache.h"
#include <llvm-c/Core.h>

static bool is_argument(LLVMValueRef call, LLVMValueRef value) {
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    if (LLVMGetOperand(call, i) == value)
      return true;
  return false;
}

bool ha_function_is_address_taken(LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function ||
        is_argument(user, function))
      return true;
  }
  return false;
}

static unsigned successor_count(LLVMBasicBlockRef block) {
  LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
  return terminator ? LLVMGetNumSuccessors(terminator) : 0;
}

struct walk_step {
  LLVMBasicBlockRef block;
  unsigned next;
};

/* Depth-first, with the successors taken last to first, so that the reverse of the
 * order of leaving keeps the blocks roughly in the order of the source. */
static void order_blocks(struct ha_unit *unit, struct ha_function *function) {
  struct ha_arena *arena = ha_unit_arena(unit);
  struct ha_map *seen = &ha_unit_cache(unit)->instruction_index;
  unsigned total = LLVMCountBasicBlocks(function->value), left = total;
  LLVMBasicBlockRef *order = ha_arena_alloc(arena, total * sizeof *order);
  HA_VEC(struct walk_step) stack = {0};
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function->value);
  HA_PUSH(arena, stack, (struct walk_step){entry, successor_count(entry)});
  ha_map_set(seen, arena, entry, 1);
  while (stack.count) {
    struct walk_step *top = &stack.at[stack.count - 1];
    if (!top->next) {
      order[--left] = top->block;
      stack.count--;
      continue;
    }
    LLVMBasicBlockRef successor =
        LLVMGetSuccessor(LLVMGetBasicBlockTerminator(top->block), --top->next);
    if (ha_map_get(seen, successor))
      continue;
    ha_map_set(seen, arena, successor, 1);
    HA_PUSH(arena, stack, (struct walk_step){successor, successor_count(successor)});
  }
  function->blocks = order + left;
  function->block_count = total - left;
  for (uint32_t i = 0; i < function->block_count; i++)
    ha_map_set(seen, arena, function->blocks[i], i + 1);
}

static void add_value(struct ha_unit *unit, struct ha_function *function,
                      LLVMValueRef value, LLVMBasicBlockRef block) {
  function->facts[function->values] =
      (struct ha_value_facts){.value = value, .block = block};
  ha_map_set(&ha_unit_cache(unit)->instruction_index, ha_unit_arena(unit), value,
             ++function->values);
}

static void number_values(struct ha_unit *unit, struct ha_function *function) {
  uint32_t total = function->arguments;
  for (uint32_t i = 0; i < function->block_count; i++)
    for (LLVMValueRef inst = LLVMGetFirstInstruction(function->blocks[i]); inst;
         inst = LLVMGetNextInstruction(inst))
      total++;
  function->facts =
      ha_arena_alloc(ha_unit_arena(unit), (total + 1) * sizeof *function->facts);
  for (uint32_t i = 0; i < function->arguments; i++)
    add_value(unit, function, LLVMGetParam(function->value, i), NULL);
  for (uint32_t i = 0; i < function->block_count; i++)
    for (LLVMValueRef inst = LLVMGetFirstInstruction(function->blocks[i]); inst;
         inst = LLVMGetNextInstruction(inst)) {
      add_value(unit, function, inst, function->blocks[i]);
      function->returns += LLVMGetInstructionOpcode(inst) == LLVMRet;
    }
}

struct ha_function *ha_function_get(struct ha_unit *unit, LLVMValueRef value) {
  struct ha_unit_cache *cache = ha_unit_cache(unit);
  uint32_t row = ha_map_get(&cache->function_row, value);
  if (row)
    return cache->functions.at[row - 1];
  struct ha_arena *arena = ha_unit_arena(unit);
  struct ha_function *function = ha_arena_alloc(arena, sizeof *function);
  function->value = value;
  function->arguments = LLVMCountParams(value);
  order_blocks(unit, function);
  number_values(unit, function);
  ha_lifetime_find(unit, function);
  ha_promote(unit, function);
  HA_PUSH(arena, cache->functions, function);
  ha_map_set(&cache->function_row, arena, value, cache->functions.count);
  return function;
}

uint32_t ha_function_number(struct ha_unit *unit, LLVMValueRef value) {
  return ha_map_get(&ha_unit_cache(unit)->instruction_index, value) - 1;
}

uint32_t ha_function_block(struct ha_unit *unit, LLVMBasicBlockRef block) {
  return ha_map_get(&ha_unit_cache(unit)->instruction_index, block) - 1;
}
