/* A step is worth a note where the path could have gone another way, where control
 * goes into a callee, and where memory is given back or refused. */
#include "trace.h"
#include "../gcl/draw.h"
#include "../gcl/graph.h"

struct ha_trace {
  struct ha_arena *arena;
  unsigned expected, count;
  HA_VEC(struct ha_step) steps; /* without those in the middle of a long path */
  HA_VEC(uint32_t) last_def;    /* by variable: the command that set it last */
  ha_var fails;                 /* an allocation is being decided */
  const char *freed;            /* this is being freed: to be noted afterwards */
  ha_pos fails_pos, freed_pos, call;
};

enum { MAX_STEPS = 40, MAX_DEPTH = 5 };

struct ha_trace *ha_trace_new(struct ha_arena *arena, unsigned expected) {
  struct ha_trace *trace = ha_arena_alloc(arena, sizeof *trace);
  trace->arena = arena;
  trace->expected = expected;
  return trace;
}

unsigned ha_trace_count(const struct ha_trace *trace) { return trace->count; }

static struct ha_step draw(struct ha_arena *arena, const struct ha_run *run, ha_pos pos,
                           ha_pos call, const char *what) {
  return (struct ha_step){.pos = pos,
                          .what = what,
                          .heap = ha_draw_line(arena, run, call),
                          .graph = ha_graph_take(arena, run, call)};
}

static void note(struct ha_trace *t, const struct ha_run *run, ha_pos pos,
                 const char *what) {
  if (!what || !pos)
    return;
  unsigned i = t->count++;
  bool is_middle = i >= MAX_STEPS / 2 && i + MAX_STEPS / 2 < t->expected;
  if (t->expected && !is_middle)
    HA_PUSH(t->arena, t->steps,
            draw(t->arena, run, pos, run->program->poss.at[pos].call, what));
}

/* ---- expressions as the source has them ---- */

static const char *spell(struct ha_trace *t, const struct ha_run *run, ha_expr expr,
                         unsigned depth);

static const char *spell_var(struct ha_trace *t, const struct ha_run *run, ha_var var,
                             unsigned depth) {
  const struct ha_program *p = run->program;
  if (p->vars.at[var].source_name)
    return p->vars.at[var].source_name;
  uint32_t def = var < t->last_def.count ? t->last_def.at[var] : 0;
  const struct ha_cmd_row *cmd = &p->cmds.at[def];
  if (!def || depth == MAX_DEPTH)
    return NULL;
  if (cmd->op == HA_CMD_ASSIGN)
    return spell(t, run, cmd->a, depth + 1);
  if (cmd->op != HA_CMD_LOAD)
    return NULL;
  const char *name = ha_field_get(p->types, cmd->field)->name;
  if (p->exprs.at[cmd->a].op == HA_EXPR_OBJ && name[0] == '*')
    return p->objs.at[p->exprs.at[cmd->a].imm].name;
  const char *base = spell(t, run, cmd->a, depth + 1);
  if (!base || !name[0])
    return NULL;
  if (name[0] == '*')
    return ha_arena_printf(t->arena, "*%s", base);
  const char *arrow = p->exprs.at[cmd->a].op == HA_EXPR_OBJ ? "." : "->";
  return ha_arena_printf(t->arena, "%s%s%s", base, arrow, name);
}

static const char *spell(struct ha_trace *t, const struct ha_run *run, ha_expr expr,
                         unsigned depth) {
  const struct ha_program *p = run->program;
  const struct ha_expr_row *row = &p->exprs.at[expr];
  const struct ha_type_info *type = ha_type_get(p->types, row->type);
  switch (row->op) {
  case HA_EXPR_VAR:
    return spell_var(t, run, (ha_var)row->imm, depth);
  case HA_EXPR_OBJ:
    return p->objs.at[row->imm].name;
  case HA_EXPR_CAST:
  case HA_EXPR_ZEXT:
  case HA_EXPR_SEXT:
    return spell(t, run, row->a, depth);
  case HA_EXPR_CONST:
    if (type->is_signed && type->bits == 32)
      return ha_arena_printf(t->arena, "%d", (int)row->imm);
    return ha_arena_printf(t->arena, "%llu", (unsigned long long)row->imm);
  default:
    return NULL;
  }
}

/* `a op b` in words about a, and about b where a is a number. */
struct relation {
  uint8_t op;
  const char *yes, *no, *of_b_yes, *of_b_no;
};

static const struct relation relations[] = {
    {HA_EXPR_EQ, "is equal to", "is not equal to", "is equal to", "is not equal to"},
    {HA_EXPR_NE, "is not equal to", "is equal to", "is not equal to", "is equal to"},
    {HA_EXPR_ULT, "is less than", "is at least", "is greater than", "is at most"},
    {HA_EXPR_SLT, "is less than", "is at least", "is greater than", "is at most"},
    {HA_EXPR_ULE, "is at most", "is greater than", "is at least", "is less than"},
    {HA_EXPR_SLE, "is at most", "is greater than", "is at least", "is less than"},
};

