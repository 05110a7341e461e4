/* Which functions deserve an engine: those that touch linked structures, judged by
 * the types of what they declare and index, themselves or in what they call. */
#include "lowering.h"
#include "unit_cache.h"
#include <string.h>

enum { UNKNOWN, IRRELEVANT, RELEVANT };

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

static bool is_relevant(struct ha_unit *unit, LLVMValueRef function, unsigned depth);

static bool touches(struct ha_unit *unit, LLVMValueRef inst, unsigned depth) {
  if (LLVMIsAGetElementPtrInst(inst))
    return is_linked_index(unit, inst);
  if (LLVMIsAAllocaInst(inst)) {
    const struct ha_decl *decl = ha_unit_decl(unit, inst);
    return decl && leads_to_link(ha_unit_types(unit), decl->type);
  }
  LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
  if (callee && LLVMIsAFunction(callee) &&
      !strcmp(ha_name_value(callee), HA_CONTRACT_CALL))
    return true;
  return callee && LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee) && depth &&
         is_relevant(unit, callee, depth - 1);
}

static bool is_relevant(struct ha_unit *unit, LLVMValueRef function, unsigned depth) {
  struct ha_unit_cache *cache = ha_unit_cache(unit);
  uint32_t known = ha_map_get(&cache->relevance, function);
  if (known != UNKNOWN)
    return known == RELEVANT;
  /* Assumed irrelevant while it is looked at: recursion adds nothing. */
  ha_map_set(&cache->relevance, ha_unit_arena(unit), function, IRRELEVANT);
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef inst = LLVMGetFirstInstruction(block); inst;
         inst = LLVMGetNextInstruction(inst))
      if (touches(unit, inst, depth)) {
        ha_map_set(&cache->relevance, ha_unit_arena(unit), function, RELEVANT);
        return true;
      }
  return false;
}

bool ha_function_is_relevant(struct ha_unit *unit, LLVMValueRef function) {
  enum { CALL_DEPTH = 16 };
  return is_relevant(unit, function, CALL_DEPTH);
}
