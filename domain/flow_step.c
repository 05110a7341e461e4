#include "flow_step.h"
#include "flow_eval.h"
#include <limits.h>

static const struct ha_field_info *field_of(const struct ha_flow_context *c,
                                            ha_field field) {
  return ha_field_get(c->program->types, field);
}

static bool is_ptr(const struct ha_flow_context *c, ha_type type) {
  return ha_type_is_ptr(c->program->types, type);
}

static ha_flow_vn unknown(const struct ha_flow_context *c, struct ha_flow_state *s) {
  return ha_flow_number(c, s, (struct ha_flow_value){.may = NIL | BAD});
}

/* A store: which cells may it change?  Under C's effective types a cell of type T
 * is changed only through an lvalue of type T, or of a character type. */
struct write {
  const struct ha_flow_context *c;
  bool in_region, precise;
  uint32_t base;
  uint64_t offset, size;
  ha_type type;
};

static bool may_overlap(const struct write *w, const struct ha_flow_cell *cell) {
  uint64_t size = ha_type_get(w->c->program->types, cell->type)->size;
  return w->offset < cell->offset + size && cell->offset < w->offset + w->size;
}

static bool write_hits(const struct ha_flow_cell *cell, const void *context) {
  const struct write *w = context;
  if (cell->in_region != w->in_region)
    return false;
  if (cell->base == w->base && w->precise)
    return may_overlap(w, cell);
  if (w->in_region)
    return cell->base == w->base;
  return !w->precise || w->c->unions || w->size == 1 || cell->type == w->type ||
         ha_type_get(w->c->program->types, cell->type)->size == 1 ||
         (is_ptr(w->c, cell->type) && is_ptr(w->c, w->type));
}

/* Does the write leave part of a known cell standing? */
static bool tears(const struct write *w, const struct ha_flow_state *s) {
  for (unsigned i = 0; i < s->cells.count; i++) {
    const struct ha_flow_cell *cell = &s->cells.at[i];
    uint64_t end = cell->offset + ha_type_get(w->c->program->types, cell->type)->size;
    if (cell->in_region && cell->base == w->base && may_overlap(w, cell) &&
        (cell->offset < w->offset || end > w->offset + w->size))
      return true;
  }
  return false;
}

static void store_private(const struct ha_flow_context *c, struct ha_flow_state *s,
                          const struct ha_flow_place *place, ha_type type,
                          ha_flow_vn vn) {
  struct ha_flow_value root = s->values.at[place->root];
  struct write w = {.c = c,
                    .in_region = true,
                    .precise = place->known,
                    .base = root.region,
                    .offset = root.offset + place->offset,
                    .size = ha_type_get(c->program->types, type)->size,
                    .type = type};
  if (!place->known || tears(&w, s))
    s->regions[root.region].zeroed = false;
  ha_flow_cells_drop(s, write_hits, &w);
  struct ha_flow_value stored = s->values.at[vn];
  if (!place->known) {
    if (stored.may & PRIVATE)
      ha_flow_lose(c, s, stored.region);
    return;
  }
  HA_PUSH(c->arena, s->cells, (struct ha_flow_cell){true, w.base, w.offset, type, vn});
}

static void store_at_large(const struct ha_flow_context *c, struct ha_flow_state *s,
                           const struct ha_flow_place *place, ha_type type,
                           ha_flow_vn vn) {
  bool had_published = s->published;
  struct ha_flow_value stored = s->values.at[vn];
  if (stored.may == PRIVATE)
    ha_flow_publish(c, s, stored.region);
  else if (stored.may & PRIVATE)
    ha_flow_lose(c, s, stored.region);
  if (is_ptr(c, type) && had_published)
    s->unlinked = true;
  struct ha_flow_value root = s->values.at[place->root];
  bool typed = place->known && !(root.may & (BAD | CONST)) && root.may & GOOD &&
               ha_flow_has_part(c->program->types, root.type, place->offset, type);
  if (!typed)
    s->all_broken = s->unlinked = true;
  else if (!ha_flow_fits(c, &s->values.at[vn], type))
    ha_flow_break(c, s, type);
  struct write w = {.c = c,
                    .precise = typed,
                    .base = place->root,
                    .offset = place->offset,
                    .size = ha_type_get(c->program->types, type)->size,
                    .type = type};
  ha_flow_cells_drop(s, write_hits, &w);
  if (typed && place->root)
    HA_PUSH(c->arena, s->cells,
            (struct ha_flow_cell){false, w.base, w.offset, type, vn});
}

