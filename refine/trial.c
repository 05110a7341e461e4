#include "trial.h"
#include "../domain/judge.h"
#include "blame.h"
#include "demand.h"
#include "engine.h"
#include "entry.h"
#include "values.h"

enum {
  RUN_STEPS = 2000,
  WHOLE_PROGRAM_STEPS = 200000 /* entry=main: no input heap, long loops */
};

struct ha_trial *ha_trial_new(struct ha_arena *shared, struct ha_task *task,
                              const char *engine, unsigned max_nodes) {
  struct ha_trial *t = ha_arena_alloc(shared, sizeof *t);
  const struct ha_program *p = task->program;
  struct ha_values *values = ha_values_collect(shared, p);
  if (task->contracts)
    ha_values_add_contracts(values, task->contracts);
  struct ha_machine *machine = ha_machine_new(shared, ha_types_ptr_bytes(p->types));
  *t = (struct ha_trial){
      .task = task,
      .engine = engine,
      .scratch = ha_arena_new(),
      .run_steps = task->initial_globals ? WHOLE_PROGRAM_STEPS : RUN_STEPS,
      .prepared = ha_run_new(shared, p, machine, task->initial_globals),
      .plan = {.program = p,
               .entry = task->entry,
               .values = values,
               .max_nodes = max_nodes,
               .initial_globals = task->initial_globals}};
  return t;
}

void ha_trial_free(struct ha_trial *trial) { ha_arena_free(trial->scratch); }

/* A contract says what may be passed, and nobody passes anything to a whole program. */
static bool is_demanded(const struct ha_trial *t, const struct ha_run *run,
                        struct ha_heapgen *gen) {
  const struct ha_task *task = t->task;
  return !task->contracts && !task->initial_globals &&
         ha_demand_is_made(t->scratch, run, gen);
}

static void report(struct ha_trial *t, struct ha_heapgen *gen,
                   const struct ha_run *run) {
  struct ha_check_result *result = &t->task->result->checks[run->failed];
  if (result->verdict != HA_UNKNOWN || !ha_blame_is_code(t->task->entry, run))
    return;
  if (is_demanded(t, run, gen)) {
    result->why = "the assertion states what callers must pass";
    return;
  }
  const struct ha_witness *witness =
      ha_replay_confirm(&t->replay, t->task, gen, run->failed, t->run_steps);
  if (!witness)
    return;
  result->verdict = HA_REFUTED;
  result->witness = witness;
  result->engine = t->engine;
  result->why = NULL;
  t->refuted++;
}

struct questions {
  struct ha_trial *trial;
  struct ha_heapgen *gen;
  bool is_turned_away; /* a formula goes on asking */
};

static bool answer(void *context, struct ha_machine *machine,
                   const struct ha_question *question, struct ha_value *value) {
  struct questions *q = context;
  const struct ha_critic *critic = q->trial->critic;
  (void)machine;
  if (q->is_turned_away || !ha_heapgen_answer(q->gen, question, value))
    return false;
  q->is_turned_away =
      critic && !critic->likes_answer(critic->context, question, *value);
  if (q->is_turned_away)
    return false;
  ha_replay_record(&q->trial->replay, question, *value);
  return true;
}

static bool initial(void *context, uint64_t address, unsigned size,
                    struct ha_value *value) {
  return ha_heapgen_initial(context, address, size, value);
}

/* Formulas that look back see the input as the generator decides it. */
static void seat_judge(struct ha_trial *t, struct ha_run *run, struct ha_heapgen *gen) {
  if (!t->task->judge)
    return;
  ha_judge_set_initial(t->task->judge, (struct ha_initial){gen, initial});
  run->judge = ha_judge_of(t->task->judge);
}

static void go(struct ha_trial *t, struct ha_heapgen *gen, struct ha_run *run) {
  struct questions q = {.trial = t, .gen = gen};
  struct ha_oracle oracle = {.context = &q, .answer = answer};
  seat_judge(t, run, gen);
  if (ha_run_go(run, oracle, NULL, t->run_steps) == HA_RUN_CHECK_FAILED)
    report(t, gen, run);
}

void ha_trial_run(struct ha_trial *t) {
  size_t mark = ha_arena_mark(t->scratch);
  struct ha_run *run = ha_run_clone(t->prepared, t->scratch);
  t->replay = (struct ha_replay){.arena = t->scratch};
  struct ha_heapgen *gen = ha_heapgen_new(t->scratch, &t->plan, run, t->chooser);
  if (gen && (!t->critic || t->critic->likes_input(t->critic->context, run)))
    go(t, gen, run);
  t->steps += run->steps + 1;
  ha_arena_reset(t->scratch, mark);
}
