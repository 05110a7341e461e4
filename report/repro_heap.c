/* The input heap of a witness as C statements.
 *
 * Each block of the entry heap is a malloc of its exact size, so that ASan sees every
 * overrun and use after free, and is held by a static, so that LSan takes it for
 * reachable.  Contents are written by byte offset, which is right for any type,
 * private ones too; the field's name stands beside it for the reader.  Bytes that are
 * undefined or were never read stay as malloc gave them (ASan: 0xbe, so that a pointer
 * made of them is not an address). */
#include "../gcl/interp.h"
#include "repro.h"
#include <inttypes.h>
#include <string.h>

/* A block or global that is being written: `expr` is its address in C. */
struct target {
  const char *expr;
  uint64_t address, size;
};

static bool is_made(const struct ha_block_info *block) {
  return block->kind == HA_BLOCK_ENTRY || block->kind == HA_BLOCK_HEAP;
}

static const struct ha_type_info *type_info(const struct ha_repro *repro,
                                            ha_type type) {
  return ha_type_get(repro->program->types, type);
}

static const char *spell(const struct ha_repro *repro, ha_type type) {
  return ha_type_spell(repro->program->types, type);
}

/* ---- addresses and values ---- */

/* A static local has no name in C outside its function, but a symbol. */
static const char *global_expr(struct ha_repro *repro, ha_obj obj) {
  const char *name = repro->program->objs.at[obj].name;
  if (ha_repro_is_identifier(name))
    return ha_arena_printf(repro->arena, "(void *)&%s", name);
  return ha_arena_printf(repro->arena, "ha_static_%u", obj);
}

static const char *object_expr(struct ha_repro *repro,
                               const struct ha_block_info *block) {
  const struct ha_program *program = repro->program;
  for (ha_obj obj = 1; obj < program->objs.count; obj++)
    if (repro->witness->obj_address[obj] == block->address)
      return program->objs.at[obj].kind == HA_OBJ_FUNCTION
                 ? ha_arena_printf(repro->arena, "(void *)%s",
                                   program->objs.at[obj].name)
                 : global_expr(repro, obj);
  return block->kind == HA_BLOCK_CODE ? "(void *)ha_callback" : "(void *)0";
}

const char *ha_repro_pointer(struct ha_repro *repro, uint64_t address) {
  const struct ha_machine *machine = repro->witness->entry;
  ha_block id = address ? ha_machine_find(machine, address) : 0;
  if (!id)
    return ha_arena_printf(repro->arena, "(void *)0x%" PRIx64, address);
  const struct ha_block_info *block = ha_machine_block(machine, id);
  const char *expr = is_made(block)
                         ? ha_arena_printf(repro->arena, "ha_n%u", block->serial)
                         : object_expr(repro, block);
  uint64_t offset = address - block->address;
  if (!offset)
    return expr;
  return ha_arena_printf(repro->arena, "(void *)((char *)%s + %" PRIu64 ")", expr,
                         offset);
}

static const char *integer(struct ha_repro *repro, const struct ha_type_info *type,
                           uint64_t bits) {
  if (type->is_signed && type->bits < 64 && bits >> (type->bits - 1) & 1)
    bits |= ~UINT64_C(0) << type->bits;
  if (type->is_signed && bits == UINT64_C(1) << 63)
    return "(-9223372036854775807ll - 1)";
  if (type->is_signed)
    return ha_arena_printf(repro->arena, "%" PRId64 "%s", (int64_t)bits,
                           type->bits > 32 ? "ll" : "");
  return ha_arena_printf(repro->arena, "%" PRIu64 "%s", bits,
                         type->bits > 32 ? "ull" : "u");
}

const char *ha_repro_value(struct ha_repro *repro, ha_type type,
                           struct ha_value value) {
  const struct ha_type_info *info = type_info(repro, type);
  uint64_t bits = value.bits & ~value.undef;
  switch (info->kind) {
  case HA_TYPE_PTR:
    return bits ? ha_repro_pointer(repro, bits) : "(void *)0";
  case HA_TYPE_FLOAT:
    return ha_arena_printf(repro->arena, "ha_%s(0x%" PRIx64 "ull)",
                           info->size == 4 ? "float" : "double", bits);
  case HA_TYPE_INT:
    return integer(repro, info, bits);
  default:
    return ha_arena_printf(repro->arena, "%" PRIu64 "ull", bits);
  }
}

/* ---- contents ---- */

static struct ha_value read_at(const struct ha_repro *repro,
                               const struct target *target, uint64_t offset,
                               unsigned size) {
  return ha_machine_read(repro->witness->entry, target->address + offset, size);
}

