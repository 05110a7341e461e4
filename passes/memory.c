/* Loads and stores: which field is accessed, and the checks before it. */
#include "lowering.h"
#include <llvm-c/Core.h>
#include <string.h>

static const struct ha_expr_row *row_of(struct ha_lowering *lowering, ha_expr expr) {
  return &lowering->program->exprs.at[expr];
}

static ha_expr without_casts(struct ha_lowering *lowering, ha_expr expr) {
  while (row_of(lowering, expr)->op == HA_EXPR_CAST)
    expr = row_of(lowering, expr)->a;
  return expr;
}

/* The direct member at offset 0 that has the accessed type, or else one that may
 * contain it; 0 if there is none. */
static ha_field first_member(struct ha_lowering *lowering, ha_type record,
                             LLVMTypeRef type, bool *fits) {
  const struct ha_type_info *info = ha_type_get(lowering->types, record);
  ha_field inner = 0;
  *fits = false;
  for (uint32_t i = 0; i < info->fields; i++) {
    const struct ha_field_info *field = ha_field_get(lowering->types, info->first + i);
    if (field->offset || field->bit_width)
      continue;
    if (ha_ctype_fits(lowering, field->type, type)) {
      *fits = true;
      return info->first + i;
    }
    if (!inner && ha_type_is_record(lowering->types, field->type))
      inner = info->first + i;
  }
  return inner;
}

/* Descends to the scalar member at the start of a record; false if there is none of
 * the accessed type. */
static bool resolve_member(struct ha_lowering *lowering, ha_expr address,
                           LLVMTypeRef type, struct ha_access *access) {
  ha_type record = ha_pointee(lowering, address);
  while (ha_type_is_record(lowering->types, record)) {
    bool fits;
    ha_field field = first_member(lowering, record, type, &fits);
    if (!field)
      return false;
    record = ha_field_get(lowering->types, field)->type;
    if (fits) {
      *access = (struct ha_access){address, field, record};
      return true;
    }
    address = ha_expr_field(lowering->program, HA_EXPR_FIELD, address, field,
                            ha_type_ptr(lowering->types, record));
  }
  return false;
}

struct ha_access ha_access_resolve(struct ha_lowering *lowering, ha_expr address,
                                   LLVMTypeRef type) {
  ha_expr plain = without_casts(lowering, address);
  const struct ha_expr_row *row = row_of(lowering, plain);
  struct ha_access access;
  if (row->op == HA_EXPR_FIELD) {
    const struct ha_field_info *field =
        ha_field_get(lowering->types, (ha_field)row->imm);
    if (ha_ctype_fits(lowering, field->type, type))
      return (struct ha_access){row->a, (ha_field)row->imm, field->type};
  }
  ha_type pointee = ha_pointee(lowering, plain);
  if (ha_ctype_fits(lowering, pointee, type))
    return (struct ha_access){plain, ha_type_cell(lowering->types, pointee), pointee};
  if (resolve_member(lowering, plain, type, &access))
    return access;
  pointee = ha_ctype(lowering, type);
  return (struct ha_access){
      ha_expr_as(lowering, plain, ha_type_ptr(lowering->types, pointee)),
      ha_type_cell(lowering->types, pointee), pointee};
}

/* The pointer whose block must be live: the record's, where a field of it is used. */
static ha_expr record_address(struct ha_lowering *lowering, ha_expr address) {
  while (row_of(lowering, address)->op == HA_EXPR_FIELD ||
         row_of(lowering, address)->op == HA_EXPR_CAST)
    address = row_of(lowering, address)->a;
  return address;
}

/* What the source calls the expression at the current position. */
static void texts(struct ha_lowering *lowering, ha_expr address, const char **text,
                  const char **base) {
  const struct ha_pos_row *pos = &lowering->program->poss.at[lowering->pos];
  const struct ha_source_expr *source =
      pos->file ? ha_unit_source(lowering->unit, pos->file, pos->line, pos->column)
                : NULL;
  ha_expr root = ha_place_root(lowering, address);
  *text = source && *source->text ? source->text : ha_text_of(lowering, address);
  *base = source && *source->base ? source->base : ha_text_of(lowering, root);
}

/* The three checks of an access.  The null check is about the pointer that the
 * source dereferences: &p->f of a null p is a small address, not null. */
