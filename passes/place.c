/* Addresses: getelementptr as fields, elements and containers of C types.
 *
 * The byte arithmetic is LLVM's, always: a field adds its offset, a container
 * subtracts it, an element scales.  The C types only choose the words, and where
 * they have none for an offset the address is `elem(cast:char*(p), k)`. */
#include "lowering.h"
#include <llvm-c/Core.h>

static const struct ha_type_info *info(struct ha_lowering *lowering, ha_type type) {
  return ha_type_get(lowering->types, type);
}

static ha_expr field_of(struct ha_lowering *lowering, ha_expr base, ha_field field) {
  ha_type type = ha_field_get(lowering->types, field)->type;
  return ha_expr_field(lowering->program, HA_EXPR_FIELD, base, field,
                       ha_type_ptr(lowering->types, type));
}

static ha_expr element_of(struct ha_lowering *lowering, ha_expr base, ha_expr index,
                          ha_type elem) {
  return ha_expr_elem(lowering->program, base, index, elem,
                      ha_type_ptr(lowering->types, elem));
}

static ha_expr signed_int(struct ha_lowering *lowering, int64_t value) {
  unsigned bits = 8 * ha_types_ptr_bytes(lowering->types);
  return ha_expr_const(lowering->program, ha_type_int(lowering->types, bits, true),
                       (uint64_t)value);
}

static ha_expr raw(struct ha_lowering *lowering, ha_expr base, int64_t offset) {
  ha_type byte = ha_type_int(lowering->types, 8, true);
  return element_of(lowering, ha_expr_as(lowering, base, ha_char_ptr(lowering)),
                    signed_int(lowering, offset), byte);
}

/* The direct field of a record that starts at `offset`: the one of the size wanted
 * if there are several (a union, an empty struct before a field). */
static ha_field field_starting_at(struct ha_lowering *lowering, ha_type record,
                                  uint64_t offset, uint64_t size) {
  const struct ha_type_info *type = info(lowering, record);
  ha_field found = 0;
  for (uint32_t i = 0; i < type->fields; i++) {
    const struct ha_field_info *field = ha_field_get(lowering->types, type->first + i);
    if (field->offset != offset || field->bit_width)
      continue;
    if (info(lowering, field->type)->size == size)
      return type->first + i;
    if (!found)
      found = type->first + i;
  }
  return found;
}

/* The direct field that covers `offset` and something after it. */
static ha_field field_covering(struct ha_lowering *lowering, ha_type record,
                               uint64_t offset) {
  const struct ha_type_info *type = info(lowering, record);
  for (uint32_t i = 0; i < type->fields; i++) {
    const struct ha_field_info *field = ha_field_get(lowering->types, type->first + i);
    if (!field->bit_width && field->offset <= offset &&
        offset - field->offset < info(lowering, field->type)->size)
      return type->first + i;
  }
  return 0;
}

/* Down from `address` to the subobject `offset` bytes into it, stopping at the
 * first that begins there; 0 if there is none. */
static ha_expr descend(struct ha_lowering *lowering, ha_expr address, uint64_t offset) {
  while (offset) {
    ha_type type = ha_pointee(lowering, address);
    const struct ha_type_info *at = info(lowering, type);
    if (at->kind == HA_TYPE_RECORD && offset < at->size) {
      ha_field field = field_starting_at(lowering, type, offset, UINT64_MAX);
      if (!field)
        field = field_covering(lowering, type, offset);
      if (!field)
        return 0;
      address = field_of(lowering, address, field);
      offset -= ha_field_get(lowering->types, field)->offset;
    } else if (at->kind == HA_TYPE_ARRAY && info(lowering, at->elem)->size) {
      uint64_t size = info(lowering, at->elem)->size;
      ha_type elem = at->elem;
      address = element_of(lowering, address,
                           signed_int(lowering, (int64_t)(offset / size)), elem);
      offset %= size;
    } else {
      return 0;
    }
  }
  return address;
}