static const char *spell_null(struct ha_trace *t, const struct ha_run *run,
                              const struct ha_expr_row *row, bool holds) {
  const struct ha_program *p = run->program;
  bool first = p->exprs.at[row->a].op == HA_EXPR_NULL;
  const char *what = spell(t, run, first ? row->b : row->a, 0);
  bool null = (row->op == HA_EXPR_EQ) == holds;
  if (!what)
    return NULL;
  return ha_arena_printf(t->arena, "assuming '%s' is %snull", what, null ? "" : "not ");
}

/* In quotes, unless it is a number. */
static const char *quote(struct ha_trace *t, const struct ha_run *run, ha_expr expr) {
  const char *text = spell(t, run, expr, 0);
  if (!text || run->program->exprs.at[expr].op == HA_EXPR_CONST)
    return text;
  return ha_arena_printf(t->arena, "'%s'", text);
}

/* An assumption in words; NULL if it has none. */
static const char *spell_guard(struct ha_trace *t, const struct ha_run *run,
                               ha_expr expr, bool holds) {
  const struct ha_program *p = run->program;
  const struct ha_expr_row *row = &p->exprs.at[expr];
  if (row->op == HA_EXPR_NOT)
    return spell_guard(t, run, row->a, !holds);
  if (row->op == HA_EXPR_VAR && row->imm < t->last_def.count) {
    const struct ha_cmd_row *def = &p->cmds.at[t->last_def.at[row->imm]];
    return def->op == HA_CMD_ASSIGN ? spell_guard(t, run, def->a, holds) : NULL;
  }
  bool equality = row->op == HA_EXPR_EQ || row->op == HA_EXPR_NE;
  if (equality && (p->exprs.at[row->a].op == HA_EXPR_NULL ||
                   p->exprs.at[row->b].op == HA_EXPR_NULL))
    return spell_null(t, run, row, holds);
  for (unsigned i = 0; i < sizeof relations / sizeof *relations; i++) {
    if (relations[i].op != row->op)
      continue;
    const char *a = quote(t, run, row->a), *b = quote(t, run, row->b);
    if (!a || !b)
      return NULL;
    if (p->exprs.at[row->a].op == HA_EXPR_CONST)
      return ha_arena_printf(t->arena, "assuming %s %s %s", b,
                             holds ? relations[i].of_b_yes : relations[i].of_b_no, a);
    return ha_arena_printf(t->arena, "assuming %s %s %s", a,
                           holds ? relations[i].yes : relations[i].no, b);
  }
  return NULL;
}

/* ---- watching ---- */

static void remember_def(struct ha_trace *t, const struct ha_program *p, uint32_t cmd) {
  while (t->last_def.count < p->vars.count)
    HA_PUSH(t->arena, t->last_def, 0);
  if (p->cmds.at[cmd].var)
    t->last_def.at[p->cmds.at[cmd].var] = cmd;
}

static void watch_call(struct ha_trace *t, const struct ha_run *run, ha_pos pos) {
  const struct ha_program *p = run->program;
  ha_pos call = p->poss.at[pos].call;
  if (call == t->call || !pos)
    return;
  bool entering = call && p->poss.at[call].call == t->call;
  if (entering)
    note(t, run, call,
         ha_arena_printf(t->arena, "calling '%s'", p->poss.at[pos].function));
  t->call = call;
}

static void watch_allocation(struct ha_trace *t, const struct ha_run *run) {
  if (t->fails && run->vars[t->fails].bits)
    note(t, run, t->fails_pos, "assuming this allocation fails");
  t->fails = 0;
}

static void watch_free(struct ha_trace *t, const struct ha_run *run) {
  if (t->freed)
    note(t, run, t->freed_pos, ha_arena_printf(t->arena, "'%s' is freed", t->freed));
  t->freed = NULL;
}

/* The last assumption of a path is also that of the branch not taken: an edge whose
 * guard does not hold is never entered, so every `assume` seen here held. */
static void step(void *context, const struct ha_run *run, uint32_t index) {
  struct ha_trace *t = context;
  const struct ha_program *p = run->program;
  const struct ha_cmd_row *cmd = &p->cmds.at[index];
  watch_allocation(t, run);
  watch_free(t, run);
  watch_call(t, run, cmd->pos);
  if (cmd->op == HA_CMD_ASSUME) {
    note(t, run, cmd->pos, spell_guard(t, run, cmd->a, true));
  } else if (cmd->op == HA_CMD_FREE) {
    t->freed = spell(t, run, cmd->a, 0);
    t->freed_pos = cmd->pos;
  } else if (cmd->op == HA_CMD_HAVOC && cmd->origin == HA_ORIGIN_ALLOC_FAILS) {
    t->fails = cmd->var;
    t->fails_pos = cmd->pos;
  }
  remember_def(t, p, index);
}

struct ha_observer ha_trace_observer(struct ha_trace *trace) {
  return (struct ha_observer){.context = trace, .step = step};
}

void ha_trace_finish(struct ha_trace *t, const struct ha_run *run,
                     struct ha_witness *witness) {
  const struct ha_check_row *check = &run->program->checks.at[run->failed];
  for (unsigned i = 0; i < t->steps.count; i++)
    HA_PUSH(t->arena, witness->steps, t->steps.at[i]);
  ha_pos at = run->program->cmds.at[run->at].pos;
  HA_PUSH(t->arena, witness->steps,
          draw(t->arena, run, check->pos, run->program->poss.at[at].call,
               ha_check_id[check->kind]));
}
