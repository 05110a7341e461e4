/* `exact`: a whole program that has few enough runs is run in all of them.
 *
 * With entry=main there is no input heap.  What is left to chance are the values a
 * `havoc` gives: if each is only ever compared with constants, a few values stand for
 * all, and the runs form a finite tree unless some loop is bounded by chance alone.
 * The interpreter walks the tree.  If it comes to the end of it, every check that
 * failed in no run is proved: nothing was abstracted, so a list of three nodes needs no
 * invariant.  A check that fails is left to `small`, which says how.
 *
 * A run counts only if nothing in it hangs on what the interpreter decides and C does
 * not: where blocks lie, uninitialised or unmodelled values, overflow, which of two
 * open ways is taken.  Anything of that kind, and every limit, settles nothing. */
#include "exact.h"
#include "../gcl/access.h"
#include "../gcl/arith.h"
#include "../gcl/interp.h"
#include "../gcl/plan.h"
#include "engine.h"
#include "search.h"

enum {
  MOST_RUNS = 2000,
  MOST_STEPS = 300000, /* in all runs together */
  MOST_VALUES = 16,    /* that stand for all of a havoc */
  MOST_MS = 200
};

struct values {
  bool is_other;         /* used otherwise than compared with a constant */
  HA_VEC(ha_expr) tests; /* these comparisons */
  unsigned count;
  uint64_t at[MOST_VALUES];
};

struct exact {
  struct ha_task *task;
  const struct ha_program *program;
  struct ha_arena *arena, *scratch;
  struct ha_search search;
  struct values *values; /* by variable: those that stand for all */
  ha_loc *starts;        /* by command: the location whose edge it begins, or 0 */
  struct ha_run *prepared;
  uint64_t steps;
  bool is_certain; /* nothing so far hung on what C leaves open */
};

/* ---- which values stand for all ---- */

static uint64_t mask_of(unsigned width) {
  return width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
}

static bool is_comparison(enum ha_expr_op op) {
  return op == HA_EXPR_EQ || op == HA_EXPR_NE || op == HA_EXPR_ULT ||
         op == HA_EXPR_ULE || op == HA_EXPR_SLT || op == HA_EXPR_SLE;
}

static void note_use(struct exact *x, ha_expr user, ha_expr operand, ha_expr other) {
  const struct ha_expr_row *row = &x->program->exprs.at[operand];
  if (!operand || row->op != HA_EXPR_VAR)
    return;
  struct values *values = &x->values[row->imm];
  bool is_constant = other && x->program->exprs.at[other].op == HA_EXPR_CONST;
  if (is_constant && is_comparison(x->program->exprs.at[user].op))
    HA_PUSH(x->arena, values->tests, user);
  else
    values->is_other = true;
}

/* An operand of a command: its value itself goes somewhere. */
static void note_whole(struct exact *x, ha_expr expr) {
  if (expr && x->program->exprs.at[expr].op == HA_EXPR_VAR)
    x->values[x->program->exprs.at[expr].imm].is_other = true;
}

static void find_tests(struct exact *x) {
  const struct ha_program *p = x->program;
  for (ha_expr e = 1; e < p->exprs.count; e++) {
    const struct ha_expr_row *row = &p->exprs.at[e];
    if (row->op == HA_EXPR_VAR)
      continue;
    note_use(x, e, row->a, row->b);
    note_use(x, e, row->b, row->a);
    note_use(x, e, row->c, 0);
  }
  for (uint32_t c = 1; c < p->cmds.count; c++) {
    note_whole(x, p->cmds.at[c].a);
    note_whole(x, p->cmds.at[c].b);
    note_whole(x, p->cmds.at[c].c);
  }
}

static bool is_passed(const struct exact *x, ha_expr test, ha_var v, uint64_t value) {
  const struct ha_expr_row *row = &x->program->exprs.at[test];
  unsigned width = x->prepared->plan->var_width[v];
  struct ha_value operands[2];
  for (int i = 0; i < 2; i++) {
    const struct ha_expr_row *operand = &x->program->exprs.at[i ? row->b : row->a];
    operands[i] = ha_value_exact(operand->op == HA_EXPR_VAR ? value : operand->imm);
  }
  bool overflows = false;
  return ha_arith((enum ha_expr_op)row->op, width, operands[0], operands[1], &overflows)
      .bits;
}

/* Adds the value unless one of those before passes the same tests. */
static void try_value(struct exact *x, ha_var v, uint64_t value) {
  struct values *values = &x->values[v];
  value &= mask_of(x->prepared->plan->var_width[v]);
  for (unsigned i = 0; i < values->count; i++) {
    bool differs = false;
    for (unsigned k = 0; k < values->tests.count && !differs; k++)
      differs = is_passed(x, values->tests.at[k], v, value) !=
                is_passed(x, values->tests.at[k], v, values->at[i]);
    if (!differs)
      return;
  }
  if (values->count == MOST_VALUES)
    values->is_other = true;
  else
    values->at[values->count++] = value;
}

