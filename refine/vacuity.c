#include "vacuity.h"
#include "../domain/concrete.h"
#include "../domain/contract.h"
#include "../domain/formula.h"
#include "../domain/judge.h"
#include "../domain/structure.h"
#include "../gcl/interp.h"
#include "engine.h"
#include "entry_contract.h"
#include "heapgen.h"
#include "search.h"
#include "values.h"
#include <string.h>

enum {
  MAX_NODES = 3,
  MAX_BLOCKS = 40, /* of an input */
  MAX_COST = 6,
  MAX_RUNS = 2000,
  SOME_RUNS = 100,
  RUN_STEPS = 400
};

struct vacuity {
  const struct ha_conditions *c;
  const struct ha_claim *claim;
  struct ha_arena *scratch;
  struct ha_search search;
  struct ha_heapgen_plan plan;
  struct ha_run *prepared;
  struct ha_concrete *concrete;
  struct ha_formula_judge *judge; /* of the program's own formulas */
  struct ha_heapgen *gen;         /* of this run */
  ha_term_vec formulas;           /* by formula of the claim */
  bool *shown;                    /* by location */
  struct ha_value *entry_vars;
  bool good; /* Init holds of the input of this run */
  struct ha_vacuity out;
};

static unsigned choose(void *context, unsigned options) {
  return ha_search_choose(context, options);
}

/* Where the policy has no pointer to give, or headers lead to headers without end, null
 * will do if it is within Init. */
static bool answer(void *context, struct ha_machine *machine,
                   const struct ha_question *question, struct ha_value *value) {
  const struct vacuity *v = context;
  bool is_pointer =
      question->ask == HA_ASK_LAZY &&
      ha_type_get(v->c->program->types, question->type)->kind == HA_TYPE_PTR;
  unsigned most = ha_machine_blocks(v->prepared->machine) + MAX_BLOCKS;
  bool is_large = is_pointer && ha_machine_blocks(machine) >= most;
  if (!is_large && ha_heapgen_answer(v->gen, question, value))
    return true;
  *value = (struct ha_value){0};
  return is_pointer;
}

static bool entry_read(void *context, uint64_t address, unsigned size,
                       struct ha_value *value) {
  const struct vacuity *v = context;
  return ha_heapgen_initial(v->gen, address, size, value);
}

static enum ha_truth holds(struct vacuity *v, struct ha_run *run, ha_term formula) {
  struct ha_moment moment = {
      .run = run, .entry_vars = v->entry_vars, .entry_read = entry_read, .context = v};
  return ha_concrete_holds(v->concrete, &moment, formula);
}

/* ---- along a run ---- */

/* Does Init hold of the input?  Again while looking at it made more of it. */
static bool is_in_init(struct vacuity *v, struct ha_run *run) {
  unsigned before;
  do {
    before = ha_machine_blocks(run->machine);
    for (unsigned i = 0; i < v->c->init.count; i++)
      if (holds(v, run, v->c->init.at[i]) != HA_YES)
        return false;
  } while (ha_machine_blocks(run->machine) != before);
  return true;
}

static void at_entry(void *context, struct ha_run *run) {
  struct vacuity *v = context;
  size_t size = run->program->vars.count * sizeof *run->vars;
  v->entry_vars = ha_arena_alloc(v->scratch, size);
  memcpy(v->entry_vars, run->vars, size);
  v->good = is_in_init(v, run);
  v->out.has_input |= v->good;
  v->out.runs += v->good;
  const struct ha_judge *judge = ha_judge_of(v->judge);
  judge->enter(judge->context, run);
}

static bool judge_holds(void *context, struct ha_run *run, ha_formula formula,
                        bool *holds) {
  const struct ha_judge *judge = ha_judge_of(((struct vacuity *)context)->judge);
  return judge->holds(judge->context, run, formula, holds);
}

static void judge_note(void *context, struct ha_run *run, ha_formula formula) {
  const struct ha_judge *judge = ha_judge_of(((struct vacuity *)context)->judge);
  judge->note(judge->context, run, formula);
}