/* The fields from `record` down to one of type `inner` at `offset`. */
static unsigned path_to(struct ha_lowering *lowering, ha_type record, uint64_t offset,
                        ha_type inner, ha_field *path, unsigned room) {
  if (!room || !ha_type_is_record(lowering->types, record))
    return 0;
  const struct ha_type_info *type = info(lowering, record);
  for (uint32_t i = 0; i < type->fields; i++) {
    const struct ha_field_info *field = ha_field_get(lowering->types, type->first + i);
    if (field->bit_width || field->offset > offset)
      continue;
    path[0] = type->first + i;
    if (field->offset == offset && field->type == inner)
      return 1;
    unsigned rest = path_to(lowering, field->type, offset - field->offset, inner,
                            path + 1, room - 1);
    if (rest)
      return rest + 1;
  }
  return 0;
}

enum { DEEPEST_PATH = 6 };

/* Up from a member to the record around it, `offset` bytes before; 0 if none. */
static ha_expr ascend(struct ha_lowering *lowering, ha_expr address, uint64_t offset,
                      ha_type wanted) {
  ha_field path[DEEPEST_PATH];
  ha_type inner = ha_pointee(lowering, address);
  if (!inner)
    return 0;
  unsigned depth = path_to(lowering, wanted, offset, inner, path, DEEPEST_PATH);
  for (ha_type t = 1; !depth && t < ha_types_count(lowering->types); t++)
    depth = path_to(lowering, t, offset, inner, path, DEEPEST_PATH);
  if (!depth)
    return 0;
  while (depth--) {
    ha_type owner = ha_field_get(lowering->types, path[depth])->owner;
    address = ha_expr_field(lowering->program, HA_EXPR_CONTAINER, address, path[depth],
                            ha_type_ptr(lowering->types, owner));
  }
  return address;
}

/* `offset` bytes from `address`; `wanted` is the type expected there, or 0. */
ha_expr ha_place_at(struct ha_lowering *lowering, ha_expr address, int64_t offset,
                    ha_type wanted) {
  if (!offset)
    return address;
  ha_expr place = offset > 0 ? descend(lowering, address, (uint64_t)offset)
                             : ascend(lowering, address, (uint64_t)-offset, wanted);
  return place ? place : raw(lowering, address, offset);
}

/* What the users of an address take it to point to: the type of the variable it is
 * stored in, or the struct that is indexed from it. */
static ha_type expected_pointee(struct ha_lowering *lowering, LLVMValueRef address) {
  for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAGetElementPtrInst(user)) {
      LLVMTypeRef type = LLVMGetGEPSourceElementType(user);
      if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
        return ha_ctype_record(lowering->unit, type);
    }
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == address) {
      const struct ha_decl *decl =
          ha_unit_decl(lowering->unit, LLVMGetOperand(user, 1));
      if (decl && ha_type_is_ptr(lowering->types, decl->type))
        return info(lowering, decl->type)->elem;
    }
  }
  return 0;
}

static ha_expr step_field(struct ha_lowering *lowering, ha_expr at, LLVMTypeRef type,
                          unsigned index) {
  uint64_t offset = LLVMOffsetOfElement(lowering->layout, type, index);
  uint64_t size = ha_ctype_size(lowering, LLVMStructGetTypeAtIndex(type, index));
  ha_type record = ha_pointee(lowering, at);
  if (!ha_type_is_record(lowering->types, record) ||
      info(lowering, record)->size != ha_ctype_size(lowering, type)) {
    record = ha_ctype_record(lowering->unit, type);
    at = ha_expr_as(lowering, at, ha_type_ptr(lowering->types, record));
  }
  ha_field field = field_starting_at(lowering, record, offset, size);
  return field ? field_of(lowering, at, field) : raw(lowering, at, (int64_t)offset);
}

/* The C type of the elements that an index of this stride counts. */
static ha_type stride_type(struct ha_lowering *lowering, ha_expr at, LLVMTypeRef type) {
  uint64_t size = ha_ctype_size(lowering, type);
  ha_type pointee = ha_pointee(lowering, at);
  const struct ha_type_info *seen = info(lowering, pointee);
  if (seen->kind == HA_TYPE_ARRAY && info(lowering, seen->elem)->size == size)
    return seen->elem;
  if (pointee && seen->size == size)
    return pointee;
  return ha_ctype(lowering, type);
}

