/* Sources are numbered fields first, then parameters (by variable id), then globals:
 * one bit each.  Copies are propagated to a fixpoint; the sets only grow, so it ends.
 */
#include "uses.h"
#include "loops.h"
#include "reaching.h"

static unsigned field_limit(const struct ha_program *p) {
  unsigned limit = 1;
  for (unsigned t = 1; t < ha_types_count(p->types); t++) {
    const struct ha_type_info *info = ha_type_get(p->types, t);
    if (info->fields && info->first + info->fields > limit)
      limit = info->first + info->fields;
  }
  for (unsigned c = 1; c < p->cmds.count; c++)
    if (p->cmds.at[c].field >= limit)
      limit = p->cmds.at[c].field + 1;
  for (unsigned e = 1; e < p->exprs.count; e++) {
    const struct ha_expr_row *row = &p->exprs.at[e];
    bool has_field = row->op == HA_EXPR_FIELD || row->op == HA_EXPR_CONTAINER;
    if (has_field && row->imm >= limit)
      limit = (unsigned)row->imm + 1;
  }
  return limit;
}

ha_var ha_uses_base(const struct ha_program *p, ha_expr expr) {
  for (;;) {
    const struct ha_expr_row *row = &p->exprs.at[expr];
    switch (row->op) {
    case HA_EXPR_VAR:
      return (ha_var)row->imm;
    case HA_EXPR_CAST:
    case HA_EXPR_FIELD:
    case HA_EXPR_CONTAINER:
    case HA_EXPR_ELEM:
      expr = row->a;
      break;
    default:
      return 0;
    }
  }
}

ha_var ha_uses_value(const struct ha_program *p, ha_expr expr) {
  for (;;) {
    const struct ha_expr_row *row = &p->exprs.at[expr];
    if (row->op == HA_EXPR_VAR)
      return (ha_var)row->imm;
    bool embedded =
        row->op == HA_EXPR_CONTAINER ||
        (row->op == HA_EXPR_FIELD &&
         ha_type_is_record(p->types, ha_field_get(p->types, (ha_field)row->imm)->type));
    if (row->op != HA_EXPR_CAST && !embedded)
      return 0;
    expr = row->a;
  }
}

ha_obj ha_uses_global(const struct ha_program *p, ha_expr base) {
  while (p->exprs.at[base].op == HA_EXPR_CAST)
    base = p->exprs.at[base].a;
  if (p->exprs.at[base].op != HA_EXPR_OBJ)
    return 0;
  ha_obj obj = (ha_obj)p->exprs.at[base].imm;
  return p->objs.at[obj].kind == HA_OBJ_GLOBAL ? obj : 0;
}

bool ha_uses_is_own(const struct ha_program *p, uint32_t cmd, uint32_t of) {
  ha_pos frame = p->poss.at[p->cmds.at[cmd].pos].call;
  ha_pos from = of ? p->poss.at[p->cmds.at[of].pos].call : 0;
  while (from && from != frame)
    from = p->poss.at[from].call;
  return from == frame;
}

static bool has_source(const struct ha_uses *u, ha_var var, uint32_t source) {
  if (!var)
    return false;
  return u->sources[var * u->words + source / 64] >> (source % 64) & 1;
}

static bool add_source(struct ha_uses *u, ha_var var, uint32_t source) {
  uint64_t *word = &u->sources[var * u->words + source / 64];
  uint64_t old = *word;
  *word |= UINT64_C(1) << (source % 64);
  return *word != old;
}

bool ha_uses_from_field(const struct ha_uses *u, ha_var var, ha_field field) {
  return has_source(u, var, field);
}

bool ha_uses_from_param(const struct ha_uses *u, ha_var var, ha_var param) {
  return has_source(u, var, u->fields + param);
}

bool ha_uses_from_global(const struct ha_uses *u, ha_var var, ha_obj global) {
  return has_source(u, var, u->fields + u->program->vars.count + global);
}

bool ha_uses_share_source(const struct ha_uses *u, ha_var a, ha_var b) {
  if (!a || !b)
    return false;
  for (unsigned w = 0; w < u->words; w++)
    if (u->sources[a * u->words + w] & u->sources[b * u->words + w])
      return true;
  return false;
}