static bool is_integer_at_large(const struct ha_flow_cell *cell, const void *context) {
  const struct ha_flow_context *c = context;
  return !cell->in_region && !is_ptr(c, cell->type);
}

/* A block of unknown type becomes what it is first used as. */
static void type_region(const struct ha_flow_context *c, struct ha_flow_state *s,
                        const struct ha_flow_place *place, ha_type owner) {
  struct ha_flow_value root = s->values.at[place->root];
  if (!(root.may & PRIVATE) || root.offset || place->offset || !place->known)
    return;
  struct ha_flow_region *region = &s->regions[root.region];
  bool whole = region->size == ha_type_get(c->program->types, owner)->size;
  if (!region->type && whole)
    region->type = owner;
}

static void store(const struct ha_flow_context *c, struct ha_flow_state *s,
                  const struct ha_cmd_row *cmd, ha_flow_vn vn) {
  const struct ha_field_info *field = field_of(c, cmd->field);
  struct ha_flow_place place = ha_flow_place_of(c, s, cmd->a);
  type_region(c, s, &place, field->owner);
  place.offset += field->offset;
  struct ha_flow_value root = s->values.at[place.root];
  if (root.may & PRIVATE)
    store_private(c, s, &place, field->type, field->bit_width ? unknown(c, s) : vn);
  else if (field->bit_width && !(root.may & (BAD | CONST)))
    ha_flow_cells_drop(s, is_integer_at_large, c); /* part of some integer */
  else
    store_at_large(c, s, &place, field->type, vn);
}

static ha_flow_vn load_private(const struct ha_flow_context *c, struct ha_flow_state *s,
                               const struct ha_flow_place *place, ha_type type) {
  struct ha_flow_value root = s->values.at[place->root];
  if (!place->known)
    return unknown(c, s);
  uint64_t offset = root.offset + place->offset;
  uint64_t size = ha_type_get(c->program->types, type)->size;
  const struct ha_flow_cell *cell = ha_flow_cell_find(s, true, root.region, offset);
  if (cell && cell->type == type)
    return cell->vn;
  struct write w = {.c = c, .offset = offset, .size = size};
  for (unsigned i = 0; i < s->cells.count; i++)
    if (s->cells.at[i].in_region && s->cells.at[i].base == root.region &&
        may_overlap(&w, &s->cells.at[i]))
      return unknown(c, s);
  if (!s->regions[root.region].zeroed)
    return unknown(c, s);
  return ha_flow_number(c, s,
                        (struct ha_flow_value){.may = is_ptr(c, type) ? NIL : CONST});
}

static ha_flow_vn load_at_large(const struct ha_flow_context *c,
                                struct ha_flow_state *s,
                                const struct ha_flow_place *place, ha_type type) {
  struct ha_flow_value root = s->values.at[place->root];
  bool typed = place->known && !(root.may & (BAD | CONST)) && root.may & GOOD &&
               ha_flow_has_part(c->program->types, root.type, place->offset, type);
  if (!typed)
    return unknown(c, s);
  const struct ha_flow_cell *cell =
      ha_flow_cell_find(s, false, place->root, place->offset);
  if (cell && cell->type == type)
    return cell->vn;
  ha_flow_vn vn = unknown(c, s);
  if (is_ptr(c, type) && !s->all_broken && !s->broken[type])
    s->values.at[vn] = (struct ha_flow_value){
        .may = NIL | GOOD, .type = ha_type_get(c->program->types, type)->elem};
  if (place->root)
    HA_PUSH(c->arena, s->cells,
            (struct ha_flow_cell){false, place->root, place->offset, type, vn});
  return vn;
}

