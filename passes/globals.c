/* Globals, string literals and functions as objects, with their initialisers. */
#include "lowering.h"
#include <llvm-c/Core.h>
#include <string.h>

ha_obj ha_global_named(struct ha_lowering *lowering, const void *key, const char *name,
                       enum ha_obj_kind kind, ha_type type) {
  ha_obj object = ha_map_get(&lowering->obj_of, key);
  if (object)
    return object;
  struct ha_program *p = lowering->program;
  HA_PUSH(p->arena, p->objs,
          (struct ha_obj_row){.name = ha_name_unique(lowering, name),
                              .kind = kind,
                              .type = type,
                              .size = ha_type_get(lowering->types, type)->size});
  ha_map_set(&lowering->obj_of, lowering->scratch, key, p->objs.count - 1);
  return p->objs.count - 1;
}

struct initialiser {
  struct ha_lowering *lowering;
  ha_obj object;
  uint8_t *bytes;
  bool unknown; /* something that is no plain value */
};

static void put(struct initialiser *init, uint64_t offset, uint64_t value,
                uint64_t size) {
  for (uint64_t i = 0; i < size && i < 8; i++)
    init->bytes[offset + i] = (uint8_t)(value >> 8 * i);
}

/* A global plus a constant offset; false for anything else. */
static bool resolve_pointer(struct ha_lowering *lowering, LLVMValueRef value,
                            const void **key, LLVMValueRef *target, int64_t *addend) {
  *addend = 0;
  for (;;) {
    if (LLVMIsAGlobalAlias(value)) {
      value = LLVMAliasGetAliasee(value);
    } else if (LLVMIsAGlobalVariable(value) || LLVMIsAFunction(value) ||
               LLVMIsABlockAddress(value)) {
      *target = value;
      *key = LLVMIsABlockAddress(value) ? (void *)LLVMGetBlockAddressBasicBlock(value)
                                        : (void *)value;
      return true;
    } else if (LLVMIsAConstantExpr(value) &&
               LLVMGetConstOpcode(value) == LLVMGetElementPtr) {
      LLVMTypeRef type = LLVMGetGEPSourceElementType(value);
      for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(value); i++) {
        LLVMValueRef index = LLVMGetOperand(value, i);
        if (!LLVMIsAConstantInt(index))
          return false;
        int64_t by = LLVMConstIntGetSExtValue(index);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
          *addend += (int64_t)LLVMOffsetOfElement(lowering->layout, type, (unsigned)by);
          type = LLVMStructGetTypeAtIndex(type, (unsigned)by);
          continue;
        }
        if (i > 1)
          type = LLVMGetElementType(type);
        *addend += by * (int64_t)ha_ctype_size(lowering, type);
      }
      value = LLVMGetOperand(value, 0);
    } else if (LLVMIsAConstantExpr(value) &&
               (LLVMGetConstOpcode(value) == LLVMPtrToInt ||
                LLVMGetConstOpcode(value) == LLVMIntToPtr ||
                LLVMGetConstOpcode(value) == LLVMBitCast)) {
      value = LLVMGetOperand(value, 0);
    } else {
      return false;
    }
  }
}

static void put_pointer(struct initialiser *init, LLVMValueRef value, uint64_t offset) {
  struct ha_lowering *lowering = init->lowering;
  struct ha_program *p = lowering->program;
  const void *key;
  LLVMValueRef target;
  int64_t addend;
  if (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMIntToPtr &&
      LLVMIsAConstantInt(LLVMGetOperand(value, 0))) {
    put(init, offset, LLVMConstIntGetZExtValue(LLVMGetOperand(value, 0)),
        ha_types_ptr_bytes(lowering->types));
    return;
  }
  if (!resolve_pointer(lowering, value, &key, &target, &addend)) {
    init->unknown = true;
    return;
  }
  ha_obj object = LLVMIsABlockAddress(target)
                      ? ha_global_named(lowering, key, "label", HA_OBJ_FUNCTION,
                                        ha_type_func(lowering->types))
                      : ha_global(lowering, target);
  HA_PUSH(p->arena, p->objs.at[init->object].relocs,
          (struct ha_reloc){.offset = offset, .target = object, .addend = addend});
}

static void put_float(struct initialiser *init, LLVMValueRef value, uint64_t offset) {
  LLVMBool loses;
  double number = LLVMConstRealGetDouble(value, &loses);
  float single = (float)number;
  if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMFloatTypeKind)
    memcpy(init->bytes + offset, &single, sizeof single);
  else if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMDoubleTypeKind)
    memcpy(init->bytes + offset, &number, sizeof number);
  else
    init->unknown = true;
}

static void put_value(struct initialiser *init, LLVMValueRef value, uint64_t offset);

static void put_elements(struct initialiser *init, LLVMValueRef value,
                         uint64_t offset) {
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMTargetDataRef layout = init->lowering->layout;
  bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
  uint64_t count =
      is_struct ? LLVMCountStructElementTypes(type) : LLVMGetArrayLength2(type);
  uint64_t stride = is_struct ? 0 : LLVMABISizeOfType(layout, LLVMGetElementType(type));
  if (!is_struct && LLVMIsAConstantDataArray(value) && LLVMIsConstantString(value)) {
    size_t length;
    memcpy(init->bytes + offset, LLVMGetAsString(value, &length), count);
    return;
  }
  for (unsigned i = 0; i < count; i++)
    put_value(init, LLVMGetAggregateElement(value, i),
              offset + (is_struct ? LLVMOffsetOfElement(layout, type, i) : i * stride));
}