static void check(struct ha_lowering *lowering, ha_expr address, ha_expr size,
                  bool null_too, const char *text, const char *base) {
  struct ha_program *p = lowering->program;
  ha_type truth = ha_type_truth(lowering->types);
  ha_expr root = ha_place_root(lowering, address);
  if (row_of(lowering, root)->op != HA_EXPR_OBJ) {
    ha_expr record = record_address(lowering, address);
    if (null_too)
      ha_emit_check(lowering, HA_CHECK_NULL_DEREF, ha_expr_is_not_null(lowering, root),
                    text, base);
    ha_emit_check(lowering, HA_CHECK_USE_AFTER_FREE,
                  ha_expr_make(p, HA_EXPR_LIVE, truth, record, 0, 0), text, base);
  }
  ha_emit_check(lowering, HA_CHECK_INVALID_DEREF,
                ha_expr_make(p, HA_EXPR_ACCESS, truth, address, size, 0), text, base);
}

static bool is_safe(struct ha_lowering *lowering, ha_expr address, ha_expr size) {
  uint64_t bytes;
  return ha_expr_is_const(lowering, size, &bytes) &&
         ha_place_is_safe(lowering, address, bytes);
}

void ha_check_access(struct ha_lowering *lowering, ha_expr address, ha_expr size) {
  const char *text, *base;
  if (is_safe(lowering, address, size))
    return;
  texts(lowering, address, &text, &base);
  check(lowering, address, size, true, text, base);
}

/* The source has the call here; which of its arguments it is, the address tells. */
static void check_argument(struct ha_lowering *lowering, ha_expr address, ha_expr size,
                           bool null_too) {
  const char *text, *base;
  if (is_safe(lowering, address, size))
    return;
  texts(lowering, address, &text, &base);
  const char *own = ha_text_of(lowering, ha_place_root(lowering, address));
  check(lowering, address, size, null_too, text, own ? own : base);
}

void ha_check_block(struct ha_lowering *lowering, ha_expr address, ha_expr size) {
  check_argument(lowering, address, size, true);
}

void ha_check_bytes(struct ha_lowering *lowering, ha_expr address, ha_expr size) {
  check_argument(lowering, address, size, false);
}

static void remember_text(struct ha_lowering *lowering, ha_var var, ha_expr address) {
  while (lowering->var_text.count <= var)
    HA_PUSH(lowering->scratch, lowering->var_text, NULL);
  lowering->var_text.at[var] = ha_text_of(lowering, address);
}

static bool is_odd_integer(LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    return false;
  unsigned bits = LLVMGetIntTypeWidth(type);
  return bits != 8 && bits != 16 && bits != 32 && bits != 64;
}

/* Which member of a union is used where: reading one that another was written through
 * is exact to the byte here, but nothing that engines know by name. */
static void note_union(struct ha_lowering *lowering, struct ha_access access,
                       bool is_write) {
  ha_field field = access.field;
  for (ha_expr at = access.base;;) {
    const struct ha_field_info *info = ha_field_get(lowering->types, field);
    if (ha_type_get(lowering->types, info->owner)->kind == HA_TYPE_UNION &&
        lowering->current != HA_NOWHERE)
      HA_PUSH(lowering->scratch, lowering->unions,
              (struct ha_union_use){field, lowering->pos, is_write});
    const struct ha_expr_row *row = row_of(lowering, without_casts(lowering, at));
    while (row->op == HA_EXPR_ELEM)
      row = row_of(lowering, without_casts(lowering, row->a));
    if (row->op != HA_EXPR_FIELD)
      return;
    field = (ha_field)row->imm;
    at = row->a;
  }
}

/* A member is read, another one is written: at the reading. */
void ha_note_unions(struct ha_lowering *lowering) {
  for (uint32_t i = 0; i < lowering->unions.count; i++) {
    const struct ha_union_use *use = &lowering->unions.at[i];
    ha_type owner = ha_field_get(lowering->types, use->field)->owner;
    bool punned = false;
    for (uint32_t k = 0; !use->is_write && k < lowering->unions.count; k++) {
      const struct ha_union_use *other = &lowering->unions.at[k];
      punned |= other->is_write && other->field != use->field &&
                ha_field_get(lowering->types, other->field)->owner == owner;
    }
    if (punned)
      ha_limit_at(lowering, use->pos, "union");
  }
}

