/* The table of types.  Structural types (integers, pointers, arrays) are interned, so
 * equal types have equal ids; records are nominal. */
#include "types.h"
#include "arena.h"
#include "links.h"
#include "names.h"
#include <assert.h>
#include <string.h>

struct type_row {
  struct ha_type_info info;
  ha_type pointer;     /* the type `this *`, 0 if not made yet */
  ha_type array;       /* the newest array type of this element … */
  ha_type other_array; /* … ARRAY: the next older one of the same element */
  ha_field cell;
};

struct ha_types {
  struct ha_arena *arena;
  unsigned ptr_bytes;
  HA_VEC(struct type_row) rows;
  HA_VEC(struct ha_field_info) fields;
  HA_VEC(ha_type) scalars; /* integers and floats, few */
  ha_type func;
  struct ha_names names;  /* of records */
  struct ha_links *links; /* computed on demand: asking does not change the table */
};

struct ha_types *ha_types_new(struct ha_arena *arena, unsigned ptr_bytes) {
  assert(ptr_bytes == 4 || ptr_bytes == 8);
  struct ha_types *types = ha_arena_alloc(arena, sizeof *types);
  types->arena = arena;
  types->ptr_bytes = ptr_bytes;
  types->links = ha_links_new(arena);
  HA_PUSH(arena, types->rows, (struct type_row){0});
  HA_PUSH(arena, types->fields, (struct ha_field_info){0});
  return types;
}

struct ha_arena *ha_types_arena(const struct ha_types *types) { return types->arena; }

unsigned ha_types_ptr_bytes(const struct ha_types *types) { return types->ptr_bytes; }

unsigned ha_types_count(const struct ha_types *types) { return types->rows.count; }

unsigned ha_types_fields(const struct ha_types *types) { return types->fields.count; }

static ha_type add(struct ha_types *types, struct ha_type_info info) {
  HA_PUSH(types->arena, types->rows, (struct type_row){.info = info});
  return types->rows.count - 1;
}

static struct type_row *row(const struct ha_types *types, ha_type type) {
  assert(type < types->rows.count);
  return &types->rows.at[type];
}

static ha_type scalar(struct ha_types *types, struct ha_type_info wanted) {
  for (unsigned i = 0; i < types->scalars.count; i++) {
    const struct ha_type_info *known = &row(types, types->scalars.at[i])->info;
    if (known->kind == wanted.kind && known->size == wanted.size &&
        known->bits == wanted.bits && known->is_signed == wanted.is_signed)
      return types->scalars.at[i];
  }
  ha_type made = add(types, wanted);
  HA_PUSH(types->arena, types->scalars, made);
  return made;
}

/* Sizes are those of memory: 1, 2, 4, 8, 16, as C and _BitInt store them. */
static uint64_t bytes_of(unsigned bits) {
  uint64_t bytes = 1;
  while (bytes * 8 < bits)
    bytes *= 2;
  return bytes;
}

ha_type ha_type_int(struct ha_types *types, unsigned bits, bool is_signed) {
  assert(bits > 0);
  return scalar(types, (struct ha_type_info){.kind = HA_TYPE_INT,
                                             .size = bytes_of(bits),
                                             .bits = bits,
                                             .is_signed = is_signed});
}

ha_type ha_type_truth(struct ha_types *types) { return ha_type_int(types, 1, false); }

ha_type ha_type_size(struct ha_types *types) {
  return ha_type_int(types, 8 * types->ptr_bytes, false);
}

ha_type ha_type_float(struct ha_types *types, unsigned bytes) {
  return scalar(types, (struct ha_type_info){.kind = HA_TYPE_FLOAT, .size = bytes});
}

ha_type ha_type_ptr(struct ha_types *types, ha_type pointee) {
  ha_type pointer = row(types, pointee)->pointer;
  if (!pointer) {
    pointer =
        add(types, (struct ha_type_info){
                       .kind = HA_TYPE_PTR, .size = types->ptr_bytes, .elem = pointee});
    row(types, pointee)->pointer = pointer;
  }
  return pointer;
}

ha_type ha_type_array(struct ha_types *types, ha_type elem, uint64_t count) {
  ha_type array = row(types, elem)->array;
  while (array && row(types, array)->info.count != count)
    array = row(types, array)->other_array;
  if (array)
    return array;
  uint64_t size;
  if (__builtin_mul_overflow(row(types, elem)->info.size, count, &size))
    size = 0;
  array = add(types,
              (struct ha_type_info){
                  .kind = HA_TYPE_ARRAY, .size = size, .elem = elem, .count = count});
  row(types, array)->other_array = row(types, elem)->array;
  row(types, elem)->array = array;
  return array;
}

ha_type ha_type_func(struct ha_types *types) {
  if (!types->func)
    types->func = add(types, (struct ha_type_info){.kind = HA_TYPE_FUNC});
  return types->func;
}

ha_type ha_type_find(const struct ha_types *types, const char *record_name) {
  return ha_names_get(&types->names, record_name);
}

static const char *unique_name(struct ha_types *types, const char *name) {
  const char *unique = name;
  for (unsigned n = 2; ha_type_find(types, unique); n++)
    unique = ha_arena_printf(types->arena, "%s.%u", name, n);
  return ha_arena_strdup(types->arena, unique);
}

