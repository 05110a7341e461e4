/* `small`: bounded-exhaustive search on the interpreter.
 *
 * All heaps the entry admits up to a few nodes, all values that the comparisons can
 * tell apart, all outcomes of allocations and unknown calls, simplest first
 * (search.h), each run concretely.  A failing run is frozen into an ordinary heap
 * and repeated from a fresh machine; only what fails there again is reported.  The
 * search proves nothing: what it has not refuted stays unknown. */
#include "small.h"
#include "../domain/judge.h"
#include "../gcl/interp.h"
#include "blame.h"
#include "demand.h"
#include "engine.h"
#include "entry.h"
#include "heapgen.h"
#include "replay.h"
#include "search.h"
#include "values.h"

enum {
  MAX_NODES = 4,
  MAX_COST = 8,
  MAX_RUNS = 4000,
  RUN_STEPS = 2000,
  WHOLE_PROGRAM_STEPS = 200000, /* entry=main: no input heap, long loops */
  ALL_STEPS = 2000000
};

struct small {
  struct ha_task *task;
  struct ha_search search;
  struct ha_heapgen_plan plan;
  struct ha_run *prepared;
  struct ha_arena *scratch;
  struct ha_replay replay; /* of the current run */
  unsigned open;           /* checks that are still unknown */
  uint64_t runs, steps, run_steps;
  bool out_of_budget;
};

static unsigned choose(void *context, unsigned options) {
  return ha_search_choose(context, options);
}

static bool is_open(const struct small *s, ha_check check) {
  return s->task->result->checks[check].verdict == HA_UNKNOWN;
}

/* A contract says what may be passed, and nobody passes anything to a whole program. */
static bool is_demanded(const struct small *s, const struct ha_run *run) {
  const struct ha_task *task = s->task;
  return !task->contracts && !task->initial_globals &&
         ha_demand_is_made(s->scratch, task->program, run->at);
}

static void report(struct small *s, struct ha_heapgen *gen, const struct ha_run *run) {
  struct ha_check_result *result = &s->task->result->checks[run->failed];
  if (!is_open(s, run->failed) || !ha_blame_is_code(run))
    return;
  if (is_demanded(s, run)) {
    result->why = "the assertion states what callers must pass";
    return;
  }
  const struct ha_witness *witness =
      ha_replay_confirm(&s->replay, s->task, gen, run->failed, s->run_steps);
  if (!witness)
    return;
  result->verdict = HA_REFUTED;
  result->witness = witness;
  result->engine = ha_engine_small.name;
  result->why = NULL;
  s->open--;
}

struct questions {
  struct ha_heapgen *gen;
  struct ha_replay *replay;
};

static bool answer(void *context, struct ha_machine *machine,
                   const struct ha_question *question, struct ha_value *value) {
  struct questions *q = context;
  (void)machine;
  if (!ha_heapgen_answer(q->gen, question, value))
    return false;
  ha_replay_record(q->replay, question, *value);
  return true;
}

static bool initial(void *context, uint64_t address, unsigned size,
                    struct ha_value *value) {
  return ha_heapgen_initial(context, address, size, value);
}

/* Formulas that look back see the input as the generator decides it. */
static void seat_judge(struct small *s, struct ha_run *run, struct ha_heapgen *gen) {
  if (!s->task->judge)
    return;
  ha_judge_set_initial(s->task->judge, (struct ha_initial){gen, initial});
  run->judge = ha_judge_of(s->task->judge);
}

static void run_once(struct small *s) {
  size_t mark = ha_arena_mark(s->scratch);
  struct ha_run *run = ha_run_clone(s->prepared, s->scratch);
  struct ha_chooser chooser = {.context = &s->search, .choose = choose};
  s->replay = (struct ha_replay){.arena = s->scratch};
  struct ha_heapgen *gen = ha_heapgen_new(s->scratch, &s->plan, run, chooser);
  s->runs++;
  if (gen) {
    struct questions q = {.gen = gen, .replay = &s->replay};
    seat_judge(s, run, gen);
    struct ha_oracle oracle = {.context = &q, .answer = answer};
    if (ha_run_go(run, oracle, NULL, s->run_steps) == HA_RUN_CHECK_FAILED)
      report(s, gen, run);
    s->steps += run->steps + 1;
  }
  ha_arena_reset(s->scratch, mark);
}

static bool exhausted(struct small *s) {
  s->out_of_budget |= ha_budget_spent(&s->task->budget);
  return s->out_of_budget || s->steps >= ALL_STEPS;
}

static void explain(struct small *s) {
  struct ha_result *result = s->task->result;
  const char *why =
      s->out_of_budget
          ? "budget"
          : ha_arena_printf(
                s->task->arena,
                "no counterexample up to %u nodes and %u steps (%u choices)",
                (unsigned)MAX_NODES, (unsigned)s->run_steps, s->search.cost);
  for (ha_check c = 1; c < s->task->program->checks.count; c++) {
    struct ha_check_result *check = &result->checks[c];
    if (!is_open(s, c))
      continue;
    check->engine = ha_engine_small.name;
    check->why =
        check->why ? ha_arena_printf(s->task->arena, "%s; %s", check->why, why) : why;
  }
}

static void run_small(struct ha_task *task) {
  struct small s = {.task = task, .scratch = ha_arena_new()};
  struct ha_arena *shared = ha_arena_new(); /* outlives the runs, not the search */
  const struct ha_program *p = task->program;
  s.run_steps = task->initial_globals ? WHOLE_PROGRAM_STEPS : RUN_STEPS;
  for (ha_check c = 1; c < p->checks.count; c++)
    s.open += is_open(&s, c);
  s.search.arena = shared;
  struct ha_values *values = ha_values_collect(shared, p);
  if (task->contracts)
    ha_values_add_contracts(values, task->contracts);
  s.plan = (struct ha_heapgen_plan){.program = p,
                                    .entry = task->entry,
                                    .values = values,
                                    .max_nodes = MAX_NODES,
                                    .initial_globals = task->initial_globals};
  struct ha_machine *machine = ha_machine_new(shared, ha_types_ptr_bytes(p->types));
  s.prepared = ha_run_new(shared, p, machine, task->initial_globals);
  ha_search_begin(&s.search, MAX_COST, MAX_RUNS);
  while (s.open && !exhausted(&s)) {
    run_once(&s);
    if (!ha_search_advance(&s.search))
      break;
  }
  explain(&s);
  ha_arena_free(s.scratch);
  ha_arena_free(shared);
}

const struct ha_engine ha_engine_small = {
    .name = "small",
    .help = "bounded-exhaustive search: all small heaps and short paths",
    .run = run_small,
};