static void step_load(const struct ha_flow_context *c, struct ha_flow_state *s,
                      const struct ha_cmd_row *cmd) {
  const struct ha_field_info *field = field_of(c, cmd->field);
  struct ha_flow_place place = ha_flow_place_of(c, s, cmd->a);
  place.offset += field->offset;
  if (field->bit_width)
    s->slots[cmd->var] = unknown(c, s);
  else if (s->values.at[place.root].may & PRIVATE)
    s->slots[cmd->var] = load_private(c, s, &place, field->type);
  else
    s->slots[cmd->var] = load_at_large(c, s, &place, field->type);
}

static void make_region(const struct ha_flow_context *c, struct ha_flow_state *s,
                        uint32_t region, struct ha_flow_region made) {
  if (s->regions[region].status == HA_FLOW_PRIVATE && made.heap)
    ha_flow_lose(c, s, region); /* the last block of this site */
  if (!made.heap && s->regions[region].status != HA_FLOW_NONE)
    ha_flow_kill(c, s, region);
  s->regions[region] = made;
}

static void step_new(const struct ha_flow_context *c,
                     const struct ha_flow_regions *regions, struct ha_flow_state *s,
                     uint32_t at) {
  const struct ha_cmd_row *cmd = &c->program->cmds.at[at];
  struct ha_flow_value size = ha_flow_value_of(c, s, cmd->a);
  uint32_t region = regions->of_cmd[at];
  make_region(c, s, region,
              (struct ha_flow_region){.status = HA_FLOW_PRIVATE,
                                      .heap = cmd->op == HA_CMD_NEW,
                                      .type = cmd->type,
                                      .size = size.may == CONST ? size.offset : 0});
  s->slots[cmd->var] =
      ha_flow_number(c, s, (struct ha_flow_value){.may = PRIVATE, .region = region});
}

static void step_enter(const struct ha_flow_context *c,
                       const struct ha_flow_regions *regions, struct ha_flow_state *s,
                       ha_obj object) {
  const struct ha_obj_row *row = &c->program->objs.at[object];
  uint32_t region = regions->of_obj[object];
  make_region(c, s, region,
              (struct ha_flow_region){
                  .status = HA_FLOW_PRIVATE, .type = row->type, .size = row->size});
  s->slots[c->program->vars.count + object] =
      ha_flow_number(c, s, (struct ha_flow_value){.may = PRIVATE, .region = region});
}

static void step_free(const struct ha_flow_context *c, struct ha_flow_state *s,
                      ha_expr pointer) {
  struct ha_flow_value value = ha_flow_value_of(c, s, pointer);
  if (value.may == NIL)
    return;
  if (value.may == PRIVATE) {
    ha_flow_kill(c, s, value.region);
    return;
  }
  if (value.may & PRIVATE) /* or null: then the block is still there */
    ha_flow_lose(c, s, value.region);
  s->unlinked = true;
  ha_flow_forget(c, s);
}

/* ---- bytes ---- */

/* None is padding; torn is a pointer of which only some bytes are meant, or what is not
 * looked into. */
enum parts { PARTS_NONE, PARTS_NUMBERS, PARTS_POINTERS, PARTS_TORN };

static enum parts parts_in(const struct ha_types *types, ha_type type, uint64_t from,
                           uint64_t to);

static enum parts parts_of_record(const struct ha_types *types,
                                  const struct ha_type_info *info, uint64_t from,
                                  uint64_t to) {
  enum parts most = PARTS_NONE;
  for (unsigned i = 0; i < info->fields; i++) {
    const struct ha_field_info *f = ha_field_get(types, info->first + i);
    uint64_t end = f->offset + ha_type_get(types, f->type)->size;
    if (from >= end || to <= f->offset)
      continue;
    uint64_t start = from > f->offset ? from - f->offset : 0;
    enum parts inner = parts_in(types, f->type, start, to - f->offset);
    most = inner > most ? inner : most;
  }
  return most;
}