static ha_expr step_index(struct ha_lowering *lowering, ha_expr at, LLVMTypeRef type,
                          LLVMValueRef index, ha_type wanted) {
  bool is_byte =
      LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
  ha_type elem = stride_type(lowering, at, type);
  if (is_byte && LLVMIsAConstantInt(index) &&
      info(lowering, ha_pointee(lowering, at))->kind != HA_TYPE_ARRAY &&
      info(lowering, ha_pointee(lowering, at))->size != 1)
    return ha_place_at(lowering, at, LLVMConstIntGetSExtValue(index), wanted);
  ha_expr by = ha_expr_wide(lowering, ha_value(lowering, index), true);
  if (info(lowering, elem)->size != ha_ctype_size(lowering, type))
    return raw(lowering, at, 0); /* unsized: only a zero index is possible */
  if (is_byte && info(lowering, elem)->kind != HA_TYPE_INT) {
    elem = ha_type_int(lowering->types, 8, true);
    at = ha_expr_as(lowering, at, ha_char_ptr(lowering));
  }
  return element_of(lowering, at, by, elem);
}

ha_expr ha_place_gep(struct ha_lowering *lowering, LLVMValueRef gep) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  ha_expr at = ha_value(lowering, LLVMGetOperand(gep, 0));
  unsigned operands = (unsigned)LLVMGetNumOperands(gep);
  ha_type wanted = LLVMIsAInstruction(gep) ? expected_pointee(lowering, gep) : 0;
  for (unsigned i = 1; i < operands; i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    bool is_zero = LLVMIsAConstantInt(index) && LLVMConstIntGetSExtValue(index) == 0;
    if (i == 1) {
      if (!is_zero)
        at = step_index(lowering, at, type, index, wanted);
    } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
      at = step_field(lowering, at, type, field);
      type = LLVMStructGetTypeAtIndex(type, field);
    } else {
      type = LLVMGetElementType(type);
      at = step_index(lowering, at, type, index, wanted);
    }
  }
  return at;
}

ha_expr ha_place_root(struct ha_lowering *lowering, ha_expr address) {
  for (;;) {
    const struct ha_expr_row *row = &lowering->program->exprs.at[address];
    switch (row->op) {
    case HA_EXPR_FIELD:
    case HA_EXPR_CONTAINER:
    case HA_EXPR_ELEM:
    case HA_EXPR_CAST:
      address = row->a;
      continue;
    default:
      return address;
    }
  }
}

/* The byte offset of an address in a named object; false if it varies. */
static bool object_offset(struct ha_lowering *lowering, ha_expr address, ha_obj *object,
                          int64_t *offset) {
  *offset = 0;
  for (;;) {
    const struct ha_expr_row *row = &lowering->program->exprs.at[address];
    uint64_t index;
    switch (row->op) {
    case HA_EXPR_OBJ:
      *object = (ha_obj)row->imm;
      return true;
    case HA_EXPR_FIELD:
      *offset += (int64_t)ha_field_get(lowering->types, (ha_field)row->imm)->offset;
      break;
    case HA_EXPR_CONTAINER:
      *offset -= (int64_t)ha_field_get(lowering->types, (ha_field)row->imm)->offset;
      break;
    case HA_EXPR_ELEM:
      if (!ha_expr_is_const(lowering, row->b, &index))
        return false;
      *offset += (int64_t)index * (int64_t)info(lowering, (ha_type)row->imm)->size;
      break;
    case HA_EXPR_CAST:
      break;
    default:
      return false;
    }
    address = row->a;
  }
}

bool ha_place_is_safe(struct ha_lowering *lowering, ha_expr address, uint64_t size) {
  ha_obj object;
  int64_t offset;
  if (!object_offset(lowering, address, &object, &offset) || offset < 0)
    return false;
  const struct ha_obj_row *row = &lowering->program->objs.at[object];
  return row->kind != HA_OBJ_FUNCTION && (uint64_t)offset <= row->size &&
         size <= row->size - (uint64_t)offset;
}
