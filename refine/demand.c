#include "demand.h"
#include "../gcl/access.h"

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
  case HA_CMD_HAVOC_REACH: /* no counterexample rests on what it may have written */
    return false;
  case HA_CMD_NEW:
  case HA_CMD_FREE:
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

/* By location: can it be reached in or after a loop, or with `deeds` after a deed? */
static bool *late_locations(struct ha_arena *arena, const struct ha_program *p,
                            bool deeds) {
  bool *late = ha_arena_alloc(arena, p->locs.count + 1);
  for (ha_loc l = 1; l < p->locs.count; l++)
    late[l] = p->locs.at[l].loop_head;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t e = 1; e < p->edges.count; e++) {
      const struct ha_edge_row *edge = &p->edges.at[e];
      bool deed = deeds && has_deed(p, edge->first, edge->first + edge->count);
      if (!late[edge->to] && (late[edge->from] || deed))
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

/* ---- what the assertion looks at ---- */

struct look {
  const struct ha_run *run;
  struct ha_heapgen *gen;
  ha_var path[16]; /* the variables whose definitions are being looked at */
  unsigned depth;
  bool given; /* something of it came in */
};

static bool is_given(struct look *l, ha_expr expr);

/* The cell has the value it came in with. */
static bool is_unchanged(const struct look *l, const struct ha_cmd_row *load) {
  const struct ha_program *p = l->run->program;
  const struct ha_machine *m = l->run->machine;
  struct ha_window w = ha_access_window(p->types, load->field);
  uint64_t address = ha_run_eval(l->run, load->a).bits + w.offset;
  ha_block block = ha_machine_find(m, address);
  if (!block || !w.width || w.size > 8)
    return false;
  enum ha_block_kind kind = ha_machine_block(m, block)->kind;
  uint64_t mask = w.width >= 64 ? UINT64_MAX : (UINT64_C(1) << w.width) - 1;
  struct ha_value then = {0};
  return (kind == HA_BLOCK_ENTRY || kind == HA_BLOCK_GLOBAL) &&
         ha_heapgen_initial(l->gen, address, (unsigned)w.size, &then) &&
         (then.bits >> w.shift & mask) == (l->run->vars[load->var].bits & mask);
}

static bool is_given_by(struct look *l, const struct ha_cmd_row *def) {
  switch ((enum ha_cmd_op)def->op) {
  case HA_CMD_ASSIGN:
    return is_given(l, def->a);
  case HA_CMD_LOAD:
    l->given = true;
    return is_unchanged(l, def);
  case HA_CMD_HAVOC:
    l->given = true;
    return def->origin == HA_ORIGIN_CALL_RESULT;
  default:
    return false;
  }
}

/* Numbers that came in, and what can be computed from them without a loop. */
static bool is_given_var(struct look *l, ha_var var) {
  const struct ha_program *p = l->run->program;
  enum { MOST = sizeof l->path / sizeof l->path[0] };
  for (unsigned i = 0; i < l->depth; i++)
    if (l->path[i] == var)
      return false;
  if (l->depth == MOST)
    return false;
  l->path[l->depth++] = var;
  l->given |= p->vars.at[var].kind == HA_VAR_PARAM;
  bool given = true;
  for (uint32_t c = 1; given && c < p->cmds.count; c++)
    if (p->cmds.at[c].var == var)
      given = is_given_by(l, &p->cmds.at[c]);
  l->depth--;
  return given;
}

static bool is_given(struct look *l, ha_expr expr) {
  const struct ha_expr_row *row = &l->run->program->exprs.at[expr];
  unsigned arity = ha_expr_arity[row->op];
  if (row->op == HA_EXPR_VAR)
    return is_given_var(l, (ha_var)row->imm);
  return row->op != HA_EXPR_OBJ && (arity < 1 || is_given(l, row->a)) &&
         (arity < 2 || is_given(l, row->b)) && (arity < 3 || is_given(l, row->c));
}

/* ---- the test it comes down to ---- */

enum { HOPS = 4 };

/* `ok` holds of every test that leads straight to command `at` of the edge. */
static bool all_tests(struct look *l, const struct ha_edge_row *edge, uint32_t at,
                      unsigned hops, bool (*ok)(struct look *, ha_expr)) {
  const struct ha_program *p = l->run->program;
  for (uint32_t c = at; c > edge->first; c--)
    if (p->cmds.at[c - 1].op == HA_CMD_ASSUME)
      return ok(l, p->cmds.at[c - 1].a);
  bool any = false;
  for (uint32_t e = 1; hops && e < p->edges.count; e++) {
    const struct ha_edge_row *before = &p->edges.at[e];
    if (before->to != edge->from)
      continue;
    any = true;
    if (!all_tests(l, before, before->first + before->count, hops - 1, ok))
      return false;
  }
  return any || ok(l, p->cmds.at[l->run->at].a);
}

static bool is_about_data(struct look *l, ha_expr test) {
  return !compares_pointers(l->run->program, test);
}

static bool is_about_the_input(struct look *l, ha_expr test) {
  l->given = false;
  return is_about_data(l, test) && is_given(l, test) && l->given;
}

bool ha_demand_is_made(struct ha_arena *scratch, const struct ha_run *run,
                       struct ha_heapgen *gen) {
  const struct ha_program *p = run->program;
  const struct ha_cmd_row *cmd = &p->cmds.at[run->at];
  struct look look = {.run = run, .gen = gen};
  if (cmd->op != HA_CMD_ASSERT || p->checks.at[cmd->check].kind != HA_CHECK_ASSERT ||
      p->poss.at[p->checks.at[cmd->check].pos].call)
    return false;
  for (uint32_t e = 1; e < p->edges.count; e++) {
    const struct ha_edge_row *edge = &p->edges.at[e];
    if (run->at < edge->first || run->at >= edge->first + edge->count)
      continue;
    bool early = !has_deed(p, edge->first, run->at) &&
                 !late_locations(scratch, p, true)[edge->from];
    if (early && all_tests(&look, edge, run->at, 0, is_about_data))
      return true;
    return !late_locations(scratch, p, false)[edge->from] &&
           all_tests(&look, edge, run->at, HOPS, is_about_the_input);
  }
  return false;
}