static bool flow_var(struct ha_uses *u, ha_var to, ha_var from) {
  bool changed = false;
  for (unsigned w = 0; from && w < u->words; w++) {
    uint64_t *word = &u->sources[to * u->words + w];
    uint64_t old = *word;
    *word |= u->sources[from * u->words + w];
    changed |= *word != old;
  }
  return changed;
}

static bool flow_expr(struct ha_uses *u, ha_var to, ha_expr expr) {
  const struct ha_program *p = u->program;
  const struct ha_expr_row *row = &p->exprs.at[expr];
  if (row->op == HA_EXPR_ITE) {
    bool then = flow_expr(u, to, row->b);
    return flow_expr(u, to, row->c) || then;
  }
  return flow_var(u, to, ha_uses_value(p, expr));
}

static void propagate_copies(struct ha_uses *u) {
  const struct ha_program *p = u->program;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned c = 1; c < p->cmds.count; c++)
      if (p->cmds.at[c].op == HA_CMD_ASSIGN)
        changed |= flow_expr(u, p->cmds.at[c].var, p->cmds.at[c].a);
    for (unsigned i = 1; i < u->forwarded.count; i++)
      changed |= flow_expr(u, u->forwarded.at[i].to, u->forwarded.at[i].from);
  }
}

/* A load that sees what this very code has stored is a copy of that. */
struct load {
  struct ha_uses *uses;
  ha_var var;
};

static void forward(void *context, ha_expr value) {
  const struct load *load = context;
  struct ha_uses *u = load->uses;
  HA_PUSH(u->arena, u->forwarded,
          (struct ha_forwarded){load->var, value, u->forwarded_to[load->var]});
  u->forwarded_to[load->var] = u->forwarded.count - 1;
}

/* The cell of a global, or a field. */
static uint32_t source_of(const struct ha_uses *u, const struct ha_cmd_row *load) {
  const struct ha_program *p = u->program;
  ha_obj global = ha_uses_global(p, load->a);
  ha_type owner = ha_field_get(p->types, load->field)->owner;
  bool is_cell = !owner || !ha_type_is_record(p->types, owner);
  return global && is_cell ? u->fields + p->vars.count + global : load->field;
}

static void collect_sources(struct ha_uses *u) {
  const struct ha_program *p = u->program;
  uint32_t sources = u->fields + p->vars.count + p->objs.count;
  u->words = sources / 64 + 1;
  u->sources =
      ha_arena_alloc(u->arena, (size_t)p->vars.count * u->words * sizeof *u->sources);
  for (unsigned i = 0; i < p->params.count; i++)
    add_source(u, p->params.at[i], u->fields + p->params.at[i]);
  u->forwarded_to = ha_arena_alloc(u->arena, p->vars.count * sizeof *u->forwarded_to);
  HA_PUSH(u->arena, u->forwarded, (struct ha_forwarded){0});
  for (unsigned c = 1; c < p->cmds.count; c++) {
    const struct ha_cmd_row *cmd = &p->cmds.at[c];
    struct load load = {u, cmd->var};
    bool is_ptr = ha_type_is_ptr(p->types, p->vars.at[cmd->var].type);
    if (cmd->op == HA_CMD_LOAD &&
        (!is_ptr || ha_reaching_input(u->reaching, c, forward, &load)))
      add_source(u, cmd->var, source_of(u, cmd));
  }
  propagate_copies(u);
}

/* Does the edge after command `cmd` go straight into a failing assertion?  Then the
 * test states a precondition and does not admit its failing case. */
static bool leads_to_assert(const struct ha_uses *u, uint32_t cmd) {
  const struct ha_program *p = u->program;
  uint32_t edge = u->cmd_edge[cmd];
  uint32_t next = cmd + 1;
  for (unsigned hops = 0; edge && hops < 8; hops++) {
    const struct ha_edge_row *row = &p->edges.at[edge];
    for (; next < row->first + row->count; next++) {
      const struct ha_cmd_row *c = &p->cmds.at[next];
      if (c->op == HA_CMD_ASSERT && p->checks.at[c->check].kind == HA_CHECK_ASSERT)
        return true;
      if (c->op != HA_CMD_SKIP && c->op != HA_CMD_ASSIGN)
        return false;
    }
    uint32_t begin = u->out_begin[row->to], ways = u->out_begin[row->to + 1] - begin;
    if (ways > 1)
      return false;
    edge = ways ? u->out[begin] : 0;
    next = p->edges.at[edge].first;
  }
  return false;
}