/* What an object of `type` has in [from, to). */
static enum parts parts_in(const struct ha_types *types, ha_type type, uint64_t from,
                           uint64_t to) {
  const struct ha_type_info *info = ha_type_get(types, type);
  bool whole = from == 0 && to >= info->size;
  switch (info->kind) {
  case HA_TYPE_INT:
  case HA_TYPE_FLOAT:
    return PARTS_NUMBERS;
  case HA_TYPE_PTR:
    return whole ? PARTS_POINTERS : PARTS_TORN;
  case HA_TYPE_RECORD:
    return parts_of_record(types, info, from, to);
  case HA_TYPE_ARRAY: {
    enum parts inner = parts_in(types, info->elem, 0, UINT64_MAX);
    return whole || inner == PARTS_NUMBERS ? inner : PARTS_TORN;
  }
  default:
    return PARTS_TORN;
  }
}

/* A range of bytes that a command overwrites. */
struct range {
  struct ha_flow_place place;
  struct ha_flow_value root;
  bool known; /* which bytes these are */
  uint64_t size;
  bool is_zero; /* they become zero */
};

static struct range range_of(const struct ha_flow_context *c, struct ha_flow_state *s,
                             const struct ha_cmd_row *cmd, ha_expr count) {
  struct range r = {.place = ha_flow_place_of(c, s, cmd->a)};
  struct ha_flow_value byte = {0}, size = {0};
  if (cmd->op == HA_CMD_FILL)
    byte = ha_flow_value_of(c, s, cmd->b);
  if (count)
    size = ha_flow_value_of(c, s, count);
  r.root = s->values.at[r.place.root];
  r.known = r.place.known && size.may == CONST;
  r.size = size.offset;
  r.is_zero = cmd->op == HA_CMD_FILL && byte.may == CONST && !(byte.offset & 0xff);
  return r;
}

static void overwrite_private(const struct ha_flow_context *c, struct ha_flow_state *s,
                              const struct range *r) {
  struct ha_flow_region *region = &s->regions[r->root.region];
  uint64_t at = r->root.offset + r->place.offset;
  bool typed = region->type &&
               region->size == ha_type_get(c->program->types, region->type)->size;
  if (r->known && typed &&
      parts_in(c->program->types, region->type, at, at + r->size) == PARTS_NONE)
    return;
  struct write w = {.c = c,
                    .in_region = true,
                    .precise = r->known,
                    .base = r->root.region,
                    .offset = at,
                    .size = r->size};
  bool whole = r->known && at == 0 && region->size && r->size >= region->size;
  bool stays_zero = r->known && region->zeroed && !tears(&w, s);
  ha_flow_cells_drop(s, write_hits, &w);
  region->zeroed = r->is_zero && (whole || stays_zero);
}

static bool is_at_large(const struct ha_flow_cell *cell, const void *context) {
  (void)context;
  return !cell->in_region;
}

static void overwrite_at_large(const struct ha_flow_context *c, struct ha_flow_state *s,
                               const struct range *r) {
  enum parts parts = PARTS_TORN;
  bool good = r->known && r->root.may & GOOD && !(r->root.may & (BAD | CONST));
  uint64_t end = r->place.offset + r->size;
  bool inside = good && end >= r->size &&
                end <= ha_type_get(c->program->types, r->root.type)->size;
  if (inside)
    parts = parts_in(c->program->types, r->root.type, r->place.offset, end);
  if (parts == PARTS_NONE)
    return;
  s->unlinked |= s->published && parts >= PARTS_POINTERS;
  if (parts == PARTS_NUMBERS)
    ha_flow_cells_drop(s, is_integer_at_large, c);
  else if (parts == PARTS_POINTERS && r->is_zero)
    ha_flow_cells_drop(s, is_at_large, NULL); /* null fits everywhere */
  else
    ha_flow_forget(c, s);
}

/* Bytes are overwritten, by zero or by what we do not follow. */
static void step_overwrite(const struct ha_flow_context *c, struct ha_flow_state *s,
                           const struct ha_cmd_row *cmd, ha_expr count) {
  struct range r = range_of(c, s, cmd, count);
  if (r.root.may & PRIVATE)
    overwrite_private(c, s, &r);
  else
    overwrite_at_large(c, s, &r);
}

