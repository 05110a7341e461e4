/* Rule 1: a pointer that comes in may be null iff some test of it can be reached from
 * where it comes in without passing a dereference of it.
 *
 * It comes in as a parameter, in a load from the heap, or as the result of an unknown
 * call.  A forward walk over the locations carries the set of variables that may still
 * hold that value, and of those that point into what it points to (`s = &p->set`).  A
 * path ends where either is dereferenced: what is tested afterwards is known to be
 * non-null.  Tests written in inlined callees do not count, dereferences there do; the
 * tests of a macro, which is there for many callers, admit null in a proof but are no
 * reason to warn. */
#include "entry_rules.h"
#include <string.h>

struct walk {
  const struct ha_uses *uses;
  const struct ha_program *program;
  unsigned words;
  uint32_t from;    /* the command that the value comes from; 0: a parameter */
  uint64_t **holds; /* by location: the variables that may hold it; NULL: not reached */
  bool *queued;
  HA_VEC(ha_loc) work;
  struct ha_null_use found;
};

/* A set of variables is `words` words of those that hold the value, and as many of
 * those that point into it. */
enum { INSIDE = 1 };

static bool holds(const uint64_t *set, ha_var var) {
  return var && (set[var / 64] >> (var % 64) & 1);
}

static void set_holds(uint64_t *set, ha_var var, bool value) {
  uint64_t bit = UINT64_C(1) << (var % 64);
  set[var / 64] = value ? set[var / 64] | bit : set[var / 64] & ~bit;
}

static bool expr_holds(const struct ha_program *p, const uint64_t *set, ha_expr expr) {
  while (p->exprs.at[expr].op == HA_EXPR_CAST)
    expr = p->exprs.at[expr].a;
  const struct ha_expr_row *row = &p->exprs.at[expr];
  if (row->op == HA_EXPR_ITE)
    return expr_holds(p, set, row->b) || expr_holds(p, set, row->c);
  return row->op == HA_EXPR_VAR && holds(set, (ha_var)row->imm);
}

/* The pointer that a null-deref check, a C assertion, or what a callee requires is
 * about. */
static bool check_dereferences(const struct walk *w, const uint64_t *set,
                               const struct ha_cmd_row *cmd) {
  const struct ha_program *p = w->program;
  const struct ha_expr_row *row = &p->exprs.at[cmd->a];
  enum ha_check_kind kind = p->checks.at[cmd->check].kind;
  if (kind != HA_CHECK_NULL_DEREF && kind != HA_CHECK_ASSERT &&
      kind != HA_CHECK_CONTRACT)
    return false;
  if (row->op != HA_EXPR_NE)
    return false;
  const uint64_t *inside = set + INSIDE * w->words;
  ha_var a = ha_uses_base(p, row->a), b = ha_uses_base(p, row->b);
  return holds(set, a) || holds(set, b) || holds(inside, a) || holds(inside, b);
}

static void note_test_at(struct walk *w, const uint64_t *set, uint32_t cmd) {
  const struct ha_uses *u = w->uses;
  for (uint32_t i = u->test_at[cmd]; i < u->test_at[cmd + 1]; i++) {
    const struct ha_null_test *test = &u->null_tests.at[i];
    if (!test->null_side || test->own || !holds(set, test->var) ||
        !ha_uses_is_own(w->program, cmd, w->from))
      continue;
    w->found.by_macro |= test->macro;
    w->found.tested |= !test->macro;
  }
}

/* A load that sees what was stored before has the value again. */
static bool load_holds(const struct walk *w, const uint64_t *set, ha_var var) {
  const struct ha_uses *u = w->uses;
  for (uint32_t i = u->forwarded_to[var]; i; i = u->forwarded.at[i].next)
    if (expr_holds(w->program, set, u->forwarded.at[i].from))
      return true;
  return false;
}

static void assign(const struct walk *w, uint64_t *set, const struct ha_cmd_row *cmd) {
  const struct ha_program *p = w->program;
  uint64_t *inside = set + INSIDE * w->words;
  bool held = expr_holds(p, set, cmd->a);
  ha_var base = held ? 0 : ha_uses_base(p, cmd->a);
  bool points_inside = holds(set, base) || holds(inside, base);
  set_holds(set, cmd->var, held);
  set_holds(inside, cmd->var, points_inside);
}