static void emit_load(struct ha_lowering *lowering, ha_var var,
                      struct ha_access access) {
  note_union(lowering, access, false);
  ha_emit(lowering,
          (struct ha_cmd_row){
              .op = HA_CMD_LOAD, .var = var, .a = access.base, .field = access.field});
}

static ha_expr byte_address(struct ha_lowering *lowering, ha_expr address, unsigned i) {
  ha_type byte = ha_type_int(lowering->types, 8, true);
  ha_expr base = ha_expr_as(lowering, address, ha_type_ptr(lowering->types, byte));
  ha_type index =
      ha_type_int(lowering->types, 8 * ha_types_ptr_bytes(lowering->types), true);
  return ha_expr_elem(lowering->program, base,
                      ha_expr_const(lowering->program, index, i), byte,
                      ha_type_ptr(lowering->types, byte));
}

static struct ha_access byte_access(struct ha_lowering *lowering, ha_expr address,
                                    unsigned i) {
  ha_type byte = ha_type_int(lowering->types, 8, true);
  return (struct ha_access){byte_address(lowering, address, i),
                            ha_type_cell(lowering->types, byte), byte};
}

/* An integer of 24 or 48 bits (the storage of bit-fields) is put together from its
 * bytes; the target is little-endian. */
static ha_expr load_odd(struct ha_lowering *lowering, ha_expr address,
                        LLVMTypeRef type) {
  struct ha_program *p = lowering->program;
  unsigned bits = LLVMGetIntTypeWidth(type);
  ha_type wide = ha_type_int(lowering->types, 64, false);
  ha_expr value = ha_expr_const(p, wide, 0);
  for (unsigned i = 0; 8 * i < bits; i++) {
    struct ha_access access = byte_access(lowering, address, i);
    ha_var byte = ha_var_temp(lowering, access.type);
    emit_load(lowering, byte, access);
    ha_expr part = ha_expr_make(p, HA_EXPR_ZEXT, wide, ha_expr_var(p, byte), 0, 0);
    part = ha_expr_make(p, HA_EXPR_SHL, wide, part, ha_expr_const(p, wide, 8 * i), 0);
    value = ha_expr_make(p, HA_EXPR_OR, wide, value, part, 0);
  }
  return ha_expr_make(p, HA_EXPR_TRUNC, ha_ctype(lowering, type), value, 0, 0);
}

static void store_odd(struct ha_lowering *lowering, ha_expr address, LLVMTypeRef type,
                      ha_expr value) {
  struct ha_program *p = lowering->program;
  ha_type wide = ha_type_int(lowering->types, 64, false);
  ha_type byte = ha_type_int(lowering->types, 8, true);
  value = ha_expr_make(p, HA_EXPR_ZEXT, wide, value, 0, 0);
  for (unsigned i = 0; 8 * i < LLVMGetIntTypeWidth(type); i++) {
    struct ha_access access = byte_access(lowering, address, i);
    ha_expr part =
        ha_expr_make(p, HA_EXPR_LSHR, wide, value, ha_expr_const(p, wide, 8 * i), 0);
    part = ha_expr_make(p, HA_EXPR_TRUNC, byte, part, 0, 0);
    ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_STORE,
                                          .a = access.base,
                                          .b = part,
                                          .field = access.field});
  }
}

/* One scalar into a fresh temporary. */
static ha_expr load_leaf(struct ha_lowering *lowering, ha_expr address,
                         LLVMTypeRef type) {
  if (is_odd_integer(type))
    return load_odd(lowering, address, type);
  struct ha_access access = ha_access_resolve(lowering, address, type);
  ha_var var = ha_var_temp(lowering, access.type);
  remember_text(lowering, var, address);
  emit_load(lowering, var, access);
  return ha_expr_var(lowering->program, var);
}

void ha_store_expr(struct ha_lowering *lowering, ha_expr address, LLVMTypeRef type,
                   ha_expr value) {
  if (is_odd_integer(type)) {
    store_odd(lowering, address, type, value);
    return;
  }
  struct ha_access access = ha_access_resolve(lowering, address, type);
  note_union(lowering, access, true);
  ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_STORE,
                                        .a = access.base,
                                        .b = ha_expr_as(lowering, value, access.type),
                                        .field = access.field});
}

