#include "draw_name.h"
#include "arena.h"
#include "machine.h"
#include <inttypes.h>
#include <string.h>

const char *ha_draw_source_name(struct ha_arena *arena, const char *name,
                                bool is_inlined) {
  const char *dot = is_inlined ? strchr(name, '.') : NULL;
  const char *start = dot ? dot + 1 : name;
  return ha_arena_strndup(arena, start, strcspn(start, "."));
}

static ha_field member_at(const struct ha_types *types, const struct ha_type_info *t,
                          uint64_t offset) {
  for (uint32_t i = 0; i < t->fields; i++) {
    const struct ha_field_info *f = ha_field_get(types, t->first + i);
    if (offset - f->offset < ha_type_get(types, f->type)->size && offset >= f->offset)
      return t->first + i;
  }
  return 0;
}

static bool is_record(const struct ha_type_info *t) {
  return t->kind == HA_TYPE_RECORD || t->kind == HA_TYPE_UNION;
}

/* From a place of type `type`, `offset` bytes on to a `pointee`: "->head.first[2]".
 * `arrow` is what joins the first member. */
static const char *path(struct ha_arena *arena, const struct ha_types *types,
                        ha_type type, uint64_t offset, ha_type pointee,
                        const char *arrow) {
  const char *text = "";
  while (offset || (type != pointee && pointee)) {
    const struct ha_type_info *t = ha_type_get(types, type);
    if (t->size && offset >= t->size && t->kind != HA_TYPE_ARRAY) {
      text = ha_arena_printf(arena, "%s[%" PRIu64 "]", text, offset / t->size);
      offset %= t->size;
      arrow = ".";
    } else if (is_record(t)) {
      const struct ha_field_info *f = ha_field_get(types, member_at(types, t, offset));
      if (!f->type)
        break;
      const char *joint = *f->name ? arrow : "";
      text = ha_arena_printf(arena, "%s%s%s", text, joint, f->name);
      arrow = *f->name ? "." : arrow;
      offset -= f->offset;
      type = f->type;
    } else if (t->kind == HA_TYPE_ARRAY && ha_type_get(types, t->elem)->size) {
      uint64_t size = ha_type_get(types, t->elem)->size;
      text = ha_arena_printf(arena, "%s[%" PRIu64 "]", text, offset / size);
      offset %= size;
      type = t->elem;
      arrow = ".";
    } else {
      break;
    }
  }
  return offset ? ha_arena_printf(arena, "%s+%" PRIu64, text, offset) : text;
}

const char *ha_draw_name(struct ha_arena *arena, const struct ha_types *types,
                         const struct ha_machine *machine, uint64_t address,
                         ha_type pointee) {
  const struct ha_block_info *b =
      ha_machine_block(machine, ha_machine_find(machine, address));
  bool is_node = b->kind == HA_BLOCK_HEAP || b->kind == HA_BLOCK_ENTRY || !b->name;
  const char *base = is_node ? ha_arena_printf(arena, "n%" PRIu32, b->serial)
                             : ha_draw_source_name(arena, b->name, false);
  const char *rest =
      path(arena, types, b->type, address - b->address, pointee, is_node ? "->" : ".");
  bool is_address = !is_node || *rest;
  return ha_arena_printf(arena, "%s%s%s", is_address ? "&" : "", base, rest);
}