static void put_value(struct initialiser *init, LLVMValueRef value, uint64_t offset) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMIsNull(value) || LLVMIsUndef(value))
    return; /* zeroes already */
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    if (LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(type) <= 64)
      put(init, offset, LLVMConstIntGetZExtValue(value),
          LLVMStoreSizeOfType(init->lowering->layout, type));
    else
      put_pointer(init, value, offset);
    break;
  case LLVMPointerTypeKind:
    put_pointer(init, value, offset);
    break;
  case LLVMStructTypeKind:
  case LLVMArrayTypeKind:
    put_elements(init, value, offset);
    break;
  default:
    if (LLVMIsAConstantFP(value))
      put_float(init, value, offset);
    else
      init->unknown = true;
  }
}

static ha_type type_of_global(struct ha_lowering *lowering, LLVMValueRef global) {
  const struct ha_decl *decl = ha_unit_decl(lowering->unit, global);
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  uint64_t size = ha_ctype_size(lowering, type);
  if (decl && ha_type_get(lowering->types, decl->type)->size == size)
    return decl->type;
  return ha_ctype(lowering, type);
}

static bool is_string(LLVMValueRef global) {
  LLVMValueRef init = LLVMGetInitializer(global);
  return LLVMIsGlobalConstant(global) && LLVMGetLinkage(global) == LLVMPrivateLinkage &&
         init && LLVMIsAConstantDataArray(init) && LLVMIsConstantString(init);
}

static void describe(struct ha_lowering *lowering, ha_obj object, LLVMValueRef global) {
  struct ha_program *p = lowering->program;
  LLVMValueRef value = LLVMGetInitializer(global);
  uint64_t size = ha_ctype_size(lowering, LLVMGlobalGetValueType(global));
  struct ha_obj_row *row = &p->objs.at[object];
  row->size = size;
  row->is_const = LLVMIsGlobalConstant(global);
  row->is_extern = !value;
  if (!value || LLVMIsNull(value))
    return;
  struct initialiser init = {lowering, object,
                             ha_arena_alloc(p->arena, size ? size : 1), false};
  put_value(&init, value, 0);
  row = &p->objs.at[object]; /* the table may have moved */
  row->init = init.bytes;
  if (init.unknown) {
    row->is_extern = true; /* contents arbitrary */
    row->is_const = false;
    ha_limit(lowering, "initialiser");
  }
}

/* The object of a global variable or function, made at its first mention. */
ha_obj ha_global(struct ha_lowering *lowering, LLVMValueRef global) {
  ha_obj known = ha_map_get(&lowering->obj_of, global);
  if (known)
    return known;
  const char *name = ha_name_value(global);
  if (LLVMIsAFunction(global))
    return ha_global_named(lowering, global, name, HA_OBJ_FUNCTION,
                           ha_type_func(lowering->types));
  enum ha_obj_kind kind = is_string(global) ? HA_OBJ_STRING : HA_OBJ_GLOBAL;
  ha_obj object = ha_global_named(lowering, global, *name ? name : "global", kind,
                                  type_of_global(lowering, global));
  describe(lowering, object, global);
  return object;
}

static LLVMValueRef element_at(struct ha_lowering *lowering, LLVMValueRef value,
                               uint64_t *offset) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
    if (*offset >= ha_ctype_size(lowering, type))
      return NULL;
    unsigned i = LLVMElementAtOffset(lowering->layout, type, *offset);
    *offset -= LLVMOffsetOfElement(lowering->layout, type, i);
    return LLVMGetAggregateElement(value, i);
  }
  if (LLVMGetTypeKind(type) != LLVMArrayTypeKind)
    return NULL;
  uint64_t stride = ha_ctype_size(lowering, LLVMGetElementType(type));
  if (!stride || *offset / stride >= LLVMGetArrayLength2(type))
    return NULL;
  LLVMValueRef element = LLVMGetAggregateElement(value, (unsigned)(*offset / stride));
  *offset %= stride;
  return element;
}

LLVMValueRef ha_global_constant(struct ha_lowering *lowering, LLVMValueRef address,
                                LLVMTypeRef type) {
  const void *key;
  LLVMValueRef global;
  int64_t addend;
  if (!LLVMIsConstant(address) ||
      !resolve_pointer(lowering, address, &key, &global, &addend) ||
      !LLVMIsAGlobalVariable(global) || !LLVMIsGlobalConstant(global) || addend < 0)
    return NULL;
  LLVMValueRef value = LLVMGetInitializer(global);
  uint64_t offset = (uint64_t)addend;
  while (value && (offset || LLVMTypeOf(value) != type))
    value = element_at(lowering, value, &offset);
  return value;
}

const char *ha_global_string(LLVMValueRef value) {
  if (!LLVMIsAGlobalVariable(value) || !is_string(value))
    return NULL;
  size_t length;
  return LLVMGetAsString(LLVMGetInitializer(value), &length);
}
