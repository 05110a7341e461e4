/* Blocks of bytes as objects.  A block's type lays out what is in it: records, the
 * records embedded in them, elements of arrays, scalars. */
#include "../gcl/arena.h"
#include "../gcl/arith.h"
#include "../gcl/plan.h"
#include "concrete_impl.h"

enum { MAX_OBJECTS = 20000 };

static const struct ha_type_info *info(const struct ha_concrete *c, ha_type type) {
  return ha_type_get(c->types, type);
}

bool ha_concrete_same(struct ha_concrete_object a, struct ha_concrete_object b) {
  return a.address == b.address && (!a.address || a.type == b.type);
}

/* Its address is in no block, and no pointer has it. */
struct ha_concrete_object ha_concrete_unborn(void) {
  return (struct ha_concrete_object){UINT64_MAX, 0};
}

static bool is_unborn(struct ha_concrete_object o) {
  return o.address == UINT64_MAX && !o.type;
}

/* ---- layouts ---- */

/* Does a `type` at offset 0 have a `wanted` at `offset`?  *field is the one whose
 * address it is, 0 if it is the whole or an element. */
static bool lies_at(const struct ha_concrete *c, ha_type type, uint64_t offset,
                    ha_type wanted, ha_field *field) {
  const struct ha_type_info *t = info(c, type);
  if (type == wanted && offset == 0)
    return true;
  if (t->kind == HA_TYPE_ARRAY) {
    uint64_t size = info(c, t->elem)->size;
    *field = 0;
    return size && lies_at(c, t->elem, offset % size, wanted, field);
  }
  if (!ha_type_is_record(c->types, type))
    return false;
  ha_field first = t->first, end = t->first + t->fields;
  for (ha_field f = first; f < end; f++) {
    const struct ha_field_info *row = ha_field_get(c->types, f);
    uint64_t size = info(c, row->type)->size;
    bool flexible = !size && info(c, row->type)->kind == HA_TYPE_ARRAY;
    if (row->bit_width || offset < row->offset ||
        (!flexible && offset >= row->offset + size))
      continue;
    *field = f;
    if (lies_at(c, row->type, offset - row->offset, wanted, field))
      return true;
  }
  return false;
}

static const struct ha_block_info *block_of(const struct ha_concrete *c,
                                            uint64_t address) {
  ha_block block = ha_machine_find(c->machine, address);
  return block ? ha_machine_block(c->machine, block) : NULL;
}

/* A block may hold several records in a row. */
static bool is_there(const struct ha_concrete *c, const struct ha_block_info *b,
                     struct ha_concrete_object o, ha_field *field) {
  uint64_t size = info(c, b->type)->size, offset = o.address - b->address;
  *field = 0;
  if (!b->type || !size || offset + info(c, o.type)->size > b->size)
    return false;
  return lies_at(c, b->type, offset % size, o.type, field);
}

/* ---- pointers and numbers ---- */

static bool is_untyped(const struct ha_concrete *c, ha_type pointee) {
  const struct ha_type_info *t = info(c, pointee);
  return !pointee || (t->kind == HA_TYPE_INT && t->bits == 8) ||
         (t->kind == HA_TYPE_RECORD && !t->complete);
}

/* What a `void *` points to: the record that starts there, if just one does. */
static ha_type type_at(const struct ha_concrete *c, const struct ha_block_info *b,
                       uint64_t address) {
  uint64_t size = info(c, b->type)->size;
  ha_type found = 0;
  for (ha_type t = 1; b->type && size && t < ha_types_count(c->types); t++) {
    ha_field field = 0;
    if (!ha_type_is_record(c->types, t) ||
        !lies_at(c, b->type, (address - b->address) % size, t, &field))
      continue;
    if (found)
      return 0;
    found = t;
  }
  return found;
}

struct ha_seen ha_concrete_pointer(struct ha_concrete *c, struct ha_value bits,
                                   ha_type pointee) {
  if (bits.undef || bits.taint)
    return ha_unseen();
  struct ha_concrete_object object = {bits.bits, pointee};
  if (!bits.bits || !is_untyped(c, pointee))
    return ha_seen_object(object);
  const struct ha_block_info *b = block_of(c, bits.bits);
  object.type = b ? type_at(c, b, bits.bits) : 0;
  return object.type ? ha_seen_object(object) : ha_unseen();
}