static bool is_null(const struct ha_program *p, ha_expr expr) {
  while (p->exprs.at[expr].op == HA_EXPR_CAST)
    expr = p->exprs.at[expr].a;
  return p->exprs.at[expr].op == HA_EXPR_NULL;
}

static void note_compare(struct ha_uses *u, uint32_t cmd, const struct ha_expr_row *row,
                         bool positive) {
  const struct ha_program *p = u->program;
  if (!ha_type_is_ptr(p->types, p->exprs.at[row->a].type))
    return;
  if (!is_null(p, row->a) && !is_null(p, row->b)) {
    HA_PUSH(u->arena, u->compares,
            (struct ha_ptr_compare){.cmd = cmd, .a = row->a, .b = row->b});
    return;
  }
  ha_var var = ha_uses_value(p, is_null(p, row->a) ? row->b : row->a);
  if (!var)
    return;
  bool in_assume = p->cmds.at[cmd].op == HA_CMD_ASSUME;
  bool null_side = (row->op == HA_EXPR_EQ) == positive;
  if (in_assume && null_side && leads_to_assert(u, cmd))
    return;
  ha_expr tested = is_null(p, row->a) ? row->b : row->a;
  HA_PUSH(u->arena, u->null_tests,
          (struct ha_null_test){.cmd = cmd,
                                .var = var,
                                .null_side = null_side || !in_assume,
                                .macro = p->poss.at[p->cmds.at[cmd].pos].macro_test,
                                .own = ha_reaching_own(u->reaching, cmd, tested)});
}

static void scan_tests(struct ha_uses *u, uint32_t cmd, ha_expr expr, bool positive) {
  const struct ha_expr_row *row = &u->program->exprs.at[expr];
  if (!expr)
    return;
  if (row->op == HA_EXPR_EQ || row->op == HA_EXPR_NE)
    note_compare(u, cmd, row, positive);
  if (ha_expr_arity[row->op] > 0)
    scan_tests(u, cmd, row->a, row->op == HA_EXPR_NOT ? !positive : positive);
  if (ha_expr_arity[row->op] > 1)
    scan_tests(u, cmd, row->b, positive);
  if (ha_expr_arity[row->op] > 2)
    scan_tests(u, cmd, row->c, positive);
}

static void collect_tests(struct ha_uses *u) {
  const struct ha_program *p = u->program;
  u->test_at = ha_arena_alloc(u->arena, (p->cmds.count + 1) * sizeof *u->test_at);
  for (unsigned c = 1; c < p->cmds.count; c++) {
    u->test_at[c] = u->null_tests.count;
    if (p->cmds.at[c].op == HA_CMD_ASSUME || p->cmds.at[c].op == HA_CMD_ASSIGN)
      scan_tests(u, c, p->cmds.at[c].a, true);
  }
  u->test_at[p->cmds.count] = u->null_tests.count;
}

bool ha_uses_field_tested(const struct ha_uses *u, ha_field field) {
  for (unsigned i = 0; i < u->null_tests.count; i++) {
    const struct ha_null_test *test = &u->null_tests.at[i];
    if (test->null_side && !test->own && ha_uses_from_field(u, test->var, field))
      return true;
  }
  return false;
}

bool ha_uses_global_tested(const struct ha_uses *u, ha_obj global) {
  for (unsigned i = 0; i < u->null_tests.count; i++) {
    const struct ha_null_test *test = &u->null_tests.at[i];
    if (test->null_side && !test->own && ha_uses_from_global(u, test->var, global))
      return true;
  }
  return false;
}

static void collect_containers(struct ha_uses *u) {
  const struct ha_program *p = u->program;
  for (unsigned e = 1; e < p->exprs.count; e++) {
    if (p->exprs.at[e].op != HA_EXPR_CONTAINER)
      continue;
    ha_field field = (ha_field)p->exprs.at[e].imm;
    bool known = false;
    for (unsigned i = 0; i < u->containers.count; i++)
      known |= u->containers.at[i] == field;
    if (!known)
      HA_PUSH(u->arena, u->containers, field);
  }
}

static void index_commands(struct ha_uses *u) {
  const struct ha_program *p = u->program;
  u->cmd_from = ha_arena_alloc(u->arena, p->cmds.count * sizeof *u->cmd_from);
  u->cmd_edge = ha_arena_alloc(u->arena, p->cmds.count * sizeof *u->cmd_edge);
  for (unsigned e = 1; e < p->edges.count; e++)
    for (unsigned c = 0; c < p->edges.at[e].count; c++) {
      u->cmd_from[p->edges.at[e].first + c] = p->edges.at[e].from;
      u->cmd_edge[p->edges.at[e].first + c] = e;
    }
}

