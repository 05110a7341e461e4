/* `small`: bounded-exhaustive search on the interpreter.
 *
 * All heaps the entry admits up to a few nodes, all values that the comparisons can
 * tell apart, all outcomes of allocations and unknown calls, simplest first
 * (search.h), each run concretely (trial.h).  The search proves nothing: what it has
 * not refuted stays unknown. */
#include "small.h"
#include "engine.h"
#include "search.h"
#include "trial.h"

enum { MAX_NODES = 4, MAX_COST = 8, MAX_RUNS = 4000, ALL_STEPS = 2000000 };

struct small {
  struct ha_task *task;
  struct ha_trial *trial;
  struct ha_search search;
  unsigned open; /* checks that were unknown at first */
  bool out_of_budget;
};

static unsigned choose(void *context, unsigned options) {
  return ha_search_choose(context, options);
}

static bool is_open(const struct small *s, ha_check check) {
  return s->task->result->checks[check].verdict == HA_UNKNOWN;
}

static bool exhausted(struct small *s) {
  s->out_of_budget |= ha_budget_spent(&s->task->budget);
  return s->out_of_budget || s->trial->steps >= ALL_STEPS ||
         s->trial->refuted == s->open;
}

static void explain(struct small *s) {
  struct ha_result *result = s->task->result;
  const char *why =
      s->out_of_budget
          ? ha_budget_why(&s->task->budget)
          : ha_arena_printf(
                s->task->arena,
                "no counterexample up to %u nodes and %u steps (%u choices)",
                (unsigned)MAX_NODES, (unsigned)s->trial->run_steps, s->search.cost);
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
  struct ha_arena *shared = ha_arena_new(); /* outlives the runs, not the search */
  struct small s = {.task = task, .search = {.arena = shared}};
  for (ha_check c = 1; c < task->program->checks.count; c++)
    s.open += is_open(&s, c);
  s.trial = ha_trial_new(shared, task, ha_engine_small.name, MAX_NODES);
  s.trial->chooser = (struct ha_chooser){.context = &s.search, .choose = choose};
  ha_search_begin(&s.search, MAX_COST, MAX_RUNS);
  while (!exhausted(&s)) {
    ha_trial_run(s.trial);
    if (!ha_search_advance(&s.search))
      break;
  }
  explain(&s);
  ha_trial_free(s.trial);
  ha_arena_free(shared);
}

const struct ha_engine ha_engine_small = {
    .name = "small",
    .help = "bounded-exhaustive search: all small heaps and short paths",
    .run = run_small,
};
