/* Which functions deserve an engine: those that touch linked structures, judged by
 * the types of what they declare and index, themselves or in what they call. */
#include "lowering.h"
#include "unit_cache.h"
#include <string.h>

enum { RELEVANT = 1 };

/* A record that has a link itself or embeds one that has. */
static bool has_link(struct ha_types *types, ha_type record, unsigned depth) {
  const struct ha_type_info *info = ha_type_get(types, record);
  if (info->kind == HA_TYPE_ARRAY)
    return depth && has_link(types, info->elem, depth - 1);
  if (!ha_type_is_record(types, record))
    return false;
  for (uint32_t i = 0; i < info->fields; i++)
    if (ha_field_is_link(types, info->first + i) ||
        (depth &&
         has_link(types, ha_field_get(types, info->first + i)->type, depth - 1)))
      return true;
  return false;
}

/* Pointer to (array of pointers to …) such a record, or the record itself. */
static bool leads_to_link(struct ha_types *types, ha_type type) {
  while (ha_type_is_ptr(types, type) || ha_type_get(types, type)->kind == HA_TYPE_ARRAY)
    type = ha_type_get(types, type)->elem;
  return has_link(types, type, 4);
}

static bool is_linked_index(struct ha_unit *unit, LLVMValueRef gep) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  struct ha_types *types = ha_unit_types(unit);
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
    return false;
  ha_type record = ha_ctype_record(unit, type);
  if (has_link(types, record, 4))
    return true;
  LLVMValueRef index = LLVMGetNumOperands(gep) > 2 ? LLVMGetOperand(gep, 2) : NULL;
  if (!index || !LLVMIsAConstantInt(index))
    return false;
  uint64_t offset =
      LLVMOffsetOfElement(LLVMGetModuleDataLayout(ha_unit_module(unit)), type,
                          (unsigned)LLVMConstIntGetZExtValue(index));
  ha_field field = ha_field_at(types, record, offset, ha_types_ptr_bytes(types));
  return field && leads_to_link(types, ha_field_get(types, field)->type);
}

static bool touches(struct ha_unit *unit, LLVMValueRef inst) {
  if (LLVMIsAGetElementPtrInst(inst))
    return is_linked_index(unit, inst);
  if (LLVMIsAAllocaInst(inst)) {
    const struct ha_decl *decl = ha_unit_decl(unit, inst);
    return decl && leads_to_link(ha_unit_types(unit), decl->type);
  }
  LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
  return callee && LLVMIsAFunction(callee) &&
         !strcmp(ha_name_value(callee), HA_CONTRACT_CALL);
}

/* Parameters have their own alloca in what clang generates, not in optimised IR. */
static bool takes_link(struct ha_unit *unit, LLVMValueRef function) {
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    const struct ha_decl *decl = ha_unit_param(unit, function, i);
    if (decl && leads_to_link(ha_unit_types(unit), decl->type))
      return true;
  }
  return false;
}

static bool touches_itself(struct ha_unit *unit, LLVMValueRef function) {
  if (takes_link(unit, function))
    return true;
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef inst = LLVMGetFirstInstruction(block); inst;
         inst = LLVMGetNextInstruction(inst))
      if (touches(unit, inst))
        return true;
  return false;
}

struct queue {
  HA_VEC(LLVMValueRef) at;
};

static void mark(struct ha_unit *unit, struct queue *queue, LLVMValueRef function) {
  struct ha_unit_cache *cache = ha_unit_cache(unit);
  if (ha_map_get(&cache->relevance, function) == RELEVANT)
    return;
  ha_map_set(&cache->relevance, ha_unit_arena(unit), function, RELEVANT);
  HA_PUSH(ha_unit_arena(unit), queue->at, function);
}

/* Who calls one that touches links touches them too. */
static void judge(struct ha_unit *unit) {
  struct queue queue = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(ha_unit_module(unit)); f;
       f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && touches_itself(unit, f))
      mark(unit, &queue, f);
  for (unsigned i = 0; i < queue.at.count; i++)
    for (LLVMUseRef use = LLVMGetFirstUse(queue.at.at[i]); use;
         use = LLVMGetNextUse(use)) {
      LLVMValueRef call = LLVMGetUser(use);
      if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == queue.at.at[i])
        mark(unit, &queue, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    }
}

bool ha_function_is_relevant(struct ha_unit *unit, LLVMValueRef function) {
  struct ha_unit_cache *cache = ha_unit_cache(unit);
  if (!cache->judged)
    judge(unit);
  cache->judged = true;
  return ha_map_get(&cache->relevance, function) == RELEVANT;
}