static void load_parts(struct ha_lowering *lowering, LLVMValueRef load,
                       ha_expr address) {
  LLVMTypeRef type = LLVMTypeOf(load);
  unsigned leaves = ha_leaf_count(type);
  ha_expr *parts = ha_arena_alloc(lowering->scratch, (leaves + 1) * sizeof *parts);
  for (unsigned i = 0; i < leaves; i++) {
    uint64_t offset;
    LLVMTypeRef leaf = ha_leaf(lowering, type, i, &offset);
    ha_expr at = ha_place_at(lowering, address, (int64_t)offset, 0);
    parts[i] = load_leaf(lowering, at, leaf);
  }
  ha_bind_parts(lowering, load, parts);
}

/* What a value too wide for us is called among the limitations. */
static const char *wide_name(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    return "wide-integer";
  case LLVMVectorTypeKind:
  case LLVMScalableVectorTypeKind:
    return "vector";
  case LLVMStructTypeKind:
  case LLVMArrayTypeKind:
    return "large-aggregate";
  default:
    return "float";
  }
}

static bool is_unstable(LLVMValueRef access) {
  return LLVMGetVolatile(access) ||
         LLVMGetOrdering(access) != LLVMAtomicOrderingNotAtomic;
}

static void load_from(struct ha_lowering *lowering, LLVMValueRef load,
                      ha_expr address) {
  LLVMTypeRef type = LLVMTypeOf(load);
  if (is_unstable(load)) {
    ha_limit(lowering, LLVMGetVolatile(load) ? "volatile" : "atomic");
    ha_value_havoc(lowering, load, HA_ORIGIN_VOLATILE, NULL);
  } else if (is_odd_integer(type) && ha_ctype_is_scalar(type)) {
    ha_bind(lowering, load, load_odd(lowering, address, type));
  } else if (ha_ctype_is_scalar(type)) {
    struct ha_access access = ha_access_resolve(lowering, address, type);
    ha_var var = ha_value_receiver(lowering, load, access.type);
    remember_text(lowering, var, address);
    emit_load(lowering, var, access);
  } else if (ha_leaf_count(type) != HA_NOWHERE) {
    load_parts(lowering, load, address);
  } else {
    ha_limit(lowering, wide_name(type));
  }
}

static ha_var promoted(struct ha_lowering *lowering, LLVMValueRef place) {
  return LLVMIsAAllocaInst(place)
             ? lowering->frame->vars[ha_function_number(lowering->unit, place)]
             : 0;
}

/* The address that one of glibc's functions behind <ctype.h> gives: of a pointer to its
 * table of characters. */
static bool is_table_holder(LLVMValueRef place) {
  LLVMValueRef function = LLVMIsACallInst(place) ? LLVMGetCalledValue(place) : NULL;
  if (!function || !LLVMIsAFunction(function) || !LLVMIsDeclaration(function))
    return false;
  const char *name = ha_name_value(function);
  return !strcmp(name, "__ctype_b_loc") || !strcmp(name, "__ctype_tolower_loc") ||
         !strcmp(name, "__ctype_toupper_loc");
}

/* An entry of such a table, or the table itself. */
static bool is_in_table(LLVMValueRef place) {
  if (LLVMIsAGetElementPtrInst(place))
    place = LLVMGetOperand(place, 0);
  return is_table_holder(place) ||
         (LLVMIsALoadInst(place) && is_table_holder(LLVMGetOperand(place, 0)));
}

void ha_lower_load(struct ha_lowering *lowering, LLVMValueRef load) {
  LLVMValueRef place = LLVMGetOperand(load, 0);
  LLVMTypeRef type = LLVMTypeOf(load);
  if (is_in_table(place)) {
    ha_value_havoc(lowering, load, HA_ORIGIN_UNMODELLED, NULL);
    return;
  }
  ha_var var = promoted(lowering, place);
  if (var) {
    ha_bind(lowering, load, ha_expr_var(lowering->program, var));
    return;
  }
  LLVMValueRef known = ha_global_constant(lowering, place, type);
  if (known && ha_ctype_is_scalar(type) && !LLVMGetVolatile(load)) {
    ha_bind(lowering, load, ha_value(lowering, known));
    return;
  }
  ha_expr address = ha_value(lowering, place);
  ha_check_access(lowering, address,
                  ha_expr_int(lowering, LLVMStoreSizeOfType(lowering->layout, type)));
  load_from(lowering, load, address);
}

