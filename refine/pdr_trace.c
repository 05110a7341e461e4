/* Abstract paths to a failure, made concrete: Model(Init ∧ ρ^k ∧ Bad) of Algorithm 2.
 *
 * The pieces of a path are put together by substitution, each with choices of its own;
 * a model of the result is a heap at the entry.  What it is worth the interpreter says
 * (guide.h).  Without a model the abstraction has failed. */
#include "../domain/solver.h"
#include "engine.h"
#include "guide.h"
#include "pdr_state.h"

/* Pieces one after the other, in terms of the state at the entry. */
struct unrolling {
  struct ha_pdr *p;
  struct ha_subst *now; /* the state's symbols, and the choices of the piece at hand */
  ha_term_vec taken;    /* Init, and the guards on the way */
};

static void begin(struct unrolling *u) {
  u->now = ha_subst_new(u->p->terms);
  for (unsigned i = 0; i < u->p->init.count; i++)
    HA_PUSH(u->p->arena, u->taken, u->p->init.at[i]);
}

/* Symbols of no meaning are choices: here they are made anew. */
static void rename_choices(struct unrolling *u, struct ha_subst *to, ha_term term) {
  struct ha_symbol_list symbols = {0};
  ha_term_symbols(u->p->terms, term, &symbols);
  for (unsigned i = 0; i < symbols.count; i++) {
    ha_symbol s = symbols.at[i];
    struct ha_symbol_row row = *ha_symbol_get(u->p->terms, s);
    if (!ha_vocab_meaning(u->p->vocab, s).means && !row.count && !ha_subst_get(to, s))
      ha_subst_set(to, s,
                   ha_sym(u->p->terms, ha_symbol_fresh(u->p->terms, row.name,
                                                       (enum ha_sort)row.sort)));
  }
}

/* The state as it is now, and fresh choices for what is about to be taken. */
static struct ha_subst *state_for(struct unrolling *u, ha_term first, ha_term second,
                                  const struct ha_subst *post) {
  struct ha_subst *state = ha_subst_new(u->p->terms);
  for (ha_symbol s = 0; (s = ha_vocab_next(u->p->vocab, s));)
    if (ha_subst_get(u->now, s))
      ha_subst_set(state, s, ha_subst_get(u->now, s));
  rename_choices(u, state, first);
  rename_choices(u, state, second);
  for (ha_symbol s = 0; post && (s = ha_vocab_next(u->p->vocab, s));)
    if (ha_subst_get(post, s))
      rename_choices(u, state, ha_subst_get(post, s));
  return state;
}

static void take_piece(struct unrolling *u, const struct ha_piece *piece) {
  struct ha_subst *before = state_for(u, piece->guard, piece->guard, piece->post);
  struct ha_subst *after = ha_subst_new(u->p->terms);
  HA_PUSH(u->p->arena, u->taken, ha_subst_apply(before, piece->guard));
  for (ha_symbol s = 0; (s = ha_vocab_next(u->p->vocab, s));) {
    ha_term value = ha_subst_get(piece->post, s);
    value = value ? ha_subst_apply(before, value) : ha_subst_get(before, s);
    if (value)
      ha_subst_set(after, s, value);
  }
  u->now = after;
}

static void take_goal(struct unrolling *u, const struct ha_goal *goal) {
  struct ha_subst *state = state_for(u, goal->guard, goal->holds, NULL);
  HA_PUSH(u->p->arena, u->taken, ha_subst_apply(state, goal->guard));
  HA_PUSH(u->p->arena, u->taken,
          ha_not(u->p->terms, ha_subst_apply(state, goal->holds)));
}

/* Init ∧ ρ^k ∧ Bad: UNSAT, or SAT and what the interpreter makes of it. */
static enum ha_answer realise(struct ha_pdr *p, struct unrolling *u) {
  struct ha_solver *solver = ha_solver_new(p->vocab);
  ha_solver_set_deadline(solver, p->task->budget.deadline_ms);
  enum ha_answer answer = ha_solver_check(solver, u->taken.at, u->taken.count);
  struct ha_structure *heap = answer == HA_ANSWER_SAT ? ha_solver_heap(solver) : NULL;
  if (heap)
    ha_guide_search(p->task, p->vocab, heap, "pdr");
  p->task->result->queries += ha_solver_stats(solver)->queries;
  ha_solver_free(solver);
  return answer;
}

