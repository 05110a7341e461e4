/* `pdr`: property-directed reachability over full predicate abstraction.
 *
 * Itzhaky, Bjørner, Reps, Sagiv, Thakur: Property-Directed Shape Analysis (CAV 2014).
 * Names are the paper's: R[i] are the frames, N the frame counter, Init, ρ and Bad what
 * they say, reduce its Algorithm 2.  The loops below are its Algorithm 1 and 2 with
 * these departures:
 *   - any control flow: frames are kept per cut point (loop head), ρ is a set of
 *     pieces between cut points (sym.h), Bad a set of goals; Init is the state at the
 *     entry, which is a cut point without frames.  R[0] is false at every loop head:
 *     nothing has been executed yet;
 *   - R[i] is a list of clauses, each with the highest frame it is known to hold in;
 *   - predicates that are inductive by themselves are found first (propagate.h) and
 *     hold in every frame;
 *   - Check asserts assumptions with quantifiers when a heap misses them, and looks at
 *     the heaps of earlier answers before it asks (lazy.h);
 *   - clauses are generalised by unsat cores, by dropping literals, and pushed; the
 *     option `generalise` takes either away;
 *   - a goal whose counterexample reaches Init is set aside, and the others go on; in
 *     the end new predicates are taken from paths that no input takes (pdr_refine.c).
 * What is returned is checked again clause by clause in a new solver (pdr_check.c). */
#include "pdr.h"
#include "engine.h"
#include "pdr_state.h"
#include <string.h>

enum {
  FRAMES = 40,
  GOAL_QUERIES = 600, /* for one goal in one frame, then it is set aside */
  DEPTH = 200
};

/* ---- Check ---- */

/* A question about the states of the source of a piece: Init, or R[i]. */
static void begin_at(struct ha_pdr *p, ha_loc from, unsigned i) {
  ha_lazy_begin(p->lazy);
  if (from == p->program->entry) {
    for (unsigned k = 0; k < p->init.count; k++)
      ha_lazy_suppose(p->lazy, p->init.at[k]);
    return;
  }
  const struct ha_pdr_cut *cut = ha_pdr_cut(p, from);
  for (unsigned k = 0; k < cut->clauses.count; k++)
    if (cut->clauses.at[k].level >= i)
      ha_lazy_suppose(p->lazy, cut->clauses.at[k].formula);
}

static enum ha_answer ask(struct ha_pdr *p) {
  if (ha_budget_spent(&p->task->budget)) {
    p->out_of_budget = true;
    return HA_ANSWER_UNKNOWN;
  }
  p->queries++;
  enum ha_answer answer = ha_lazy_check(p->lazy);
  if (answer == HA_ANSWER_UNKNOWN)
    p->gave_up = true;
  return answer;
}

/* β of the model: the literals of the cut point's predicates that it decides.  Only a
 * full cube of a heap says all that can be said of it. */
static struct ha_cube abstract(struct ha_pdr *p, const struct ha_pdr_cut *cut) {
  struct ha_cube cube = {0};
  for (unsigned i = 0; i < cut->predicates.count; i++) {
    ha_term predicate = cut->predicates.at[i];
    enum ha_truth truth = ha_lazy_truth(p->lazy, predicate);
    if (truth != HA_MAYBE)
      HA_PUSH(p->arena, cube,
              truth == HA_YES ? predicate : ha_not(p->terms, predicate));
  }
  p->path_is_exact &= ha_lazy_is_exact(p->lazy) && cube.count == cut->predicates.count;
  return cube;
}

/* Without the first literal that the core has; false if it has none. */
static bool drop_contradiction(struct ha_pdr *p, struct ha_cube *cube, unsigned base) {
  for (unsigned i = cube->count; i-- > 0;)
    if (ha_lazy_in_core(p->lazy, base + i)) {
      memmove(cube->at + i, cube->at + i + 1, (cube->count - i - 1) * sizeof *cube->at);
      cube->count--;
      return true;
    }
  return false;
}