static void store_parts(struct ha_lowering *lowering, ha_expr address,
                        LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  ha_expr *parts = ha_value_parts(lowering, value);
  for (unsigned i = 0; i < ha_leaf_count(type); i++) {
    uint64_t offset;
    LLVMTypeRef leaf = ha_leaf(lowering, type, i, &offset);
    ha_store_expr(lowering, ha_place_at(lowering, address, (int64_t)offset, 0), leaf,
                  parts[i]);
  }
}

static void assign_variable(struct ha_lowering *lowering, ha_var var, ha_expr value) {
  const struct ha_expr_row *row = row_of(lowering, value);
  if (row->op == HA_EXPR_VAR && row->imm == var)
    return;
  ha_value_save(lowering, var);
  ha_emit_assign(lowering, var, value);
}

void ha_lower_store(struct ha_lowering *lowering, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0), place = LLVMGetOperand(store, 1);
  LLVMTypeRef type = LLVMTypeOf(value);
  ha_var var = promoted(lowering, place);
  if (var) {
    assign_variable(lowering, var, ha_value(lowering, value));
    return;
  }
  ha_expr address = ha_value(lowering, place);
  ha_expr size = ha_expr_int(lowering, LLVMStoreSizeOfType(lowering->layout, type));
  ha_check_access(lowering, address, size);
  if (ha_ctype_is_scalar(type)) {
    ha_store_expr(lowering, address, type, ha_value(lowering, value));
  } else if (ha_leaf_count(type) != HA_NOWHERE) {
    store_parts(lowering, address, value);
  } else if (LLVMIsNull(value)) {
    ha_block_fill(lowering, address, ha_expr_int(lowering, 0), size);
  } else {
    ha_limit(lowering, wide_name(type));
    ha_emit_havoc_bytes(lowering, address, size);
  }
}

/* cmpxchg and atomicrmw: the cell and the result become anything. */
void ha_lower_atomic(struct ha_lowering *lowering, LLVMValueRef instruction) {
  ha_expr address = ha_value(lowering, LLVMGetOperand(instruction, 0));
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(instruction, 1));
  ha_expr size = ha_expr_int(lowering, LLVMStoreSizeOfType(lowering->layout, type));
  ha_limit(lowering, "atomic");
  ha_check_access(lowering, address, size);
  ha_emit_havoc_bytes(lowering, address, size);
  ha_value_havoc(lowering, instruction, HA_ORIGIN_VOLATILE, NULL);
}

/* Fixed allocas exist since the function's entry; here only the others come to be. */
void ha_lower_alloca(struct ha_lowering *lowering, LLVMValueRef alloca) {
  struct ha_frame *frame = lowering->frame;
  uint32_t number = ha_function_number(lowering->unit, alloca);
  if (frame->function->facts[number].alloca_kind != HA_ALLOCA_DYNAMIC)
    return;
  struct ha_program *p = lowering->program;
  LLVMTypeRef type = LLVMGetAllocatedType(alloca);
  ha_expr count =
      ha_expr_wide(lowering, ha_value(lowering, LLVMGetOperand(alloca, 0)), false);
  ha_expr size = ha_expr_make(p, HA_EXPR_MUL, ha_type_size(lowering->types), count,
                              ha_expr_int(lowering, ha_ctype_size(lowering, type)), 0);
  const struct ha_decl *decl = ha_unit_decl(lowering->unit, alloca);
  ha_type elem = decl ? decl->type : ha_ctype(lowering, type);
  const struct ha_type_info *info = ha_type_get(lowering->types, elem);
  if (info->kind == HA_TYPE_ARRAY)
    elem = info->elem;
  ha_var var = ha_value_receiver(lowering, alloca, ha_type_ptr(lowering->types, elem));
  remember_text(lowering, var, ha_expr_var(p, var));
  if (decl)
    lowering->var_text.at[var] = decl->name;
  ha_emit(lowering, (struct ha_cmd_row){
                        .op = HA_CMD_ALLOCA, .var = var, .a = size, .type = elem});
}

ha_var ha_stack_mark(struct ha_lowering *lowering) {
  ha_var mark = ha_var_new(lowering, HA_VAR_TEMP, "stack", NULL, ha_char_ptr(lowering));
  ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_ALLOCA,
                                        .var = mark,
                                        .a = ha_expr_int(lowering, 0)});
  return mark;
}

void ha_stack_unwind(struct ha_lowering *lowering, ha_expr mark) {
  ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_UNWIND, .a = mark});
}