struct ha_seen ha_concrete_number(const struct ha_concrete *c, struct ha_value bits,
                                  ha_type type) {
  const struct ha_type_info *t = info(c, type);
  if (bits.undef || bits.taint)
    return ha_unseen();
  if (t->kind == HA_TYPE_INT && t->is_signed && t->bits <= 64)
    return ha_seen_number(ha_sign_extend(bits.bits, t->bits));
  return ha_seen_number((ha_wide)bits.bits);
}

/* ---- properties of objects ---- */

struct ha_seen ha_concrete_is_live(struct ha_concrete *c, struct ha_concrete_object o,
                                   bool old) {
  const struct ha_block_info *b = o.address ? block_of(c, o.address) : NULL;
  ha_field field;
  if (!b || is_unborn(o) || b->kind == HA_BLOCK_CODE)
    return ha_seen_number(0);
  bool was = b->kind == HA_BLOCK_ENTRY || b->kind == HA_BLOCK_GLOBAL;
  if (old ? !was : !b->live)
    return ha_seen_number(0);
  if (b->escaped && !old)
    return ha_unseen();
  if (is_there(c, b, o, &field))
    return ha_seen_number(1);
  bool fits = o.address - b->address + info(c, o.type)->size <= b->size;
  return fits && !b->type ? ha_unseen() : ha_seen_number(0);
}

struct ha_seen ha_concrete_is_mine(struct ha_concrete *c, struct ha_concrete_object o) {
  const struct ha_block_info *b = o.address ? block_of(c, o.address) : NULL;
  ha_field field;
  return ha_seen_number(b && !is_unborn(o) && b->kind == HA_BLOCK_HEAP &&
                        ha_type_is_record(c->types, o.type) &&
                        is_there(c, b, o, &field));
}

struct ha_seen ha_concrete_is_heap(struct ha_concrete *c, struct ha_concrete_object o) {
  const struct ha_block_info *b = o.address ? block_of(c, o.address) : NULL;
  if (is_unborn(o) || (o.address && !b))
    return ha_unseen(); /* what is not there yet may be allocated anywhere */
  bool heap = b && (b->kind == HA_BLOCK_HEAP || b->kind == HA_BLOCK_ENTRY);
  return ha_seen_number(heap && b->address == o.address &&
                        (!b->type || b->type == o.type));
}

struct ha_seen ha_concrete_tag(struct ha_concrete *c, struct ha_concrete_object o) {
  const struct ha_block_info *b = o.address ? block_of(c, o.address) : NULL;
  ha_field field;
  if (!b || is_unborn(o) || !is_there(c, b, o, &field))
    return ha_unseen();
  return ha_seen_number(field);
}

/* ---- all objects ---- */

static void list_at(struct ha_concrete *c, uint64_t address, ha_type type,
                    uint64_t room) {
  const struct ha_type_info t = *info(c, type);
  if (c->universe.count >= MAX_OBJECTS) {
    c->is_open = true;
    return;
  }
  if (t.kind == HA_TYPE_ARRAY) {
    uint64_t size = info(c, t.elem)->size;
    for (uint64_t at = 0; size && at + size <= room && c->universe.count < MAX_OBJECTS;
         at += size)
      list_at(c, address + at, t.elem, size);
    return;
  }
  HA_PUSH(c->arena, c->universe, (struct ha_concrete_object){address, type});
  if (!ha_type_is_record(c->types, type))
    return;
  for (uint32_t i = 0; i < t.fields; i++) {
    const struct ha_field_info f = *ha_field_get(c->types, t.first + i);
    uint64_t size = info(c, f.type)->size;
    if (!f.bit_width && f.offset <= room)
      list_at(c, address + f.offset, f.type, size ? size : room - f.offset);
  }
}

/* Memory of the run's own whose type is not known yet may become anything. */
void ha_concrete_list_objects(struct ha_concrete *c) {
  while (c->listed < ha_machine_blocks(c->machine)) {
    const struct ha_block_info block = *ha_machine_block(c->machine, ++c->listed);
    uint64_t size = info(c, block.type)->size;
    if (block.kind == HA_BLOCK_CODE)
      continue;
    if (!block.type || !size) {
      c->is_open |= block.live && block.size && block.kind == HA_BLOCK_HEAP;
      continue;
    }
    for (uint64_t at = 0; at + size <= block.size && !c->is_open; at += size)
      list_at(c, block.address + at, block.type, size);
  }
}