/* From the last to the first, so that each list is in the order of the commands. */
static void index_accesses(struct ha_uses *u) {
  const struct ha_program *p = u->program;
  u->accesses = ha_arena_alloc(u->arena, u->fields * sizeof *u->accesses);
  u->next_access = ha_arena_alloc(u->arena, p->cmds.count * sizeof *u->next_access);
  for (uint32_t c = p->cmds.count - 1; c > 0; c--) {
    const struct ha_cmd_row *cmd = &p->cmds.at[c];
    if (cmd->op != HA_CMD_LOAD && cmd->op != HA_CMD_STORE)
      continue;
    u->next_access[c] = u->accesses[cmd->field];
    u->accesses[cmd->field] = c;
  }
}

static void index_edges(struct ha_uses *u) {
  const struct ha_program *p = u->program;
  u->out_begin = ha_arena_alloc(u->arena, (p->locs.count + 2) * sizeof *u->out_begin);
  u->out = ha_arena_alloc(u->arena, p->edges.count * sizeof *u->out);
  for (unsigned e = 1; e < p->edges.count; e++)
    u->out_begin[p->edges.at[e].from + 2]++;
  for (ha_loc l = 1; l <= p->locs.count; l++)
    u->out_begin[l + 1] += u->out_begin[l];
  for (unsigned e = 1; e < p->edges.count; e++)
    u->out[u->out_begin[p->edges.at[e].from + 1]++] = e;
}

static void collect_defs(struct ha_uses *u) {
  const struct ha_program *p = u->program;
  u->only_def = ha_arena_alloc(u->arena, p->vars.count * sizeof *u->only_def);
  bool *several = ha_arena_alloc(u->arena, p->vars.count * sizeof *several);
  for (unsigned i = 0; i < p->params.count; i++)
    several[p->params.at[i]] = true;
  for (unsigned c = 1; c < p->cmds.count; c++) {
    ha_var var = p->cmds.at[c].var;
    several[var] |= u->only_def[var] != 0;
    u->only_def[var] = several[var] ? 0 : c;
  }
}

static ha_var original(const struct ha_uses *u, ha_var var) {
  const struct ha_program *p = u->program;
  for (unsigned hops = 0; hops < 16; hops++) {
    const struct ha_cmd_row *def = &p->cmds.at[u->only_def[var]];
    ha_var copied =
        u->only_def[var] && def->op == HA_CMD_ASSIGN ? ha_uses_value(p, def->a) : 0;
    if (!copied)
      break;
    var = copied;
  }
  return var;
}

static bool same(const struct ha_uses *u, ha_var a, ha_var b, unsigned depth) {
  if (!a || !b)
    return false;
  a = original(u, a);
  b = original(u, b);
  if (a == b)
    return true;
  const struct ha_program *p = u->program;
  const struct ha_cmd_row *da = &p->cmds.at[u->only_def[a]];
  const struct ha_cmd_row *db = &p->cmds.at[u->only_def[b]];
  if (!u->only_def[a] || !u->only_def[b] || depth == 4)
    return false;
  return da->op == HA_CMD_LOAD && db->op == HA_CMD_LOAD && da->field == db->field &&
         same(u, ha_uses_value(p, da->a), ha_uses_value(p, db->a), depth + 1);
}

bool ha_uses_same(const struct ha_uses *u, ha_var a, ha_var b) {
  return same(u, a, b, 0);
}

const struct ha_uses *ha_uses_collect(struct ha_arena *arena,
                                      const struct ha_program *program) {
  struct ha_uses *u = ha_arena_alloc(arena, sizeof *u);
  u->program = program;
  u->arena = arena;
  u->fields = field_limit(program);
  u->reaching = ha_reaching_new(arena, program);
  u->nullable = ha_arena_alloc(arena, program->cmds.count * sizeof *u->nullable);
  index_commands(u);
  index_edges(u);
  index_accesses(u);
  collect_sources(u);
  u->loop = ha_loops_number(arena, program);
  collect_defs(u);
  collect_tests(u);
  collect_containers(u);
  return u;
}
