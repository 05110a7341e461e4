/* A sufficient precondition (seed 003 §2), for a function that is not proved: one more
 * literal of a predicate over the input with which all of its checks are.
 *
 * What is said here changes no verdict.  A literal that no admitted input satisfies
 * would suffice for everything; it is asked first whether one does. */
#include "engine.h"
#include "families.h"
#include "pdr_state.h"
#include "predicates.h"

enum {
  FAMILIES = 1u << HA_FAMILY_equal | 1u << HA_FAMILY_reach | 1u << HA_FAMILY_step,
  TRIES = 16,
  TRY_MS = 400
};

/* The k-th literal, denials first: `x != null` says more than `x == null`. */
static ha_term literal(struct ha_pdr *p, unsigned k) {
  struct ha_predicate_options options = {&p->init, p->task->entry, p->pieces, FAMILIES};
  ha_term_vec all = ha_predicates_at(p->vocab, p->live, p->program->entry, &options);
  if (k >= 2 * all.count)
    return 0;
  return k < all.count ? ha_not(p->terms, all.at[k]) : all.at[k - all.count];
}

static bool is_possible(struct ha_pdr *p) {
  ha_lazy_begin(p->lazy);
  for (unsigned i = 0; i < p->init.count; i++)
    ha_lazy_require(p->lazy, p->init.at[i]);
  return ha_lazy_check(p->lazy) == HA_ANSWER_SAT && ha_lazy_is_exact(p->lazy);
}

static bool is_proved(const struct ha_result *result) {
  for (ha_check c = 1; c < result->program->checks.count; c++)
    if (result->checks[c].verdict != HA_PROVED)
      return false;
  return true;
}

/* The same task with that literal given, in a result of its own; its text if all checks
 * are proved then. */
static const char *try_literal(const struct ha_task *task, unsigned k, bool *more) {
  struct ha_arena *arena = ha_arena_new();
  const char *text = NULL;
  struct ha_result result = {.program = task->program};
  struct ha_task again = *task;
  double deadline_ms = ha_cpu_ms() + TRY_MS;
  again.arena = arena;
  again.result = &result;
  again.explain = false;
  if (deadline_ms < again.budget.deadline_ms)
    again.budget.deadline_ms = deadline_ms;
  result.checks =
      ha_arena_alloc(arena, (task->program->checks.count + 1) * sizeof *result.checks);
  struct ha_pdr *p = ha_pdr_new(arena, &again);
  ha_term given = p->lazy ? literal(p, k) : 0;
  *more = given != 0;
  if (given) {
    HA_PUSH(arena, p->init, given);
    if (is_possible(p)) {
      ha_pdr_search(p);
      if (is_proved(&result))
        text = ha_arena_strdup(task->arena, ha_pdr_text(p, given));
    }
  }
  ha_pdr_finish(p);
  ha_arena_free(arena);
  return text;
}

void ha_pdr_suggest(struct ha_task *task) {
  bool more = true;
  for (unsigned k = 0; more && k < TRIES && !ha_budget_spent(&task->budget); k++) {
    const char *text = try_literal(task, k, &more);
    if (text) {
      task->result->suggestion = text;
      return;
    }
  }
}
