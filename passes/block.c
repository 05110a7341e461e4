/* Whole blocks of bytes: struct copies, memcpy, memmove, memset.
 *
 * A copy or zeroing of exactly one record of few scalar members is done member by
 * member, so that engines that know fields see field accesses; all members are read
 * before the first is written.  The padding between members goes along as bytes.
 * Anything else is a `copy` or `fill` of bytes. */
#include "lowering.h"

enum { MOST_MEMBERS = 16 };

struct member_list {
  ha_field path[MOST_MEMBERS][4]; /* from the record down to the scalar */
  unsigned depth[MOST_MEMBERS];
  unsigned count;
  uint64_t gap_at[MOST_MEMBERS + 1], gap_size[MOST_MEMBERS + 1]; /* padding */
  unsigned gaps;
};

static bool add_gap(struct member_list *list, uint64_t begin, uint64_t end) {
  if (begin == end)
    return true;
  if (begin > end || list->gaps > MOST_MEMBERS)
    return false;
  list->gap_at[list->gaps] = begin;
  list->gap_size[list->gaps++] = end - begin;
  return true;
}

/* Lists the scalar members of a record at `start`; false if there are unions, arrays,
 * bit-fields, or too many. */
static bool list_members(struct ha_lowering *lowering, ha_type record, uint64_t start,
                         ha_field *prefix, unsigned depth, struct member_list *list) {
  const struct ha_type_info *info = ha_type_get(lowering->types, record);
  uint64_t end = 0;
  if (info->kind != HA_TYPE_RECORD || !info->complete || depth == 4)
    return false;
  for (uint32_t i = 0; i < info->fields; i++) {
    const struct ha_field_info *field = ha_field_get(lowering->types, info->first + i);
    const struct ha_type_info *type = ha_type_get(lowering->types, field->type);
    if (field->bit_width || !type->size ||
        !add_gap(list, start + end, start + field->offset))
      return false;
    end = field->offset + type->size;
    prefix[depth] = info->first + i;
    if (type->kind == HA_TYPE_RECORD) {
      if (!list_members(lowering, field->type, start + field->offset, prefix, depth + 1,
                        list))
        return false;
      continue;
    }
    bool is_scalar = type->kind == HA_TYPE_INT || type->kind == HA_TYPE_PTR ||
                     (type->kind == HA_TYPE_FLOAT && type->size <= 8);
    if (!is_scalar || list->count == MOST_MEMBERS)
      return false;
    for (unsigned d = 0; d <= depth; d++)
      list->path[list->count][d] = prefix[d];
    list->depth[list->count++] = depth + 1;
  }
  return add_gap(list, start + end, start + info->size);
}

static bool is_record_of(struct ha_lowering *lowering, ha_type record, ha_expr size,
                         struct member_list *list) {
  ha_field prefix[4];
  uint64_t bytes;
  list->count = list->gaps = 0;
  return ha_type_is_record(lowering->types, record) &&
         ha_expr_is_const(lowering, size, &bytes) &&
         bytes == ha_type_get(lowering->types, record)->size &&
         list_members(lowering, record, 0, prefix, 0, list);
}

/* The record that holds the i-th member. */
static ha_expr holder(struct ha_lowering *lowering, ha_expr address,
                      const struct member_list *list, unsigned i) {
  for (unsigned d = 0; d + 1 < list->depth[i]; d++) {
    ha_field field = list->path[i][d];
    ha_type type = ha_field_get(lowering->types, field)->type;
    address = ha_expr_field(lowering->program, HA_EXPR_FIELD, address, field,
                            ha_type_ptr(lowering->types, type));
  }
  return address;
}

static ha_field member(const struct member_list *list, unsigned i) {
  return list->path[i][list->depth[i] - 1];
}

static ha_expr gap_address(struct ha_lowering *lowering, ha_expr address,
                           uint64_t offset) {
  ha_type byte = ha_type_int(lowering->types, 8, true);
  ha_expr index = ha_expr_const(
      lowering->program,
      ha_type_int(lowering->types, 8 * ha_types_ptr_bytes(lowering->types), true),
      offset);
  return ha_expr_elem(lowering->program,
                      ha_expr_as(lowering, address, ha_char_ptr(lowering)), index, byte,
                      ha_char_ptr(lowering));
}