/* Where no heap of the model was found, its cube may say more than the states do: then
 * only what can be added without contradiction is kept. */
static enum ha_answer confirm(struct ha_pdr *p, struct ha_cube *cube) {
  if (ha_lazy_is_exact(p->lazy))
    return HA_ANSWER_SAT;
  unsigned base = 0;
  enum ha_answer answer;
  do {
    if (base)
      ha_lazy_retract(p->lazy, base);
    for (unsigned i = 0; i < cube->count; i++) {
      unsigned number = ha_lazy_suppose(p->lazy, cube->at[i]);
      base = i ? base : number;
    }
    answer = ask(p);
  } while (answer == HA_ANSWER_UNSAT && drop_contradiction(p, cube, base));
  return answer == HA_ANSWER_UNSAT ? HA_ANSWER_UNKNOWN : answer;
}

/* ---- generalisation ---- */

/* Does the piece lead from R[i] into the cube?  Sets `used` for literals in the core.
 */
static enum ha_answer leads_into(struct ha_pdr *p, const struct ha_piece *piece,
                                 unsigned i, const struct ha_cube *cube, bool *used) {
  begin_at(p, piece->from, i);
  unsigned base = ha_lazy_require(p->lazy, piece->guard) + 1;
  for (unsigned k = 0; k < cube->count; k++)
    ha_lazy_suppose(p->lazy, ha_subst_apply(piece->post, cube->at[k]));
  enum ha_answer answer = ask(p);
  for (unsigned k = 0; used && answer == HA_ANSWER_UNSAT && k < cube->count; k++)
    used[k] |= ha_lazy_in_core(p->lazy, base + k);
  return answer;
}

static bool starts_at_loop_without_frame(const struct ha_pdr *p,
                                         const struct ha_piece *piece, unsigned i) {
  return piece->from != p->program->entry && i == 0; /* R[0] = false */
}

/* Is every piece into the cut point blocked: R[i] ∧ ρ ∧ (cube)' unsat? */
static bool is_blocked(struct ha_pdr *p, ha_loc loc, unsigned i,
                       const struct ha_cube *cube, bool *used) {
  for (unsigned k = 0; k < p->pieces->pieces.count; k++) {
    const struct ha_piece *piece = &p->pieces->pieces.at[k];
    if (piece->to != loc || starts_at_loop_without_frame(p, piece, i))
      continue;
    if (leads_into(p, piece, i, cube, used) != HA_ANSWER_UNSAT)
      return false;
  }
  return true;
}

static struct ha_cube without(struct ha_pdr *p, const struct ha_cube *cube,
                              unsigned dropped) {
  struct ha_cube rest = {0};
  for (unsigned i = 0; i < cube->count; i++)
    if (i != dropped)
      HA_PUSH(p->arena, rest, cube->at[i]);
  return rest;
}

/* Drops literals while the cube stays blocked, the costly ones first. */
static void drop_literals(struct ha_pdr *p, ha_loc loc, unsigned i,
                          struct ha_cube *cube) {
  for (unsigned k = cube->count; k-- > 0 && !p->out_of_budget;) {
    struct ha_cube rest = without(p, cube, k);
    if (rest.count && is_blocked(p, loc, i, &rest, NULL))
      *cube = rest;
  }
}

static void learn(struct ha_pdr *p, ha_loc loc, unsigned level,
                  const struct ha_cube *cube) {
  struct ha_pdr_cut *cut = ha_pdr_cut(p, loc);
  ha_term formula =
      ha_not(p->terms, ha_all(p->terms, HA_TERM_AND, cube->at, cube->count));
  for (unsigned i = 0; i < cut->clauses.count; i++)
    if (cut->clauses.at[i].formula == formula) {
      if (cut->clauses.at[i].level < level)
        cut->clauses.at[i].level = level;
      return;
    }
  HA_PUSH(p->arena, cut->clauses,
          (struct ha_clause){.formula = formula, .level = level, .cube = *cube});
  ha_pdr_explain(p, loc, formula, cube);
}