/* A copy may carry addresses of private blocks away. */
static void step_copy(const struct ha_flow_context *c, struct ha_flow_state *s,
                      const struct ha_cmd_row *cmd) {
  struct ha_flow_place from = ha_flow_place_of(c, s, cmd->b);
  struct ha_flow_value root = s->values.at[from.root];
  if (root.may & PRIVATE)
    for (unsigned i = 0; i < s->cells.count; i++) {
      struct ha_flow_value held = s->values.at[s->cells.at[i].vn];
      if (s->cells.at[i].in_region && s->cells.at[i].base == root.region &&
          held.may & PRIVATE) {
        ha_flow_lose(c, s, held.region);
        i = UINT_MAX; /* cells are gone: from the start */
      }
    }
  step_overwrite(c, s, cmd, cmd->c);
}

static void step_havoc_reach(const struct ha_flow_context *c, struct ha_flow_state *s,
                             const struct ha_cmd_row *cmd) {
  if (cmd->a) {
    struct ha_flow_value value = ha_flow_value_of(c, s, cmd->a);
    if (value.may == NIL || value.may == CONST)
      return;
    if (value.may & PRIVATE)
      ha_flow_lose(c, s, value.region);
  }
  s->unlinked = true;
  ha_flow_forget(c, s);
}

/* Every block on the stack may have ended: which ones is not followed. */
static void step_unwind(const struct ha_flow_context *c,
                        const struct ha_flow_regions *regions,
                        struct ha_flow_state *s) {
  for (uint32_t at = 1; at < c->program->cmds.count; at++)
    if (c->program->cmds.at[at].op == HA_CMD_ALLOCA)
      ha_flow_kill(c, s, regions->of_cmd[at]);
  ha_flow_forget(c, s);
}

bool ha_flow_step(const struct ha_flow_context *c,
                  const struct ha_flow_regions *regions, struct ha_flow_state *s,
                  uint32_t at) {
  const struct ha_cmd_row *cmd = &c->program->cmds.at[at];
  switch ((enum ha_cmd_op)cmd->op) {
  case HA_CMD_SKIP:
  case HA_CMD_NOTE:
    return true;
  case HA_CMD_ASSUME:
  case HA_CMD_ASSERT:
    return ha_flow_assume(c, s, cmd->a, true);
  case HA_CMD_ASSIGN:
    s->slots[cmd->var] = ha_flow_eval(c, s, cmd->a);
    return true;
  case HA_CMD_LOAD:
    step_load(c, s, cmd);
    return true;
  case HA_CMD_STORE:
    store(c, s, cmd, ha_flow_eval(c, s, cmd->b));
    return true;
  case HA_CMD_NEW:
  case HA_CMD_ALLOCA:
    step_new(c, regions, s, at);
    return true;
  case HA_CMD_UNWIND:
    step_unwind(c, regions, s);
    return true;
  case HA_CMD_FREE:
    step_free(c, s, cmd->a);
    return true;
  case HA_CMD_ENTER:
    step_enter(c, regions, s, cmd->object);
    return true;
  case HA_CMD_LEAVE:
    ha_flow_kill(c, s, regions->of_obj[cmd->object]);
    return true;
  case HA_CMD_HAVOC:
    s->slots[cmd->var] = unknown(c, s);
    return true;
  case HA_CMD_HAVOC_FIELD:
    store(c, s, cmd, unknown(c, s));
    return true;
  case HA_CMD_HAVOC_BYTES:
    step_overwrite(c, s, cmd, cmd->b);
    return true;
  case HA_CMD_HAVOC_REACH:
    step_havoc_reach(c, s, cmd);
    return true;
  case HA_CMD_COPY:
    step_copy(c, s, cmd);
    return true;
  case HA_CMD_FILL:
    step_overwrite(c, s, cmd, cmd->c);
    return true;
  }
  return true;
}