static void copy_members(struct ha_lowering *lowering, ha_expr to, ha_expr from,
                         const struct member_list *list) {
  ha_var temps[MOST_MEMBERS];
  for (unsigned i = 0; i < list->count; i++) {
    ha_field field = member(list, i);
    temps[i] = ha_var_temp(lowering, ha_field_get(lowering->types, field)->type);
    ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_LOAD,
                                          .var = temps[i],
                                          .a = holder(lowering, from, list, i),
                                          .field = field});
  }
  for (unsigned i = 0; i < list->count; i++)
    ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_STORE,
                                          .a = holder(lowering, to, list, i),
                                          .b = ha_expr_var(lowering->program, temps[i]),
                                          .field = member(list, i)});
  for (unsigned i = 0; i < list->gaps; i++)
    ha_emit(lowering,
            (struct ha_cmd_row){.op = HA_CMD_COPY,
                                .a = gap_address(lowering, to, list->gap_at[i]),
                                .b = gap_address(lowering, from, list->gap_at[i]),
                                .c = ha_expr_int(lowering, list->gap_size[i])});
}

/* The record that a copy between two addresses copies, as either of them has it. */
static ha_type copied_record(struct ha_lowering *lowering, ha_expr to, ha_expr from,
                             ha_expr size, struct member_list *list) {
  ha_type target = ha_pointee(lowering, to), source = ha_pointee(lowering, from);
  if (is_record_of(lowering, target, size, list))
    return target;
  return is_record_of(lowering, source, size, list) ? source : 0;
}

/* The number or pointer at the address, if it has that many bytes; 0 if not. */
static ha_type scalar_of(struct ha_lowering *lowering, ha_expr address, ha_expr size) {
  while (lowering->program->exprs.at[address].op == HA_EXPR_CAST)
    address = lowering->program->exprs.at[address].a;
  ha_type type = ha_pointee(lowering, address);
  const struct ha_type_info *info = ha_type_get(lowering->types, type);
  uint64_t bytes;
  bool is_scalar = info->kind == HA_TYPE_PTR || info->kind == HA_TYPE_INT;
  return is_scalar && ha_expr_is_const(lowering, size, &bytes) && bytes == info->size
             ? type
             : 0;
}

/* The scalar there: a member by its name, else the cell of its type. */
struct place {
  ha_expr base;
  ha_field field;
};

static struct place place_of(struct ha_lowering *lowering, ha_expr address,
                             ha_type type) {
  while (lowering->program->exprs.at[address].op == HA_EXPR_CAST)
    address = lowering->program->exprs.at[address].a;
  const struct ha_expr_row *row = &lowering->program->exprs.at[address];
  if (row->op == HA_EXPR_FIELD &&
      ha_field_get(lowering->types, (ha_field)row->imm)->type == type)
    return (struct place){row->a, (ha_field)row->imm};
  return (struct place){
      ha_expr_as(lowering, address, ha_type_ptr(lowering->types, type)),
      ha_type_cell(lowering->types, type)};
}

static void store_scalar(struct ha_lowering *lowering, ha_expr to, ha_type type,
                         ha_expr value) {
  struct place place = place_of(lowering, to, type);
  ha_emit(lowering,
          (struct ha_cmd_row){
              .op = HA_CMD_STORE, .a = place.base, .b = value, .field = place.field});
}

/* One scalar of the same type at both ends. */
static bool copy_scalar(struct ha_lowering *lowering, ha_expr to, ha_expr from,
                        ha_expr size) {
  ha_type type = scalar_of(lowering, to, size);
  if (!type || type != scalar_of(lowering, from, size))
    return false;
  struct place place = place_of(lowering, from, type);
  ha_var temp = ha_var_temp(lowering, type);
  ha_emit(lowering,
          (struct ha_cmd_row){
              .op = HA_CMD_LOAD, .var = temp, .a = place.base, .field = place.field});
  store_scalar(lowering, to, type, ha_expr_var(lowering->program, temp));
  return true;
}