/* ---- Algorithm 2 ---- */

/* Beyond REDUCED p->path stays as it is: the path back to where that was noticed. */
enum outcome { REDUCED, REACHES_INIT, STOPPED };

static enum outcome reduce(struct ha_pdr *p, unsigned j, ha_loc loc, struct ha_cube A);

/* Extends the path to Bad backward over one piece, until none of R[j-1] is left on it.
 */
static enum outcome reduce_piece(struct ha_pdr *p, const struct ha_piece *piece,
                                 unsigned j, const struct ha_cube *A, bool *used) {
  for (;;) {
    enum ha_answer answer = leads_into(p, piece, j - 1, A, used);
    if (answer == HA_ANSWER_UNSAT)
      return REDUCED;
    if (answer == HA_ANSWER_UNKNOWN)
      return STOPPED;
    HA_PUSH(p->arena, p->path, (struct ha_pdr_step){piece, *A});
    if (piece->from == p->program->entry) {
      p->path_is_exact &= ha_lazy_is_exact(p->lazy);
      return REACHES_INIT;
    }
    struct ha_cube A2 = abstract(p, ha_pdr_cut(p, piece->from));
    if (confirm(p, &A2) != HA_ANSWER_SAT)
      return STOPPED;
    enum outcome outcome = reduce(p, j - 1, piece->from, A2);
    if (outcome != REDUCED)
      return outcome;
    p->path.count--;
  }
}

/* reduce(j, A): strengthens R[1..j] at `loc` so as to exclude A. */
static enum outcome reduce(struct ha_pdr *p, unsigned j, ha_loc loc, struct ha_cube A) {
  bool *used = ha_arena_alloc(p->arena, A.count + 1);
  if (p->path.count > DEPTH || p->queries > p->goal_limit)
    return STOPPED;
  for (unsigned k = 0; k < p->pieces->pieces.count; k++) {
    const struct ha_piece *piece = &p->pieces->pieces.at[k];
    if (piece->to != loc || starts_at_loop_without_frame(p, piece, j - 1))
      continue;
    enum outcome outcome = reduce_piece(p, piece, j, &A, used);
    if (outcome != REDUCED)
      return outcome;
  }
  struct ha_cube core = {0};
  for (unsigned i = 0; i < A.count; i++)
    if (used[i])
      HA_PUSH(p->arena, core, A.at[i]);
  if (!core.count) { /* the location is not reached in so many steps at all */
    learn(p, loc, j, &core);
    return REDUCED;
  }
  if (p->task->generalise == HA_GENERALISE_LITERALS)
    drop_literals(p, loc, j - 1, &core);
  learn(p, loc, j, &core);
  return REDUCED;
}

/* ---- Algorithm 1 ---- */

/* Clauses of R[i] that also hold one step on go to R[i+1]. */
static void push_clauses(struct ha_pdr *p) {
  if (p->task->generalise == HA_GENERALISE_NONE)
    return;
  for (unsigned i = 1; i < p->N; i++)
    for (unsigned c = 0; c < p->cuts.count; c++) {
      struct ha_pdr_cut *cut = &p->cuts.at[c];
      for (unsigned k = 0; k < cut->clauses.count && !p->out_of_budget; k++)
        if (cut->clauses.at[k].level == i &&
            is_blocked(p, cut->loc, i, &cut->clauses.at[k].cube, NULL))
          cut->clauses.at[k].level = i + 1;
    }
}

/* R[i] = R[i+1] for some 0 < i < N: no clause stops at i. */
static unsigned fixpoint(const struct ha_pdr *p) {
  for (unsigned i = 1; i < p->N; i++) {
    bool stops = false;
    for (unsigned c = 0; c < p->cuts.count && !stops; c++)
      for (unsigned k = 0; k < p->cuts.at[c].clauses.count && !stops; k++)
        stops = p->cuts.at[c].clauses.at[k].level == i;
    if (!stops)
      return i;
  }
  return 0;
}