/* A test changes its mind only beside its constant or at the ends of its order. */
static void find_values(struct exact *x, ha_var v) {
  struct values *values = &x->values[v];
  unsigned width = x->prepared->plan->var_width[v];
  if (width == 1) { /* both of them, whatever is done with it */
    *values = (struct values){.count = 2, .at = {0, 1}};
    return;
  }
  values->is_other |= width == 0 || v == x->program->result;
  for (uint64_t i = 0; i < 3 && !values->is_other; i++) {
    try_value(x, v, i - 1);
    try_value(x, v, (UINT64_C(1) << (width - 1)) + i - 1);
    for (unsigned k = 0; k < values->tests.count; k++) {
      const struct ha_expr_row *test = &x->program->exprs.at[values->tests.at[k]];
      const struct ha_expr_row *a = &x->program->exprs.at[test->a];
      const struct ha_expr_row *b = &x->program->exprs.at[test->b];
      try_value(x, v, (a->op == HA_EXPR_CONST ? a->imm : b->imm) + i - 1);
    }
  }
}

static bool answer(void *context, struct ha_machine *machine,
                   const struct ha_question *q, struct ha_value *value) {
  struct exact *x = context;
  (void)machine;
  if (q->ask != HA_ASK_HAVOC || !ha_origin_is_free_choice[q->origin])
    return false;
  const struct values *values = &x->values[q->cmd->var];
  if (values->is_other || ha_type_is_ptr(x->program->types, q->type))
    return false;
  *value = ha_value_exact(values->at[ha_search_choose(&x->search, values->count)]);
  return true;
}

/* ---- what C leaves open ---- */

static bool is_pointer(const struct exact *x, ha_expr expr) {
  return ha_type_is_ptr(x->program->types, x->program->exprs.at[expr].type);
}

/* Where blocks lie is seen by numbers made of addresses, by their order, and by the
 * bytes of memory. */
static bool shows_layout(const struct exact *x, const struct ha_expr_row *row) {
  switch ((enum ha_expr_op)row->op) {
  case HA_EXPR_PTRTOINT:
  case HA_EXPR_INTTOPTR:
  case HA_EXPR_STRLEN:
  case HA_EXPR_MEMCHR:
  case HA_EXPR_STRCMP:
  case HA_EXPR_STRNCMP:
  case HA_EXPR_MEMCMP:
  case HA_EXPR_FORMULA:
    return true;
  case HA_EXPR_ULT:
  case HA_EXPR_ULE:
  case HA_EXPR_SLT:
  case HA_EXPR_SLE:
    return is_pointer(x, row->a) || is_pointer(x, row->b);
  default:
    return false;
  }
}

/* Is some pointer kept where it may not be aligned? */
static bool is_packed(const struct ha_types *types) {
  unsigned size = ha_types_ptr_bytes(types);
  for (ha_field f = 1; f < ha_types_fields(types); f++)
    if (ha_type_is_ptr(types, ha_field_get(types, f)->type) &&
        ha_field_get(types, f)->offset % size)
      return true;
  return false;
}

static bool is_candidate(const struct exact *x) {
  const struct ha_program *p = x->program;
  if (!x->task->initial_globals || x->task->contracts || p->limitations.count ||
      is_packed(p->types))
    return false;
  for (ha_expr e = 1; e < p->exprs.count; e++)
    if (shows_layout(x, &p->exprs.at[e]))
      return false;
  return true;
}

/* A block that may be where the next one will be, or ends where another may begin. */
static bool is_vague(const struct ha_machine *m, uint64_t address, uint64_t other) {
  ha_block block = ha_machine_find(m, address);
  if (!address)
    return false;
  if (!block || !ha_machine_block(m, block)->live)
    return true;
  const struct ha_block_info *b = ha_machine_block(m, block);
  bool is_end = address == b->address + b->size;
  return is_end && ha_machine_find(m, other) != block;
}

static void judge_expr(struct exact *x, const struct ha_run *run, ha_expr expr) {
  const struct ha_expr_row *row = &x->program->exprs.at[expr];
  if (!expr || row->op == HA_EXPR_VAR)
    return;
  if ((row->op == HA_EXPR_EQ || row->op == HA_EXPR_NE) && is_pointer(x, row->a)) {
    uint64_t a = ha_run_eval(run, row->a).bits, b = ha_run_eval(run, row->b).bits;
    /* null is apart from everything, living or dead */
    if (a && b && (is_vague(run->machine, a, b) || is_vague(run->machine, b, a)))
      x->is_certain = false;
  }
  judge_expr(x, run, row->a);
  judge_expr(x, run, row->b);
  judge_expr(x, run, row->c);
}

/* No number may be read where an address is kept: not even a part of one.  Addresses
 * are kept at aligned places (is_packed). */