void ha_block_copy(struct ha_lowering *lowering, ha_expr to, ha_expr from,
                   ha_expr size) {
  struct member_list list;
  if (copy_scalar(lowering, to, from, size))
    return;
  ha_type record = copied_record(lowering, to, from, size, &list);
  if (record) {
    ha_type pointer = ha_type_ptr(lowering->types, record);
    copy_members(lowering, ha_expr_as(lowering, to, pointer),
                 ha_expr_as(lowering, from, pointer), &list);
    return;
  }
  ha_emit(lowering,
          (struct ha_cmd_row){.op = HA_CMD_COPY, .a = to, .b = from, .c = size});
}

static ha_expr zero_of(struct ha_lowering *lowering, ha_type type) {
  return ha_type_is_ptr(lowering->types, type)
             ? ha_expr_null(lowering->program, type)
             : ha_expr_const(lowering->program, type, 0);
}

static void zero_members(struct ha_lowering *lowering, ha_expr to,
                         const struct member_list *list) {
  ha_type byte = ha_type_int(lowering->types, 8, false);
  for (unsigned i = 0; i < list->count; i++) {
    ha_field field = member(list, i);
    ha_type type = ha_field_get(lowering->types, field)->type;
    ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_STORE,
                                          .a = holder(lowering, to, list, i),
                                          .b = zero_of(lowering, type),
                                          .field = field});
  }
  for (unsigned i = 0; i < list->gaps; i++)
    ha_emit(lowering,
            (struct ha_cmd_row){.op = HA_CMD_FILL,
                                .a = gap_address(lowering, to, list->gap_at[i]),
                                .b = ha_expr_const(lowering->program, byte, 0),
                                .c = ha_expr_int(lowering, list->gap_size[i])});
}

void ha_block_fill(struct ha_lowering *lowering, ha_expr to, ha_expr byte,
                   ha_expr size) {
  struct member_list list;
  uint64_t value;
  bool is_zero = ha_expr_is_const(lowering, byte, &value) && !(value & 0xff);
  ha_type scalar = is_zero ? scalar_of(lowering, to, size) : 0;
  if (scalar) {
    store_scalar(lowering, to, scalar, zero_of(lowering, scalar));
    return;
  }
  if (is_zero && is_record_of(lowering, ha_pointee(lowering, to), size, &list)) {
    zero_members(lowering, to, &list);
    return;
  }
  ha_type unsigned_byte = ha_type_int(lowering->types, 8, false);
  unsigned bits = ha_type_get(lowering->types, ha_type_of(lowering, byte))->bits;
  if (bits > 8)
    byte = ha_expr_make(lowering->program, HA_EXPR_TRUNC, unsigned_byte, byte, 0, 0);
  else
    byte = ha_expr_as(lowering, byte, unsigned_byte);
  ha_emit(lowering,
          (struct ha_cmd_row){.op = HA_CMD_FILL, .a = to, .b = byte, .c = size});
}

static void havoc_scalar(struct ha_lowering *lowering, ha_expr address, ha_type type) {
  struct place place = place_of(lowering, address, type);
  ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_HAVOC_FIELD,
                                        .origin = HA_ORIGIN_UNMODELLED,
                                        .a = place.base,
                                        .field = place.field});
}

static void havoc_members(struct ha_lowering *lowering, ha_expr address,
                          const struct member_list *list) {
  for (unsigned i = 0; i < list->count; i++)
    ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_HAVOC_FIELD,
                                          .origin = HA_ORIGIN_UNMODELLED,
                                          .a = holder(lowering, address, list, i),
                                          .field = member(list, i)});
  for (unsigned i = 0; i < list->gaps; i++)
    ha_emit_havoc_bytes(lowering, gap_address(lowering, address, list->gap_at[i]),
                        ha_expr_int(lowering, list->gap_size[i]));
}

void ha_havoc_object(struct ha_lowering *lowering, ha_expr address, ha_type type) {
  const struct ha_type_info *info = ha_type_get(lowering->types, type);
  ha_expr size = ha_expr_int(lowering, info->size);
  struct member_list list;
  if (info->kind == HA_TYPE_INT || info->kind == HA_TYPE_PTR)
    havoc_scalar(lowering, address, type);
  else if (is_record_of(lowering, type, size, &list))
    havoc_members(lowering,
                  ha_expr_as(lowering, address, ha_type_ptr(lowering->types, type)),
                  &list);
  else
    ha_emit_havoc_bytes(lowering, address, size);
}
