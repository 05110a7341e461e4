/* What kind of object an allocation makes.
 *
 * C gives a block its type at the first typed access.  The logic has to say it at once,
 * so a block without one is taken to be what the program makes of its address.  Nothing
 * rests on the guess: at any other type it is not live, and no access is proved.  That
 * the block is large enough is owed where its size is no constant (sym_cmd.c). */
#include "sym_state.h"

static ha_expr uncast(const struct ha_program *p, ha_expr expr) {
  while (p->exprs.at[expr].op == HA_EXPR_CAST)
    expr = p->exprs.at[expr].a;
  return expr;
}

static bool is_one_of(const struct ha_program *p, ha_expr expr, const bool *vars) {
  return p->exprs.at[expr].op == HA_EXPR_VAR && vars[p->exprs.at[expr].imm];
}

/* The variables that its address is copied to, in any order of the commands. */
static void follow(const struct ha_program *p, bool *vars) {
  for (bool more = true; more;) {
    more = false;
    for (uint32_t c = 1; c < p->cmds.count; c++) {
      const struct ha_cmd_row *cmd = &p->cmds.at[c];
      if (cmd->op == HA_CMD_ASSIGN && !vars[cmd->var] &&
          is_one_of(p, uncast(p, cmd->a), vars))
        more = vars[cmd->var] = true;
    }
  }
}

/* The one record that a pointer of this type can point to, if the block holds it. */
static void consider(const struct ha_program *p, ha_type pointer, uint64_t bytes,
                     ha_type *found, bool *several) {
  ha_type type = ha_type_get(p->types, pointer)->elem;
  const struct ha_type_info *info = ha_type_get(p->types, type);
  if (!type || info->kind != HA_TYPE_RECORD || !info->complete || info->size > bytes)
    return;
  *several |= *found && *found != type;
  *found = type;
}

static ha_type type_of_use(const struct ha_program *p, const struct ha_cmd_row *cmd) {
  const struct ha_expr_row *size = &p->exprs.at[cmd->a];
  uint64_t bytes = size->op == HA_EXPR_CONST ? size->imm : UINT64_MAX;
  bool *vars = ha_arena_alloc(p->arena, p->vars.count * sizeof *vars), several = false;
  ha_type found = 0;
  vars[cmd->var] = true;
  follow(p, vars);
  for (ha_var v = 1; v < p->vars.count; v++)
    if (vars[v])
      consider(p, p->vars.at[v].type, bytes, &found, &several);
  for (ha_expr e = 1; e < p->exprs.count; e++)
    if (p->exprs.at[e].op == HA_EXPR_CAST && is_one_of(p, p->exprs.at[e].a, vars))
      consider(p, p->exprs.at[e].type, bytes, &found, &several);
  return several ? 0 : found;
}

ha_type ha_sym_allocates(const struct ha_program *program,
                         const struct ha_cmd_row *cmd) {
  const struct ha_expr_row *size = &program->exprs.at[cmd->a];
  if (!cmd->type)
    return type_of_use(program, cmd);
  bool is_one = size->op == HA_EXPR_CONST &&
                size->imm == ha_type_get(program->types, cmd->type)->size;
  return is_one ? cmd->type : 0;
}
