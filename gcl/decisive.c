#include "decisive.h"

/* Marks the variables in `expr`; true if one of them is new. */
static bool mark(const struct ha_program *p, bool *decisive, ha_expr expr) {
  const struct ha_expr_row *row = &p->exprs.at[expr];
  if (!expr)
    return false;
  if (row->op == HA_EXPR_VAR) {
    bool is_new = !decisive[row->imm];
    decisive[row->imm] = true;
    return is_new;
  }
  ha_expr operands[] = {row->a, row->b, row->c};
  bool any = false;
  for (unsigned i = 0; i < ha_expr_arity[row->op]; i++)
    any |= mark(p, decisive, operands[i]);
  return any;
}

static bool is_decision(const struct ha_program *p, const struct ha_cmd_row *cmd) {
  return cmd->op == HA_CMD_ASSUME ||
         (cmd->op == HA_CMD_ASSERT && p->checks.at[cmd->check].kind == HA_CHECK_ASSERT);
}

const bool *ha_decisive_vars(struct ha_arena *arena, const struct ha_program *p) {
  bool *decisive = ha_arena_alloc(arena, p->vars.count * sizeof *decisive);
  for (uint32_t c = 1; c < p->cmds.count; c++)
    if (is_decision(p, &p->cmds.at[c]))
      mark(p, decisive, p->cmds.at[c].a);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t c = 1; c < p->cmds.count; c++) {
      const struct ha_cmd_row *cmd = &p->cmds.at[c];
      if (cmd->op == HA_CMD_ASSIGN && decisive[cmd->var])
        changed |= mark(p, decisive, cmd->a);
    }
  }
  return decisive;
}

bool ha_decisive_field(const struct ha_program *p, const bool *decisive,
                       ha_field field) {
  for (uint32_t c = 1; c < p->cmds.count; c++) {
    const struct ha_cmd_row *cmd = &p->cmds.at[c];
    if (cmd->op == HA_CMD_LOAD && cmd->field == field && decisive[cmd->var])
      return true;
  }
  return false;
}
