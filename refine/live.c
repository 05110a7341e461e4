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

static bool is_in_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z');
}

static bool has_word(const char *text, const char *word) {
  size_t size = strlen(word);
  for (const char *at = text; size && (at = strstr(at, word)); at++)
    if ((at == text || !is_in_word(at[-1])) && !is_in_word(at[size]))
      return true;
  return false;
}

/* The names that it lists, or those of its words that are variables. */
static void read_formula(const struct ha_program *p, const struct ha_formula_row *f,
                         bool *live) {
  for (unsigned i = 0; i < f->names.count; i++)
    if (f->names.at[i].var)
      live[f->names.at[i].var] = true;
  for (ha_var v = 1; !f->names.count && v < p->vars.count; v++)
    if (has_word(f->text, p->vars.at[v].name))
      live[v] = true;
}

static void read_expr(const struct ha_program *p, ha_expr expr, bool *live) {
  if (!expr)
    return;
  const struct ha_expr_row *row = &p->exprs.at[expr];
  if (row->op == HA_EXPR_VAR)
    live[row->imm] = true;
  if (row->op == HA_EXPR_FORMULA)
    read_formula(p, &p->formulas.at[row->imm], live);
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