/* Excludes the goal's error condition from R[N], or sets the goal aside. */
static bool block_goal(struct ha_pdr *p, unsigned g) {
  const struct ha_goal *goal = &p->pieces->goals.at[g];
  if (p->failed[g] ||
      starts_at_loop_without_frame(p, &(struct ha_piece){.from = goal->from}, p->N))
    return true;
  p->goal_limit = p->queries + GOAL_QUERIES;
  for (;;) {
    p->path.count = 0;
    p->path_is_exact = true;
    begin_at(p, goal->from, p->N);
    ha_lazy_require(p->lazy, goal->guard);
    ha_lazy_require(p->lazy, ha_not(p->terms, goal->holds));
    enum ha_answer answer = ask(p);
    if (answer == HA_ANSWER_UNSAT)
      return true;
    enum outcome outcome = answer == HA_ANSWER_UNKNOWN ? STOPPED : REACHES_INIT;
    if (answer == HA_ANSWER_SAT && goal->from != p->program->entry) {
      struct ha_cube A = abstract(p, ha_pdr_cut(p, goal->from));
      outcome =
          confirm(p, &A) == HA_ANSWER_SAT ? reduce(p, p->N, goal->from, A) : STOPPED;
    }
    if (outcome == REACHES_INIT)
      ha_pdr_fail(p, g);
    if (outcome != REDUCED) {
      p->failed[g] = true;
      return !p->out_of_budget;
    }
  }
}

static bool solve(struct ha_pdr *p) {
  for (p->N = 1; p->N < FRAMES; p->N++) {
    for (unsigned g = 0; g < p->pieces->goals.count; g++)
      if (p->wanted[g] && !block_goal(p, g))
        return false;
    push_clauses(p);
    if (p->out_of_budget)
      return false;
    p->task->frames = p->N;
    p->invariant = fixpoint(p);
    if (p->invariant)
      return true;
  }
  return false;
}

/* Leaks are the dearest goals: the others are settled before they are tried.  True if
 * some are left for later. */
static bool want(struct ha_pdr *p, bool leaks) {
  bool later = false;
  for (unsigned g = 0; g < p->pieces->goals.count; g++) {
    const struct ha_goal *goal = &p->pieces->goals.at[g];
    bool is_leak = p->program->checks.at[goal->check].kind == HA_CHECK_LEAK;
    p->wanted[g] =
        leaks || !is_leak || !goal->check || goal->holds == ha_true(p->terms);
    later |= !p->wanted[g];
  }
  return later;
}

/* ---- the engine ---- */

void ha_pdr_search(struct ha_pdr *p) {
  bool more = true;
  ha_pdr_propagate(p);
  ha_lazy_leave_cache(p->lazy); /* generalisation lives on small cores */
  for (int leaks = 0; more && leaks < 2; leaks++) {
    more = want(p, leaks);
    if (solve(p))
      ha_pdr_conclude(p);
  }
  ha_pdr_try_paths(p);
  while (ha_pdr_refine(p))
    if (solve(p))
      ha_pdr_conclude(p);
}

static bool is_proved(const struct ha_task *task) {
  for (ha_check c = 1; c < task->program->checks.count; c++)
    if (task->result->checks[c].verdict != HA_PROVED)
      return false;
  return true;
}

static void run(struct ha_task *task) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_pdr *p = ha_pdr_new(arena, task);
  if (p->lazy)
    ha_pdr_search(p);
  ha_pdr_finish(p);
  ha_arena_free(arena);
  if (task->explain && !is_proved(task))
    ha_pdr_suggest(task);
}

const struct ha_engine ha_engine_pdr = {
    .name = "pdr",
    .help = "property-directed reachability over shape predicates",
    .run = run};
