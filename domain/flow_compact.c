#include "flow_state.h"

struct compaction {
  const struct ha_flow_context *c;
  const struct ha_flow_state *old;
  ha_flow_vn *number; /* by old number; 0: not found (yet) */
  struct ha_flow_state *fresh;
};

static ha_flow_vn renumber(struct compaction *k, ha_flow_vn old) {
  if (old && !k->number[old])
    k->number[old] = ha_flow_number(k->c, k->fresh, k->old->values.at[old]);
  return k->number[old];
}

/* A cell can be read if something leads to its base. */
static bool keep_cell(struct compaction *k, struct ha_flow_cell cell) {
  if (!cell.in_region && !k->number[cell.base])
    return false;
  if (!cell.in_region)
    cell.base = k->number[cell.base];
  cell.vn = renumber(k, cell.vn);
  HA_PUSH(k->c->arena, k->fresh->cells, cell);
  return true;
}

/* What a kept cell holds may be the base of another. */
static void keep_cells(struct compaction *k) {
  unsigned count = k->old->cells.count;
  bool *kept = ha_arena_alloc(k->c->arena, (count + 1) * sizeof *kept);
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = 0; i < count; i++)
      if (!kept[i] && keep_cell(k, k->old->cells.at[i]))
        kept[i] = changed = true;
  }
}

void ha_flow_compact(const struct ha_flow_context *c, struct ha_flow_state *s) {
  struct compaction k = {.c = c, .old = s, .fresh = ha_flow_state_new(c)};
  k.number = ha_arena_alloc(c->arena, s->values.count * sizeof *k.number);
  k.fresh->values.at[0] = s->values.at[0];
  for (unsigned i = 0; i < c->slots; i++)
    k.fresh->slots[i] = renumber(&k, s->slots[i]);
  keep_cells(&k);
  s->slots = k.fresh->slots;
  s->values.at = k.fresh->values.at;
  s->values.count = k.fresh->values.count;
  s->values.capacity = k.fresh->values.capacity;
  s->cells.at = k.fresh->cells.at;
  s->cells.count = k.fresh->cells.count;
  s->cells.capacity = k.fresh->cells.capacity;
}