static bool is_known_byte(const struct ha_repro *repro, const struct target *target,
                          uint64_t offset) {
  return (uint8_t)read_at(repro, target, offset, 1).undef != 0xff;
}

static void put_word(struct ha_repro *repro, const struct target *target,
                     uint64_t offset, unsigned size, const char *value,
                     const char *path) {
  fprintf(repro->out, "  ha_put(%s, %" PRIu64 ", %u, (ha_word)%s);%s%s%s\n",
          target->expr, offset, size, value, *path ? " /* " : "", path,
          *path ? " */" : "");
}

static void put_run(struct ha_repro *repro, const struct target *target,
                    uint64_t offset, uint64_t size) {
  fprintf(repro->out, "  ha_put_bytes(%s, %" PRIu64 ", \"", target->expr, offset);
  for (uint64_t i = 0; i < size; i++)
    fprintf(repro->out, "\\%03o", (unsigned)read_at(repro, target, offset + i, 1).bits);
  fprintf(repro->out, "\", %" PRIu64 ");\n", size);
}

/* Is there a pointer in bytes of which no type is known? */
static bool is_pointer_at(const struct ha_repro *repro, const struct target *target,
                          uint64_t offset, uint64_t end) {
  unsigned size = ha_types_ptr_bytes(repro->program->types);
  if (offset % size || offset + size > end)
    return false;
  struct ha_value value = read_at(repro, target, offset, size);
  return !value.undef && value.bits &&
         ha_machine_find(repro->witness->entry, value.bits);
}

/* Bytes [offset, end) without a type: pointers by the look of them, the rest in runs
 * of known bytes. */
static void put_raw(struct ha_repro *repro, const struct target *target,
                    uint64_t offset, uint64_t end) {
  unsigned word = ha_types_ptr_bytes(repro->program->types);
  while (offset < end) {
    if (is_pointer_at(repro, target, offset, end)) {
      uint64_t bits = read_at(repro, target, offset, word).bits;
      put_word(repro, target, offset, word,
               ha_arena_printf(repro->arena, "%s", ha_repro_pointer(repro, bits)), "");
      offset += word;
      continue;
    }
    uint64_t stop = offset;
    while (stop < end && is_known_byte(repro, target, stop) &&
           !is_pointer_at(repro, target, stop, end))
      stop++;
    if (stop > offset)
      put_run(repro, target, offset, stop - offset);
    offset = stop > offset ? stop : offset + 1;
  }
}

static void put_scalar(struct ha_repro *repro, const struct target *target,
                       ha_type type, uint64_t offset, const char *path) {
  unsigned size = (unsigned)type_info(repro, type)->size;
  struct ha_value value = read_at(repro, target, offset, size);
  uint64_t all = size == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * size) - 1;
  if ((value.undef & all) == all)
    return;
  if (value.undef & all)
    put_raw(repro, target, offset, offset + size);
  else
    put_word(repro, target, offset, size, ha_repro_value(repro, type, value), path);
}

static void put_typed(struct ha_repro *repro, const struct target *target, ha_type type,
                      uint64_t offset, const char *path);

static void put_field(struct ha_repro *repro, const struct target *target,
                      const struct ha_field_info *field, uint64_t base,
                      const char *path) {
  const char *name = !*field->name ? path
                                   : ha_arena_printf(repro->arena, "%s%s%s", path,
                                                     *path ? "." : "", field->name);
  uint64_t offset = base + field->offset;
  if (!field->bit_width) {
    put_typed(repro, target, field->type, offset, name);
    return;
  }
  uint64_t first = offset + field->bit_offset / 8;
  uint64_t end = offset + (field->bit_offset + field->bit_width + 7u) / 8;
  put_raw(repro, target, first, end);
}

static void put_array(struct ha_repro *repro, const struct target *target,
                      const struct ha_type_info *array, uint64_t offset,
                      const char *path) {
  uint64_t size = type_info(repro, array->elem)->size;
  uint64_t room = size ? (target->size - offset) / size : 0;
  uint64_t count = array->count && array->count < room ? array->count : room;
  if (size == 1) {
    put_raw(repro, target, offset, offset + count);
    return;
  }
  for (uint64_t i = 0; i < count; i++)
    put_typed(repro, target, array->elem, offset + i * size,
              ha_arena_printf(repro->arena, "%s[%" PRIu64 "]", path, i));
}

