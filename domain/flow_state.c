#include "flow_state.h"

#include <assert.h>
#include <string.h>

struct ha_flow_state *ha_flow_state_new(const struct ha_flow_context *c) {
  struct ha_flow_state *s = ha_arena_alloc(c->arena, sizeof *s);
  s->slots = ha_arena_alloc(c->arena, c->slots * sizeof *s->slots);
  s->regions = ha_arena_alloc(c->arena, c->regions * sizeof *s->regions);
  s->broken = ha_arena_alloc(c->arena, c->types * sizeof *s->broken);
  HA_PUSH(c->arena, s->values, (struct ha_flow_value){.may = NIL | BAD});
  return s;
}

struct ha_flow_state *ha_flow_state_copy(const struct ha_flow_context *c,
                                         const struct ha_flow_state *state) {
  struct ha_flow_state *s = ha_flow_state_new(c);
  memcpy(s->slots, state->slots, c->slots * sizeof *s->slots);
  memcpy(s->regions, state->regions, c->regions * sizeof *s->regions);
  memcpy(s->broken, state->broken, c->types * sizeof *s->broken);
  s->values.count = 0;
  for (unsigned i = 0; i < state->values.count; i++)
    HA_PUSH(c->arena, s->values, state->values.at[i]);
  for (unsigned i = 0; i < state->cells.count; i++)
    HA_PUSH(c->arena, s->cells, state->cells.at[i]);
  s->all_broken = state->all_broken;
  s->published = state->published;
  s->unlinked = state->unlinked;
  return s;
}

ha_flow_vn ha_flow_number(const struct ha_flow_context *c, struct ha_flow_state *s,
                          struct ha_flow_value value) {
  HA_PUSH(c->arena, s->values, value);
  return s->values.count - 1;
}

struct ha_flow_value *ha_flow_slot(struct ha_flow_state *s, unsigned slot) {
  return &s->values.at[s->slots[slot]];
}

struct ha_flow_cell *ha_flow_cell_find(struct ha_flow_state *s, bool in_region,
                                       uint32_t base, uint64_t offset) {
  for (unsigned i = 0; i < s->cells.count; i++) {
    struct ha_flow_cell *cell = &s->cells.at[i];
    if (cell->in_region == in_region && cell->base == base && cell->offset == offset)
      return cell;
  }
  return NULL;
}

void ha_flow_cells_drop(struct ha_flow_state *s,
                        bool (*drop)(const struct ha_flow_cell *cell,
                                     const void *context),
                        const void *context) {
  unsigned kept = 0;
  for (unsigned i = 0; i < s->cells.count; i++)
    if (!drop(&s->cells.at[i], context))
      s->cells.at[kept++] = s->cells.at[i];
  s->cells.count = kept;
}

bool ha_flow_fits(const struct ha_flow_context *c, const struct ha_flow_value *value,
                  ha_type cell) {
  if (!ha_type_is_ptr(c->program->types, cell))
    return true;
  if (value->may & (BAD | PRIVATE | CONST))
    return false;
  ha_type pointee = ha_type_get(c->program->types, cell)->elem;
  return !(value->may & GOOD) || value->type == pointee ||
         ha_type_get(c->program->types, pointee)->size == 0;
}

void ha_flow_break(const struct ha_flow_context *c, struct ha_flow_state *s,
                   ha_type type) {
  if (c->unions)
    s->all_broken = true;
  s->broken[type] = true;
}

static bool cell_of_region(const struct ha_flow_cell *cell, const void *context) {
  return cell->in_region && cell->base == *(const uint32_t *)context;
}

static void break_uninitialised(const struct ha_flow_context *c,
                                struct ha_flow_state *s, uint32_t region, ha_type type,
                                uint64_t at);

static uint64_t type_size(const struct ha_flow_context *c, ha_type type) {
  return ha_type_get(c->program->types, type)->size;
}

/* Is some cell of the region known to lie in these bytes, if only in part? */
static bool is_touched(const struct ha_flow_context *c, const struct ha_flow_state *s,
                       uint32_t region, uint64_t at, uint64_t size) {
  for (unsigned i = 0; i < s->cells.count; i++) {
    const struct ha_flow_cell *cell = &s->cells.at[i];
    if (cell->in_region && cell->base == region && cell->offset < at + size &&
        at < cell->offset + type_size(c, cell->type))
      return true;
  }
  return false;
}

