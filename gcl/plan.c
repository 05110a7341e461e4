#include "plan.h"

unsigned ha_plan_width(const struct ha_types *types, ha_type type) {
  const struct ha_type_info *info = ha_type_get(types, type);
  switch (info->kind) {
  case HA_TYPE_INT:
    return info->bits <= 64 ? info->bits : 0;
  case HA_TYPE_PTR:
    return 8 * ha_types_ptr_bytes(types);
  case HA_TYPE_FLOAT:
    return info->size <= 8 ? 8 * (unsigned)info->size : 0;
  default:
    return 0;
  }
}

static void sort_edges(struct ha_plan *plan, struct ha_arena *arena,
                       const struct ha_program *p) {
  uint32_t locs = p->locs.count;
  plan->first = ha_arena_alloc(arena, (locs + 1) * sizeof *plan->first);
  plan->edges = ha_arena_alloc(arena, p->edges.count * sizeof *plan->edges);
  uint32_t *next = ha_arena_alloc(arena, (locs + 1) * sizeof *next);
  for (uint32_t e = 1; e < p->edges.count; e++)
    plan->first[p->edges.at[e].from + 1]++;
  for (uint32_t l = 0; l < locs; l++)
    next[l + 1] = plan->first[l + 1] += plan->first[l];
  for (uint32_t e = 1; e < p->edges.count; e++)
    plan->edges[next[p->edges.at[e].from]++] = e;
}

const struct ha_plan *ha_plan_new(struct ha_arena *arena, const struct ha_program *p) {
  struct ha_plan *plan = ha_arena_alloc(arena, sizeof *plan);
  sort_edges(plan, arena, p);
  plan->expr_width = ha_arena_alloc(arena, p->exprs.count);
  for (ha_expr e = 1; e < p->exprs.count; e++)
    plan->expr_width[e] = (uint8_t)ha_plan_width(p->types, p->exprs.at[e].type);
  plan->var_width = ha_arena_alloc(arena, p->vars.count);
  for (ha_var v = 1; v < p->vars.count; v++)
    plan->var_width[v] = (uint8_t)ha_plan_width(p->types, p->vars.at[v].type);
  plan->byte = ha_type_int(p->types, 8, false);
  return plan;
}