static bool is_open(const struct ha_pdr *p, ha_check check) {
  return check && p->task->result->checks[check].verdict == HA_UNKNOWN;
}

/* The cubes at the cut points on the way, for whom they may help. */
static void tell_abstract(struct ha_pdr *p, const struct ha_pdr_failure *failure,
                          ha_check check) {
  struct ha_check_result *result = &p->task->result->checks[check];
  result->abstract.count = 0;
  for (unsigned i = 0; i < failure->steps.count; i++) {
    const struct ha_pdr_step *step = &failure->steps.at[i];
    ha_term all = ha_all(p->terms, HA_TERM_AND, step->cube.at, step->cube.count);
    HA_PUSH(p->task->arena, result->abstract,
            (struct ha_abstract_state){step->piece->to, ha_pdr_text(p, all)});
  }
}

void ha_pdr_fail(struct ha_pdr *p, unsigned goal) {
  const struct ha_goal *bad = &p->pieces->goals.at[goal];
  struct ha_pdr_failure failure = {.goal = goal, .is_exact = p->path_is_exact};
  struct unrolling u = {.p = p};
  begin(&u);
  for (unsigned i = p->path.count; i-- > 0;) {
    HA_PUSH(p->arena, failure.steps, p->path.at[i]);
    take_piece(&u, p->path.at[i].piece);
  }
  take_goal(&u, bad);
  if (!is_open(p, bad->check))
    return;
  enum ha_answer answer = realise(p, &u);
  failure.is_spurious = answer == HA_ANSWER_UNSAT;
  failure.is_exact &= failure.is_spurious;
  HA_PUSH(p->arena, p->failures, failure);
  if (answer == HA_ANSWER_UNSAT)
    tell_abstract(p, &failure, bad->check);
}

/* ---- other paths ---- */

/* An abstract path that no input takes says nothing of the others: those of few pieces
 * are tried, shortest first. */
enum { PIECES = 4, PATHS = 48 };

struct longer {
  struct ha_pdr *p;
  unsigned left;   /* paths that may still be tried */
  unsigned length; /* in this round */
};

static bool goes_on(const struct longer *l) {
  return l->left && !ha_budget_spent(&l->p->task->budget);
}

static void try_goals(struct longer *l, const struct unrolling *u, ha_loc at) {
  struct ha_pdr *p = l->p;
  for (unsigned g = 0; g < p->pieces->goals.count && goes_on(l); g++) {
    const struct ha_goal *goal = &p->pieces->goals.at[g];
    if (goal->from != at || !p->failed[g] || !is_open(p, goal->check))
      continue;
    struct unrolling end = {.p = p, .now = u->now};
    for (unsigned i = 0; i < u->taken.count; i++)
      HA_PUSH(p->arena, end.taken, u->taken.at[i]);
    take_goal(&end, goal);
    realise(p, &end);
    l->left--;
  }
}

static void extend(struct longer *l, const struct unrolling *u, ha_loc at,
                   unsigned pieces) {
  struct ha_pdr *p = l->p;
  if (pieces == l->length) {
    try_goals(l, u, at);
    return;
  }
  for (unsigned i = 0; i < p->pieces->pieces.count && goes_on(l); i++) {
    const struct ha_piece *piece = &p->pieces->pieces.at[i];
    if (piece->from != at)
      continue;
    struct unrolling next = {.p = p, .now = u->now};
    for (unsigned k = 0; k < u->taken.count; k++)
      HA_PUSH(p->arena, next.taken, u->taken.at[k]);
    take_piece(&next, piece);
    extend(l, &next, piece->to, pieces + 1);
  }
}

void ha_pdr_try_paths(struct ha_pdr *p) {
  struct longer l = {.p = p, .left = PATHS};
  struct unrolling start = {.p = p};
  begin(&start);
  for (l.length = 1; l.length <= PIECES; l.length++)
    extend(&l, &start, p->program->entry, 0);
}

const char *ha_pdr_why(struct ha_pdr *p, ha_check check) {
  for (unsigned i = 0; i < p->failures.count; i++) {
    const struct ha_pdr_failure *failure = &p->failures.at[i];
    const struct ha_goal *goal = &p->pieces->goals.at[failure->goal];
    if (goal->check == check && failure->is_exact)
      return "abstraction failure: no Boolean combination of the predicates proves it";
  }
  return NULL;
}