ha_type ha_type_record(struct ha_types *types, const char *name, bool is_union) {
  ha_type record = add(
      types, (struct ha_type_info){.kind = is_union ? HA_TYPE_UNION : HA_TYPE_RECORD});
  if (!name || !*name)
    return record;
  const char *unique = unique_name(types, name);
  row(types, record)->info.name = unique;
  ha_names_put(types->arena, &types->names, unique, record);
  return record;
}

void ha_type_set_by_typedef(struct ha_types *types, ha_type record) {
  row(types, record)->info.by_typedef = true;
}

static bool comes_before(const struct ha_field_info *a, const struct ha_field_info *b) {
  return a->offset != b->offset ? a->offset < b->offset : a->bit_offset < b->bit_offset;
}

/* Stable, and linear on what compilers hand over: fields already in order. */
static void sort_fields(struct ha_field_info *fields, unsigned count) {
  for (unsigned i = 1; i < count; i++) {
    struct ha_field_info moving = fields[i];
    unsigned j = i;
    for (; j > 0 && comes_before(&moving, &fields[j - 1]); j--)
      fields[j] = fields[j - 1];
    fields[j] = moving;
  }
}

/* Array types may have been made of a record that was not complete yet. */
static void resize_arrays(struct ha_types *types, ha_type elem) {
  for (ha_type a = row(types, elem)->array; a; a = row(types, a)->other_array) {
    struct ha_type_info *array = &row(types, a)->info;
    if (__builtin_mul_overflow(row(types, elem)->info.size, array->count, &array->size))
      array->size = 0;
    resize_arrays(types, a);
  }
}

void ha_type_complete(struct ha_types *types, ha_type record, uint64_t size,
                      const struct ha_field_info *fields, unsigned count) {
  assert(ha_type_is_record(types, record) && !row(types, record)->info.complete);
  ha_field first = types->fields.count;
  for (unsigned i = 0; i < count; i++) {
    struct ha_field_info field = fields[i];
    field.owner = record;
    field.name = ha_arena_strdup(types->arena, field.name ? field.name : "");
    HA_PUSH(types->arena, types->fields, field);
  }
  sort_fields(types->fields.at + first, count);
  struct ha_type_info *info = &row(types, record)->info;
  info->complete = true;
  info->size = size;
  info->first = count ? first : 0;
  info->fields = count;
  resize_arrays(types, record);
  ha_links_outdate(types->links);
}

const struct ha_type_info *ha_type_get(const struct ha_types *types, ha_type type) {
  return &row(types, type)->info;
}

const struct ha_field_info *ha_field_get(const struct ha_types *types, ha_field field) {
  assert(field < types->fields.count);
  return &types->fields.at[field];
}

ha_field ha_type_cell(struct ha_types *types, ha_type type) {
  enum ha_type_kind kind = row(types, type)->info.kind;
  assert(kind == HA_TYPE_INT || kind == HA_TYPE_FLOAT || kind == HA_TYPE_PTR);
  (void)kind;
  if (!row(types, type)->cell) {
    HA_PUSH(types->arena, types->fields,
            (struct ha_field_info){.owner = type, .name = "*", .type = type});
    row(types, type)->cell = types->fields.count - 1;
  }
  return row(types, type)->cell;
}

ha_field ha_field_find(const struct ha_types *types, ha_type record, const char *name) {
  const struct ha_type_info *info = ha_type_get(types, record);
  for (ha_field f = info->first; f < info->first + info->fields; f++)
    if (strcmp(types->fields.at[f].name, name) == 0)
      return f;
  return 0;
}

static bool covers(const struct ha_types *types, const struct ha_field_info *field,
                   uint64_t offset, uint64_t size) {
  if (field->bit_width || offset < field->offset)
    return false;
  const struct ha_type_info *type = ha_type_get(types, field->type);
  if (type->kind == HA_TYPE_ARRAY && type->count == 0)
    return true;
  uint64_t inside = offset - field->offset;
  return inside < type->size && size <= type->size - inside;
}

ha_field ha_field_at(const struct ha_types *types, ha_type record, uint64_t offset,
                     uint64_t size) {
  const struct ha_type_info *info = ha_type_get(types, record);
  if (info->kind != HA_TYPE_RECORD || size == 0)
    return 0;
  for (ha_field f = info->first; f < info->first + info->fields; f++) {
    const struct ha_field_info *field = &types->fields.at[f];
    if (!covers(types, field, offset, size))
      continue;
    if (ha_type_get(types, field->type)->kind == HA_TYPE_RECORD)
      return ha_field_at(types, field->type, offset - field->offset, size);
    return f;
  }
  return 0;
}

bool ha_type_is_record(const struct ha_types *types, ha_type type) {
  enum ha_type_kind kind = ha_type_get(types, type)->kind;
  return kind == HA_TYPE_RECORD || kind == HA_TYPE_UNION;
}

bool ha_type_is_ptr(const struct ha_types *types, ha_type type) {
  return ha_type_get(types, type)->kind == HA_TYPE_PTR;
}

bool ha_field_is_link(const struct ha_types *types, ha_field field) {
  return ha_links_is_link(types->links, types, field);
}

bool ha_type_is_linked(const struct ha_types *types, ha_type record) {
  return ha_links_is_linked(types->links, types, record);
}