static void judge_load(struct exact *x, const struct ha_run *run,
                       const struct ha_cmd_row *cmd) {
  const struct ha_types *types = x->program->types;
  if (ha_type_is_ptr(types, ha_field_get(types, cmd->field)->type))
    return;
  unsigned size = ha_types_ptr_bytes(types);
  struct ha_window window = ha_access_window(types, cmd->field);
  uint64_t first = ha_run_eval(run, cmd->a).bits + window.offset;
  for (uint64_t at = first - first % size; at < first + window.size; at += size)
    if (ha_machine_inside(run->machine, at, size) &&
        ha_machine_find(run->machine, ha_machine_read(run->machine, at, size).bits))
      x->is_certain = false;
}

/* Of several ways exactly one must be open. */
static void judge_choice(struct exact *x, const struct ha_run *run, ha_loc loc) {
  const struct ha_program *p = x->program;
  const struct ha_plan *plan = run->plan;
  unsigned open = 0;
  for (uint32_t i = plan->first[loc]; i < plan->first[loc + 1]; i++) {
    const struct ha_edge_row *edge = &p->edges.at[plan->edges[i]];
    bool guarded = edge->count && p->cmds.at[edge->first].op == HA_CMD_ASSUME;
    struct ha_value v = ha_value_exact(1);
    if (guarded)
      v = ha_run_eval(run, p->cmds.at[edge->first].a);
    open += v.bits || v.undef || v.taint;
  }
  if (open != 1)
    x->is_certain = false;
}

static void judge_step(void *context, const struct ha_run *run, uint32_t at) {
  struct exact *x = context;
  const struct ha_cmd_row *cmd = &x->program->cmds.at[at];
  if (x->starts[at])
    judge_choice(x, run, x->starts[at]);
  judge_expr(x, run, cmd->a);
  judge_expr(x, run, cmd->b);
  judge_expr(x, run, cmd->c);
  if (cmd->op == HA_CMD_LOAD)
    judge_load(x, run, cmd);
}

static void find_starts(struct exact *x) {
  const struct ha_program *p = x->program;
  const struct ha_plan *plan = x->prepared->plan;
  x->starts = ha_arena_alloc(x->arena, p->cmds.count * sizeof *x->starts);
  for (uint32_t e = 1; e < p->edges.count; e++) {
    const struct ha_edge_row *edge = &p->edges.at[e];
    if (edge->count && plan->first[edge->from + 1] - plan->first[edge->from] > 1)
      x->starts[edge->first] = edge->from;
    else if (!edge->count && plan->first[edge->from + 1] - plan->first[edge->from] > 1)
      x->is_certain = false; /* nobody would see it taken */
  }
}

/* ---- the tree of runs ---- */

/* True if the run is over, whatever comes of it, and nothing went wrong in it. */
static bool run_once(struct exact *x) {
  size_t mark = ha_arena_mark(x->scratch);
  struct ha_run *run = ha_run_clone(x->prepared, x->scratch);
  struct ha_oracle oracle = {.context = x, .answer = answer};
  struct ha_observer observer = {.context = x, .step = judge_step};
  enum ha_run_status status = ha_run_go(run, oracle, &observer, MOST_STEPS - x->steps);
  x->steps += run->steps + 1;
  ha_arena_reset(x->scratch, mark);
  return x->is_certain && (status == HA_RUN_EXIT || status == HA_RUN_BLOCKED);
}

static bool run_all(struct exact *x) {
  double deadline = ha_cpu_ms() + MOST_MS;
  ha_search_begin(&x->search, UINT16_MAX - 1, MOST_RUNS);
  do {
    if (x->steps >= MOST_STEPS || ha_cpu_ms() > deadline ||
        ha_budget_spent(&x->task->budget) || !run_once(x))
      return false;
  } while (ha_search_advance(&x->search));
  return !x->search.cut;
}

static void settle(struct ha_task *task) {
  for (ha_check c = 1; c < task->program->checks.count; c++) {
    struct ha_check_result *check = &task->result->checks[c];
    if (check->verdict != HA_UNKNOWN)
      continue;
    check->verdict = HA_PROVED;
    check->engine = ha_engine_exact.name;
    check->why = NULL;
  }
}

static void run(struct ha_task *task) {
  struct exact x = {.task = task, .program = task->program, .is_certain = true};
  if (!is_candidate(&x))
    return;
  x.arena = ha_arena_new();
  x.scratch = ha_arena_new();
  x.search.arena = x.arena;
  struct ha_machine *machine =
      ha_machine_new(x.arena, ha_types_ptr_bytes(task->program->types));
  x.prepared = ha_run_new(x.arena, task->program, machine, true);
  x.values = ha_arena_alloc(x.arena, task->program->vars.count * sizeof *x.values);
  find_tests(&x);
  for (ha_var v = 1; v < task->program->vars.count; v++)
    find_values(&x, v);
  find_starts(&x);
  if (run_all(&x))
    settle(task);
  ha_arena_free(x.scratch);
  ha_arena_free(x.arena);
}

const struct ha_engine ha_engine_exact = {
    .name = "exact",
    .help = "all runs of a whole program that has few",
    .run = run,
};
