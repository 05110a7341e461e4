#include "live.h"
#include <string.h>

struct ha_live {
  const struct ha_program *program;
  uint32_t vars;
  bool *at; /* [location][variable] */
};

bool ha_live_at(const struct ha_live *l, ha_loc loc, ha_var var) {
  return l->at[loc * l->vars + var];
}

static void read_expr(const struct ha_program *p, ha_expr expr, bool *live) {
  if (!expr)
    return;
  const struct ha_expr_row *row = &p->exprs.at[expr];
  if (row->op == HA_EXPR_VAR)
    live[row->imm] = true;
  read_expr(p, row->a, live);
  read_expr(p, row->b, live);
  read_expr(p, row->c, live);
}

static void before(const struct ha_program *p, const struct ha_cmd_row *cmd,
                   bool *live) {
  if (cmd->var)
    live[cmd->var] = false;
  read_expr(p, cmd->a, live);
  read_expr(p, cmd->b, live);
  read_expr(p, cmd->c, live);
}

/* One edge backwards; true if more is live at its start than was known. */
static bool flow(struct ha_live *l, const struct ha_edge_row *edge, bool *scratch) {
  const struct ha_program *p = l->program;
  bool changed = false;
  memcpy(scratch, l->at + edge->to * l->vars, l->vars);
  for (uint32_t c = edge->first + edge->count; c-- > edge->first;)
    before(p, &p->cmds.at[c], scratch);
  for (ha_var v = 0; v < l->vars; v++)
    if (scratch[v] && !l->at[edge->from * l->vars + v])
      l->at[edge->from * l->vars + v] = changed = true;
  return changed;
}

struct ha_live *ha_live_new(struct ha_arena *arena, const struct ha_program *program) {
  struct ha_live *l = ha_arena_alloc(arena, sizeof *l);
  l->program = program;
  l->vars = program->vars.count;
  l->at = ha_arena_alloc(arena, program->locs.count * l->vars);
  bool *scratch = ha_arena_alloc(arena, l->vars + 1);
  for (ha_loc loc = 1; loc < program->locs.count; loc++)
    if (program->locs.at[loc].exit && program->result)
      l->at[loc * l->vars + program->result] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t e = program->edges.count; e-- > 1;)
      changed |= flow(l, &program->edges.at[e], scratch);
  }
  return l;
}