static void put_typed(struct ha_repro *repro, const struct target *target, ha_type type,
                      uint64_t offset, const char *path) {
  const struct ha_type_info *info = type_info(repro, type);
  if (info->kind == HA_TYPE_ARRAY) {
    put_array(repro, target, info, offset, path);
    return;
  }
  uint64_t size = info->size;
  if (offset + size > target->size) /* a block smaller than its type */
    put_raw(repro, target, offset, target->size);
  else if (info->kind == HA_TYPE_RECORD && info->complete)
    for (uint32_t i = 0; i < info->fields; i++)
      put_field(repro, target, ha_field_get(repro->program->types, info->first + i),
                offset, path);
  else if ((info->kind == HA_TYPE_PTR || info->kind == HA_TYPE_INT) && size <= 8)
    put_scalar(repro, target, type, offset, path);
  else
    put_raw(repro, target, offset, offset + size);
}

/* A block may be an array of its type, or end in bytes that the type does not know. */
static void put_block(struct ha_repro *repro, const struct target *target,
                      ha_type type) {
  uint64_t size = type ? type_info(repro, type)->size : 0, offset = 0;
  if (size)
    for (put_typed(repro, target, type, 0, ""), offset = size;
         target->size % size == 0 && offset < target->size; offset += size)
      put_typed(repro, target, type, offset, "");
  else
    put_raw(repro, target, 0, target->size);
}

/* ---- blocks and globals ---- */

static bool is_reloc(const struct ha_obj_row *row, uint64_t offset, unsigned word,
                     const struct ha_reloc **found) {
  for (unsigned i = 0; i < row->relocs.count; i++) {
    *found = &row->relocs.at[i];
    if ((*found)->offset <= offset && offset < (*found)->offset + word)
      return true;
  }
  return false;
}

/* Does the global hold at entry what its initialiser gives it anyway? */
static bool is_initial(const struct ha_repro *repro, const struct target *target,
                       const struct ha_obj_row *row) {
  unsigned word = ha_types_ptr_bytes(repro->program->types);
  const struct ha_reloc *reloc = NULL;
  for (uint64_t i = 0; i < target->size; i++) {
    struct ha_value value = read_at(repro, target, i, 1);
    uint64_t initial = row->init && i < row->size ? row->init[i] : 0;
    if (is_reloc(row, i, word, &reloc)) {
      uint64_t address =
          repro->witness->obj_address[reloc->target] + (uint64_t)reloc->addend;
      initial = address >> 8 * (i - reloc->offset) & 0xff;
    }
    if (!(value.undef & 0xff) && value.bits != initial)
      return false;
  }
  return true;
}

static bool find_global(struct ha_repro *repro, ha_obj obj, struct target *target) {
  const struct ha_obj_row *row = &repro->program->objs.at[obj];
  uint64_t address = repro->witness->obj_address[obj];
  ha_block block = address ? ha_machine_find(repro->witness->entry, address) : 0;
  if (row->kind != HA_OBJ_GLOBAL || row->is_const || !block)
    return false;
  const struct ha_block_info *info = ha_machine_block(repro->witness->entry, block);
  *target = (struct target){global_expr(repro, obj), address, info->size};
  return true;
}

void ha_repro_declare_heap(struct ha_repro *repro) {
  const struct ha_machine *machine = repro->witness->entry;
  for (ha_block id = 1; id <= ha_machine_blocks(machine); id++) {
    const struct ha_block_info *block = ha_machine_block(machine, id);
    if (is_made(block))
      fprintf(repro->out, "static void *ha_n%u; /* %s */\n", block->serial,
              block->type ? spell(repro, block->type) : "bytes");
  }
  struct target target;
  for (ha_obj obj = 1; obj < repro->program->objs.count; obj++)
    if (find_global(repro, obj, &target) &&
        !ha_repro_is_identifier(repro->program->objs.at[obj].name))
      fprintf(repro->out,
              "extern char ha_static_%u[];\n__asm__(\".set ha_static_%u, %s\");\n", obj,
              obj, repro->program->objs.at[obj].name);
}

void ha_repro_build_heap(struct ha_repro *repro) {
  const struct ha_machine *machine = repro->witness->entry;
  for (ha_block id = 1; id <= ha_machine_blocks(machine); id++) {
    const struct ha_block_info *block = ha_machine_block(machine, id);
    if (is_made(block))
      fprintf(repro->out, "  ha_n%u = ha_malloc(%" PRIu64 ");\n", block->serial,
              block->size);
  }
  for (ha_block id = 1; id <= ha_machine_blocks(machine); id++) {
    const struct ha_block_info *block = ha_machine_block(machine, id);
    struct target target = {NULL, block->address, block->size};
    target.expr = ha_arena_printf(repro->arena, "ha_n%u", block->serial);
    if (is_made(block))
      put_block(repro, &target, block->type);
  }
  struct target target;
  for (ha_obj obj = 1; obj < repro->program->objs.count; obj++)
    if (find_global(repro, obj, &target) &&
        !is_initial(repro, &target, &repro->program->objs.at[obj]))
      put_block(repro, &target, repro->program->objs.at[obj].type);
}
