/* C types for IR types.
 *
 * IR pointers are opaque and integers have no sign, so a declared type is always
 * better; these are the types of what nobody declared.  A named IR struct is the
 * record of that name and size where debug info knows one; otherwise a record is
 * made up from the IR, with fields f0, f1, … */
#include "lowering.h"
#include "unit_cache.h"
#include <ctype.h>
#include <llvm-c/Core.h>
#include <string.h>

bool ha_ctype_is_scalar(LLVMTypeRef type) {
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

/* "struct.node.7" names the record node: the prefix is the kind, a number at the end
 * tells apart records of one name in a merged module. */
static const char *tag_of(struct ha_arena *arena, LLVMTypeRef type) {
  const char *name = LLVMGetStructName(type), *dot = name ? strchr(name, '.') : NULL;
  if (!name)
    return NULL;
  if (dot && (!strncmp(name, "struct.", 7) || !strncmp(name, "union.", 6)))
    name = dot + 1;
  return ha_arena_strdup(arena, name);
}

static ha_type find_record(struct ha_types *types, const char *tag, uint64_t size) {
  ha_type record = ha_type_find(types, tag);
  if (record && ha_type_get(types, record)->complete &&
      ha_type_get(types, record)->size == size)
    return record;
  return 0;
}

static ha_type find_without_number(struct ha_arena *arena, struct ha_types *types,
                                   const char *tag, uint64_t size) {
  const char *dot = strrchr(tag, '.');
  if (!dot || !isdigit((unsigned char)dot[1]))
    return 0;
  return find_record(types, ha_arena_strndup(arena, tag, (size_t)(dot - tag)), size);
}

static ha_type ctype(struct ha_unit *unit, LLVMTypeRef type);

static ha_type invent_record(struct ha_unit *unit, LLVMTypeRef type, const char *tag) {
  struct ha_types *types = ha_unit_types(unit);
  struct ha_arena *arena = ha_unit_arena(unit);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(ha_unit_module(unit));
  struct ha_unit_cache *cache = ha_unit_cache(unit);
  ha_type record = ha_type_record(types, tag ? tag : "anon", false);
  ha_map_set(&cache->record_of, arena, type, record);
  if (LLVMIsOpaqueStruct(type))
    return record;
  unsigned count = LLVMCountStructElementTypes(type);
  struct ha_field_info *fields = ha_arena_alloc(arena, (count + 1) * sizeof *fields);
  for (unsigned i = 0; i < count; i++)
    fields[i] =
        (struct ha_field_info){.owner = record,
                               .name = ha_arena_printf(arena, "f%u", i),
                               .offset = LLVMOffsetOfElement(layout, type, i),
                               .type = ctype(unit, LLVMStructGetTypeAtIndex(type, i))};
  ha_type_complete(types, record, LLVMABISizeOfType(layout, type), fields, count);
  return record;
}

ha_type ha_ctype_record(struct ha_unit *unit, LLVMTypeRef type) {
  struct ha_unit_cache *cache = ha_unit_cache(unit);
  ha_type record = ha_map_get(&cache->record_of, type);
  if (record)
    return record;
  struct ha_arena *arena = ha_unit_arena(unit);
  const char *tag = tag_of(arena, type);
  if (tag && !LLVMIsOpaqueStruct(type)) {
    uint64_t size =
        LLVMABISizeOfType(LLVMGetModuleDataLayout(ha_unit_module(unit)), type);
    record = find_record(ha_unit_types(unit), tag, size);
    if (!record)
      record = find_without_number(arena, ha_unit_types(unit), tag, size);
  }
  if (!record)
    return invent_record(unit, type, tag);
  ha_map_set(&cache->record_of, arena, type, record);
  return record;
}

static ha_type ctype(struct ha_unit *unit, LLVMTypeRef type) {
  struct ha_types *types = ha_unit_types(unit);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(ha_unit_module(unit));
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind: {
    unsigned bits = LLVMGetIntTypeWidth(type);
    if (bits <= 64)
      return ha_type_int(types, bits, bits > 1);
    break;
  }
  case LLVMPointerTypeKind:
    return ha_type_ptr(types, 0);
  case LLVMFloatTypeKind:
    return ha_type_float(types, 4);
  case LLVMDoubleTypeKind:
    return ha_type_float(types, 8);
  case LLVMStructTypeKind:
    return ha_ctype_record(unit, type);
  case LLVMArrayTypeKind:
    return ha_type_array(types, ctype(unit, LLVMGetElementType(type)),
                         LLVMGetArrayLength2(type));
  case LLVMFunctionTypeKind:
    return ha_type_func(types);
  case LLVMVoidTypeKind:
    return 0;
  default:
    break;
  }
  /* Long doubles, wide integers and vectors are bytes to us. */
  if (!LLVMTypeIsSized(type))
    return 0;
  return ha_type_array(types, ha_type_int(types, 8, false),
                       LLVMABISizeOfType(layout, type));
}

ha_type ha_ctype(struct ha_lowering *lowering, LLVMTypeRef type) {
  return ctype(lowering->unit, type);
}

uint64_t ha_ctype_size(struct ha_lowering *lowering, LLVMTypeRef type) {
  return LLVMTypeIsSized(type) ? LLVMABISizeOfType(lowering->layout, type) : 0;
}

bool ha_ctype_fits(struct ha_lowering *lowering, ha_type c_type, LLVMTypeRef type) {
  const struct ha_type_info *info = ha_type_get(lowering->types, c_type);
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    return info->kind == HA_TYPE_INT && info->bits == LLVMGetIntTypeWidth(type);
  case LLVMPointerTypeKind:
    return info->kind == HA_TYPE_PTR;
  case LLVMFloatTypeKind:
    return info->kind == HA_TYPE_FLOAT && info->size == 4;
  case LLVMDoubleTypeKind:
    return info->kind == HA_TYPE_FLOAT && info->size == 8;
  default:
    return false;
  }
}

ha_type ha_pointee(struct ha_lowering *lowering, ha_expr address) {
  const struct ha_type_info *info =
      ha_type_get(lowering->types, ha_type_of(lowering, address));
  return info->kind == HA_TYPE_PTR ? info->elem : 0;
}

ha_type ha_char_ptr(struct ha_lowering *lowering) {
  return ha_type_ptr(lowering->types, ha_type_int(lowering->types, 8, true));
}