/* Walks the commands of an edge from `first` on; false if the value is dereferenced
 * on the way. */
static bool follow(struct walk *w, const struct ha_edge_row *edge, uint32_t first,
                   uint64_t *set) {
  const struct ha_program *p = w->program;
  for (uint32_t c = first; c < edge->first + edge->count; c++) {
    const struct ha_cmd_row *cmd = &p->cmds.at[c];
    bool reads = cmd->op == HA_CMD_ASSUME || cmd->op == HA_CMD_ASSIGN;
    if (reads)
      note_test_at(w, set, c);
    if (cmd->op == HA_CMD_ASSERT && check_dereferences(w, set, cmd)) {
      w->found.dereferenced = true;
      return false;
    }
    if (cmd->op == HA_CMD_ASSIGN)
      assign(w, set, cmd);
    else if (cmd->var) {
      set_holds(set, cmd->var, cmd->op == HA_CMD_LOAD && load_holds(w, set, cmd->var));
      set_holds(set + INSIDE * w->words, cmd->var, false);
    }
  }
  return true;
}

static void arrive(struct walk *w, ha_loc loc, const uint64_t *set) {
  struct ha_arena *arena = w->uses->arena;
  bool changed = !w->holds[loc];
  if (changed)
    w->holds[loc] = ha_arena_alloc(arena, 2 * w->words * sizeof **w->holds);
  for (unsigned i = 0; i < 2 * w->words; i++) {
    changed |= (set[i] & ~w->holds[loc][i]) != 0;
    w->holds[loc][i] |= set[i];
  }
  if (!changed || w->queued[loc])
    return;
  w->queued[loc] = true;
  HA_PUSH(arena, w->work, loc);
}

static void walk_on(struct walk *w, uint64_t *set) {
  const struct ha_uses *u = w->uses;
  while (w->work.count && !w->found.tested) {
    ha_loc loc = w->work.at[--w->work.count];
    w->queued[loc] = false;
    for (uint32_t i = u->out_begin[loc]; i < u->out_begin[loc + 1]; i++) {
      const struct ha_edge_row *edge = &w->program->edges.at[u->out[i]];
      memcpy(set, w->holds[loc], 2 * w->words * sizeof *set);
      if (follow(w, edge, edge->first, set))
        arrive(w, edge->to, set);
    }
  }
}

/* From the entry, or from behind command `from`. */
static struct walk walk(const struct ha_uses *uses, ha_var var, uint32_t from) {
  const struct ha_program *p = uses->program;
  size_t mark = ha_arena_mark(uses->arena);
  struct walk w = {
      .uses = uses, .program = p, .words = p->vars.count / 64 + 1, .from = from};
  w.holds = ha_arena_alloc(uses->arena, p->locs.count * sizeof *w.holds);
  w.queued = ha_arena_alloc(uses->arena, p->locs.count * sizeof *w.queued);
  uint64_t *set = ha_arena_alloc(uses->arena, 2 * w.words * sizeof *set);
  set_holds(set, var, true);
  const struct ha_edge_row *edge = &p->edges.at[uses->cmd_edge[from]];
  if (!from)
    arrive(&w, p->entry, set);
  else if (follow(&w, edge, from + 1, set))
    arrive(&w, edge->to, set);
  walk_on(&w, set);
  ha_arena_reset(uses->arena, mark);
  return w;
}

struct ha_null_use ha_entry_null_use(const struct ha_uses *uses, ha_var param) {
  return walk(uses, param, 0).found;
}

bool ha_entry_value_tested(const struct ha_uses *uses, uint32_t cmd) {
  enum { NOT_ASKED, NO, YES };
  if (uses->nullable[cmd] == NOT_ASKED)
    uses->nullable[cmd] =
        walk(uses, uses->program->cmds.at[cmd].var, cmd).found.tested ? YES : NO;
  return uses->nullable[cmd] == YES;
}