/* The pointer cell of type `type` at `at` becomes part of the heap at large. */
static void publish_cell(const struct ha_flow_context *c, struct ha_flow_state *s,
                         uint32_t region, ha_type type, uint64_t at) {
  const struct ha_flow_cell *cell = ha_flow_cell_find(s, true, region, at);
  if (!cell || type_size(c, cell->type) != type_size(c, type)) {
    if (!s->regions[region].zeroed || is_touched(c, s, region, at, type_size(c, type)))
      ha_flow_break(c, s, type);
    return;
  }
  ha_flow_vn vn = cell->vn;
  struct ha_flow_value held = s->values.at[vn];
  if (held.may == PRIVATE)
    ha_flow_publish(c, s, held.region);
  else if (held.may & PRIVATE)
    ha_flow_lose(c, s, held.region);
  if (!ha_flow_fits(c, &s->values.at[vn], type))
    ha_flow_break(c, s, type);
}

static void break_uninitialised(const struct ha_flow_context *c,
                                struct ha_flow_state *s, uint32_t region, ha_type type,
                                uint64_t at) {
  const struct ha_types *types = c->program->types;
  const struct ha_type_info *info = ha_type_get(types, type);
  switch (info->kind) {
  case HA_TYPE_PTR:
    publish_cell(c, s, region, type, at);
    break;
  case HA_TYPE_RECORD:
    for (unsigned i = 0; i < info->fields; i++) {
      const struct ha_field_info *field = ha_field_get(types, info->first + i);
      break_uninitialised(c, s, region, field->type, at + field->offset);
    }
    break;
  case HA_TYPE_ARRAY:
    if (info->count > 64) {
      s->all_broken = true;
      break;
    }
    for (uint64_t i = 0; i < info->count; i++)
      break_uninitialised(c, s, region, info->elem,
                          at + i * ha_type_get(types, info->elem)->size);
    break;
  case HA_TYPE_UNION:
    s->all_broken |= !s->regions[region].zeroed || c->unions;
    break;
  default:
    break;
  }
}

/* What a pointer `offset` bytes into a published block of `type` is. */
static struct ha_flow_value published_value(const struct ha_flow_value *old,
                                            ha_type type) {
  uint8_t nil = old->may & NIL;
  /* An address inside the block would need the type of what it points to. */
  if (old->may & BAD || !type || old->offset)
    return (struct ha_flow_value){.may = nil | BAD};
  return (struct ha_flow_value){.may = nil | GOOD, .type = type};
}

void ha_flow_publish(const struct ha_flow_context *c, struct ha_flow_state *s,
                     uint32_t region) {
  struct ha_flow_region *r = &s->regions[region];
  if (r->status != HA_FLOW_PRIVATE)
    return;
  r->status = HA_FLOW_PUBLISHED;
  s->published |= r->heap;
  s->unlinked |= !r->heap; /* what hangs on a local object goes with it */
  /* A block that may be too small for its type is not an object of it. */
  ha_type type = r->type && r->size >= type_size(c, r->type) ? r->type : 0;
  for (unsigned i = 0; i < s->values.count; i++) {
    struct ha_flow_value *value = &s->values.at[i];
    if (value->may & PRIVATE && value->region == region)
      *value = published_value(value, type);
  }
  if (type)
    break_uninitialised(c, s, region, type, 0);
  else
    s->all_broken = true;
  ha_flow_cells_drop(s, cell_of_region, &region);
}

void ha_flow_lose(const struct ha_flow_context *c, struct ha_flow_state *s,
                  uint32_t region) {
  ha_flow_publish(c, s, region);
  s->unlinked = true;
}

static bool cell_at_large(const struct ha_flow_cell *cell, const void *context) {
  (void)context;
  return !cell->in_region;
}

void ha_flow_forget(const struct ha_flow_context *c, struct ha_flow_state *s) {
  s->all_broken = true;
  ha_flow_cells_drop(s, cell_at_large, NULL);
  for (unsigned i = 0; i < s->values.count; i++) {
    struct ha_flow_value *value = &s->values.at[i];
    if (value->may & GOOD)
      *value = (struct ha_flow_value){.may = (value->may & NIL) | BAD};
  }
  /* Addresses of the globals stay good; only what they hold is unknown. */
  unsigned vars = c->program->vars.count;
  for (unsigned o = 1; o < c->program->objs.count; o++)
    if (c->program->objs.at[o].kind != HA_OBJ_LOCAL)
      s->slots[vars + o] = ha_flow_number(
          c, s,
          (struct ha_flow_value){.may = GOOD, .type = c->program->objs.at[o].type});
}

void ha_flow_kill(const struct ha_flow_context *c, struct ha_flow_state *s,
                  uint32_t region) {
  struct ha_flow_region *r = &s->regions[region];
  if (r->status == HA_FLOW_PUBLISHED)
    ha_flow_forget(c, s);
  r->status = HA_FLOW_DEAD;
  for (unsigned i = 0; i < s->values.count; i++) {
    struct ha_flow_value *value = &s->values.at[i];
    if (value->may & PRIVATE && value->region == region)
      *value = (struct ha_flow_value){.may = (value->may & NIL) | BAD};
  }
  ha_flow_cells_drop(s, cell_of_region, &region);
}