static void at_cut(struct vacuity *v, struct ha_run *run, ha_loc loc) {
  bool all = true;
  for (unsigned i = 0; i < v->claim->formulas.count; i++) {
    if (v->claim->formulas.at[i].at != loc)
      continue;
    enum ha_truth t = holds(v, run, v->formulas.at[i]);
    all &= t == HA_YES;
    if (t == HA_NO)
      v->out.broken = &v->claim->formulas.at[i];
  }
  v->shown[loc] |= all;
}

/* The first command of an edge runs in the state of the edge's source. */
static void step(void *context, const struct ha_run *run, uint32_t cmd) {
  struct vacuity *v = context;
  const struct ha_program *p = v->c->program;
  for (uint32_t e = 1; v->good && e < p->edges.count; e++)
    if (p->edges.at[e].first == cmd && p->edges.at[e].count &&
        p->locs.at[p->edges.at[e].from].loop_head)
      at_cut(v, (struct ha_run *)run, p->edges.at[e].from);
}

static void run_once(struct vacuity *v) {
  size_t mark = ha_arena_mark(v->scratch);
  struct ha_run *run = ha_run_clone(v->prepared, v->scratch);
  struct ha_chooser chooser = {.context = &v->search, .choose = choose};
  struct ha_heapgen *gen = ha_heapgen_new(v->scratch, &v->plan, run, chooser);
  struct ha_judge judge = {v, at_entry, judge_holds, judge_note};
  struct ha_observer observer = {.context = v, .step = step};
  if (gen) {
    v->gen = gen;
    ha_judge_set_initial(v->judge, (struct ha_initial){v, entry_read});
    run->judge = &judge;
    ha_run_go(run, (struct ha_oracle){v, answer}, &observer, RUN_STEPS);
  }
  ha_arena_reset(v->scratch, mark);
}

/* ---- the search ---- */

static bool is_done(const struct vacuity *v) {
  for (unsigned i = 0; i < v->claim->formulas.count; i++)
    if (!v->shown[v->claim->formulas.at[i].at])
      return false;
  return v->out.has_input;
}

/* All is shown early; some more runs may still break something. */
static void search(struct vacuity *v, double deadline) {
  ha_search_begin(&v->search, MAX_COST, MAX_RUNS);
  for (unsigned runs = 1;; runs++) {
    run_once(v);
    bool enough = (is_done(v) && runs > SOME_RUNS) || v->out.broken;
    if (enough || ha_now_ms() > deadline || !ha_search_advance(&v->search))
      return;
  }
}

static void count_cuts(struct vacuity *v) {
  for (ha_loc loc = 1; loc < v->c->program->locs.count; loc++) {
    bool has = false;
    for (unsigned i = 0; i < v->claim->formulas.count; i++)
      has |= v->claim->formulas.at[i].at == loc;
    v->out.cuts += has;
    v->out.shown += has && v->shown[loc];
  }
}

struct ha_vacuity ha_vacuity_check(struct ha_arena *arena,
                                   const struct ha_conditions *c,
                                   const struct ha_claim *claim, double budget_ms) {
  const struct ha_program *p = c->program;
  struct vacuity v = {.c = c, .claim = claim, .scratch = ha_arena_new()};
  struct ha_scope scope = {.vocab = c->vocab};
  struct ha_text_error error;
  struct ha_contracts *contracts = ha_contracts_new(c->vocab);
  v.judge = ha_judge_new(contracts);
  v.search.arena = arena;
  v.plan = (struct ha_heapgen_plan){.program = p,
                                    .entry = ha_entry_of(arena, contracts, false),
                                    .values = ha_values_collect(arena, p),
                                    .max_nodes = MAX_NODES};
  v.prepared =
      ha_run_new(arena, p, ha_machine_new(arena, ha_types_ptr_bytes(p->types)), false);
  v.concrete = ha_concrete_new(c->vocab);
  v.shown = ha_arena_alloc(arena, p->locs.count + 1);
  v.shown[0] = true; /* Init */
  for (unsigned i = 0; i < claim->formulas.count; i++)
    HA_PUSH(arena, v.formulas,
            ha_formula_parse(&scope, claim->formulas.at[i].text, HA_SORT_BOOL, &error));
  search(&v, ha_now_ms() + budget_ms);
  count_cuts(&v);
  ha_arena_free(v.scratch);
  return v.out;
}
