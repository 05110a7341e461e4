#include "engine.h"
#include "../domain/cache.h"
#include "../domain/contract.h"
#include "../domain/judge.h"
#include "../domain/vocab.h"
#include "entry.h"
#include "entry_contract.h"
#include "exact.h"
#include "pdr.h"
#include "small.h"
#include <string.h>
#include <sys/resource.h>
#include <time.h>

extern const struct ha_engine ha_engine_flow; /* flow.c */

static void settle_nothing(struct ha_task *task) { (void)task; }

static const struct ha_engine none = {
    "none", "settles nothing: what lowering and filter cost alone", settle_nothing};

/* Cheapest first.  To add an engine, add its row: `auto`, `engine=` and the list of
 * known engines follow. */
const struct ha_engine *const ha_engines[] = {
    &none, &ha_engine_flow, &ha_engine_exact, &ha_engine_small, &ha_engine_pdr, NULL};

static double clock_ms(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

double ha_now_ms(void) { return clock_ms(CLOCK_MONOTONIC); }
double ha_cpu_ms(void) { return clock_ms(CLOCK_PROCESS_CPUTIME_ID); }

uint64_t ha_memory(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (uint64_t)usage.ru_maxrss << 10;
}

static bool is_too_large(const struct ha_budget *budget) {
  return budget->memory && ha_memory() > budget->memory;
}

bool ha_budget_spent(const struct ha_budget *budget) {
  return ha_cpu_ms() >= budget->deadline_ms || is_too_large(budget);
}

const char *ha_budget_why(const struct ha_budget *budget) {
  return is_too_large(budget) ? "memory" : "budget";
}

const struct ha_engine *ha_engine_find(const char *name) {
  for (unsigned i = 0; ha_engines[i]; i++)
    if (strcmp(ha_engines[i]->name, name) == 0)
      return ha_engines[i];
  return NULL;
}

static bool is_settled(const struct ha_result *result) {
  for (ha_check c = 1; c < result->program->checks.count; c++)
    if (result->checks[c].verdict == HA_UNKNOWN)
      return false;
  return true;
}

static bool is_refuted(const struct ha_result *result) {
  for (ha_check c = 1; c < result->program->checks.count; c++)
    if (result->checks[c].verdict == HA_REFUTED)
      return true;
  return false;
}

/* Behind a call that may have written whatever it reaches there is no shape left to
 * find an invariant of. */
static bool forgets_shape(const struct ha_program *p) {
  for (unsigned c = 0; c < p->cmds.count; c++)
    if (p->cmds.at[c].op == HA_CMD_HAVOC_REACH && p->cmds.at[c].a)
      return true;
  return false;
}

static bool is_for_pdr(const struct ha_task *task) {
  enum { MANY_CHECKS = 150 }; /* what it has proved so far had half of that */
  const struct ha_program *p = task->program;
  return !is_refuted(task->result) &&
         (task->contracts || task->initial_globals ||
          (p->checks.count <= MANY_CHECKS && !forgets_shape(p)));
}

/* By itself `auto` looks for no invariants of a function that has a bug already, nor of
 * one where there are none to be found. */
static bool is_wanted(const struct ha_task *task, const struct ha_engine *engine,
                      const char *name) {
  if (name)
    return strcmp(name, engine->name) == 0;
  return engine != &none && (engine != &ha_engine_pdr || is_for_pdr(task));
}

static void count(const struct ha_result *result, unsigned counts[]) {
  for (ha_check c = 1; c < result->program->checks.count; c++)
    counts[result->checks[c].verdict]++;
}

static void try_engine(struct ha_task *task, const struct ha_engine *engine) {
  struct ha_result *result = task->result;
  unsigned before[HA_REFUTED + 1] = {0}, after[HA_REFUTED + 1] = {0};
  double start = ha_now_ms();
  uint64_t queries = result->queries;
  task->frames = task->clauses = 0;
  count(result, before);
  engine->run(task);
  count(result, after);
  struct ha_attempt attempt = {.engine = engine->name,
                               .ms = ha_now_ms() - start,
                               .queries = result->queries - queries,
                               .proved = after[HA_PROVED] - before[HA_PROVED],
                               .refuted = after[HA_REFUTED] - before[HA_REFUTED],
                               .left = after[HA_UNKNOWN],
                               .frames = task->frames,
                               .clauses = task->clauses};
  HA_PUSH(task->arena, result->attempts, attempt);
}

/* `small` finds what it finds early; a program without input goes one way only. */
static double deadline_of(const struct ha_task *task, const struct ha_engine *engine,
                          const char *name) {
  enum { SMALL_MS = 300 }; /* the slowest bug of the tests takes 69 */
  double all = task->budget.deadline_ms, soon = ha_cpu_ms() + SMALL_MS;
  bool hurries = engine == &ha_engine_small && !name && !task->initial_globals;
  return hurries && soon < all ? soon : all;
}

/* What is proved or found on paths that leave some out is neither proved nor found. */
static bool has_all_paths(const struct ha_task *task) {
  for (unsigned i = 0; i < task->program->limitations.count; i++)
    if (!strcmp(task->program->limitations.at[i].what, HA_LIMIT_RETURNS_TWICE))
      return false;
  return true;
}

static void give_up(struct ha_task *task, const char *why) {
  for (ha_check c = 1; c < task->program->checks.count; c++)
    task->result->checks[c].why = why;
}

static void run_engines(struct ha_task *task, const char *engine) {
  if (!has_all_paths(task)) {
    give_up(task, "setjmp or the like returns twice");
    return;
  }
  double deadline = task->budget.deadline_ms;
  for (unsigned i = 0; ha_engines[i]; i++) {
    bool wanted = is_wanted(task, ha_engines[i], engine);
    if (!wanted || is_settled(task->result) || ha_budget_spent(&task->budget))
      continue;
    task->budget.deadline_ms = deadline_of(task, ha_engines[i], engine);
    try_engine(task, ha_engines[i]);
    task->budget.deadline_ms = deadline;
  }
}

/* Rule 6: inputs that no caller in the unit passes are no input.  The findings come
 * again where a caller is analysed with this function inlined. */
static void withdraw_refutations(struct ha_result *result) {
  for (ha_check c = 1; c < result->program->checks.count; c++)
    if (result->checks[c].verdict == HA_REFUTED) {
      result->checks[c].verdict = HA_UNKNOWN;
      result->checks[c].witness = NULL;
      result->checks[c].why = "only callers in this unit can reach it";
    }
}

/* Refuted if a check is, proved if all are, else unknown for the first reason. */
static void sum_up(const struct ha_task *task) {
  struct ha_result *result = task->result;
  const struct ha_check_result *worst = NULL;
  for (ha_check c = 1; c < result->program->checks.count; c++) {
    struct ha_check_result *check = &result->checks[c];
    if (check->verdict == HA_UNKNOWN && !check->why)
      check->why = ha_budget_why(&task->budget);
    bool worse = !worst ||
                 (check->verdict == HA_REFUTED && worst->verdict != HA_REFUTED) ||
                 (check->verdict == HA_UNKNOWN && worst->verdict == HA_PROVED);
    if (worse)
      worst = check;
  }
  result->verdict = worst ? worst->verdict : HA_PROVED; /* nothing can go wrong */
  result->why = worst && worst->verdict == HA_UNKNOWN ? worst->why : NULL;
  if (worst && worst->engine)
    result->engine = worst->engine;
}

static void note_mistakes(struct ha_task *task) {
  for (ha_formula f = 1; f < task->program->formulas.count; f++) {
    const struct ha_text_error *e = ha_contract_error(task->contracts, f);
    if (e)
      HA_PUSH(task->arena, task->result->mistakes,
              (struct ha_mistake){f, e->line, e->column, e->message});
  }
}

/* What a contract states is assumed, whatever the code does with it. */
static void take_contracts(struct ha_task *task, struct ha_entry *entry) {
  const struct ha_program *p = task->program;
  if (p->formulas.count < 2)
    return;
  struct ha_vocab *vocab = ha_vocab_new(ha_terms_new(task->arena), p);
  task->contracts = ha_contracts_new(vocab);
  task->judge = ha_judge_new(task->contracts);
  note_mistakes(task);
  ha_entry_contract(task->arena, entry, task->contracts);
}

struct ha_cache *ha_answers_open(const char *file) { return ha_cache_new(file); }
void ha_answers_close(struct ha_cache *cache) { ha_cache_free(cache); }

struct ha_result *ha_analyse(struct ha_arena *arena, const struct ha_program *program,
                             const struct ha_analysis_options *options) {
  double start = ha_cpu_ms();
  struct ha_result *result = ha_arena_alloc(arena, sizeof *result);
  result->program = program;
  result->engine = options->engine ? options->engine : "auto";
  result->checks =
      ha_arena_alloc(arena, (program->checks.count + 1) * sizeof *result->checks);
  struct ha_entry *entry = ha_entry_infer(arena, program, options->initial_globals);
  struct ha_task task = {
      .arena = arena,
      .program = program,
      .entry = entry,
      .initial_globals = options->initial_globals,
      .explain = options->explain,
      .generalise = options->generalise,
      .families = options->families,
      .cache = options->cache,
      .budget = {.deadline_ms = start + options->budget_ms, .memory = options->memory},
      .result = result};
  take_contracts(&task, entry);
  for (unsigned i = 0; i < entry->inferred_requires.count; i++)
    HA_PUSH(arena, result->inferred_requires, entry->inferred_requires.at[i]);
  for (unsigned i = 0; i < entry->assumes.count; i++)
    HA_PUSH(arena, result->assumes, entry->assumes.at[i]);
  run_engines(&task, options->engine);
  if (options->internal)
    withdraw_refutations(result);
  sum_up(&task);
  result->ms = ha_cpu_ms() - start;
  return result;
}
