#include "demand.h"

static bool is_own_memory(const struct ha_program *p, ha_expr address) {
  const struct ha_expr_row *row = &p->exprs.at[address];
  while (row->op == HA_EXPR_FIELD || row->op == HA_EXPR_CAST || row->op == HA_EXPR_ELEM)
    row = &p->exprs.at[row->a];
  return row->op == HA_EXPR_OBJ && p->objs.at[row->imm].kind == HA_OBJ_LOCAL;
}

/* What an unknown function returned, the code may rely on like on its input; what an
 * allocation or a verifier's choice gave, it may not. */
static bool is_deed(const struct ha_program *p, const struct ha_cmd_row *cmd) {
  switch ((enum ha_cmd_op)cmd->op) {
  case HA_CMD_SKIP:
  case HA_CMD_ASSUME:
  case HA_CMD_ASSERT:
  case HA_CMD_NOTE:
  case HA_CMD_ASSIGN:
  case HA_CMD_LOAD:
  case HA_CMD_ALLOCA:
  case HA_CMD_UNWIND:
  case HA_CMD_ENTER:
  case HA_CMD_LEAVE:
    return false;
  case HA_CMD_STORE:
  case HA_CMD_COPY:
  case HA_CMD_FILL:
  case HA_CMD_HAVOC_FIELD:
  case HA_CMD_HAVOC_BYTES:
    return !is_own_memory(p, cmd->a);
  case HA_CMD_HAVOC:
    return cmd->origin != HA_ORIGIN_CALL_RESULT;
  case HA_CMD_NEW:
  case HA_CMD_FREE:
  case HA_CMD_HAVOC_REACH:
    return true;
  }
  return true;
}

static bool has_deed(const struct ha_program *p, uint32_t first, uint32_t end) {
  for (uint32_t c = first; c < end; c++)
    if (is_deed(p, &p->cmds.at[c]))
      return true;
  return false;
}

/* By location: can it be reached after a deed, or in a loop? */
static bool *late_locations(struct ha_arena *arena, const struct ha_program *p) {
  bool *late = ha_arena_alloc(arena, p->locs.count + 1);
  for (ha_loc l = 1; l < p->locs.count; l++)
    late[l] = p->locs.at[l].loop_head;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t e = 1; e < p->edges.count; e++) {
      const struct ha_edge_row *edge = &p->edges.at[e];
      if (!late[edge->to] &&
          (late[edge->from] || has_deed(p, edge->first, edge->first + edge->count)))
        late[edge->to] = changed = true;
    }
  }
  return late;
}

/* Shapes are what the other rules are about: nothing is assumed of them silently. */
static bool compares_pointers(const struct ha_program *p, ha_expr expr) {
  const struct ha_expr_row *row = &p->exprs.at[expr];
  bool is_pointer = ha_type_get(p->types, row->type)->kind == HA_TYPE_PTR;
  return is_pointer || (row->a && compares_pointers(p, row->a)) ||
         (row->b && compares_pointers(p, row->b)) ||
         (row->c && compares_pointers(p, row->c));
}

/* The test that leads to the failing assertion, or the assertion's own. */
static bool is_about_data(const struct ha_program *p, uint32_t first, uint32_t at) {
  uint32_t test = at;
  while (test > first && p->cmds.at[test].op != HA_CMD_ASSUME)
    test--;
  bool is_test = p->cmds.at[test].op == HA_CMD_ASSUME;
  return !compares_pointers(p, p->cmds.at[is_test ? test : at].a);
}

bool ha_demand_is_made(struct ha_arena *scratch, const struct ha_program *p,
                       uint32_t at) {
  const struct ha_cmd_row *cmd = &p->cmds.at[at];
  if (cmd->op != HA_CMD_ASSERT || p->checks.at[cmd->check].kind != HA_CHECK_ASSERT ||
      p->poss.at[p->checks.at[cmd->check].pos].call)
    return false;
  for (uint32_t e = 1; e < p->edges.count; e++) {
    const struct ha_edge_row *edge = &p->edges.at[e];
    if (at >= edge->first && at < edge->first + edge->count)
      return is_about_data(p, edge->first, at) && !has_deed(p, edge->first, at) &&
             !late_locations(scratch, p)[edge->from];
  }
  return false;
}
