/* What `pdr` starts from and what becomes of its frames: nothing is called proved
 * before a new solver has confirmed initiation, consecution and safety of the
 * invariant. */
#include "engine.h"
#include "entry.h"
#include "init.h"
#include "live.h"
#include "pdr_state.h"
#include "predicates.h"
#include "propagate.h"
#include <string.h>

struct ha_pdr_cut *ha_pdr_cut(const struct ha_pdr *p, ha_loc loc) {
  for (unsigned i = 0; i < p->cuts.count; i++)
    if (p->cuts.at[i].loc == loc)
      return &p->cuts.at[i];
  return NULL;
}

static void add_cut(struct ha_pdr *p, ha_loc loc) {
  struct ha_predicate_options options = {&p->init, p->task->entry, p->pieces,
                                         p->task->families};
  struct ha_pdr_cut cut = {.loc = loc};
  cut.predicates = ha_predicates_at(p->vocab, p->live, loc, &options);
  ha_term_vec pointers = ha_predicate_pointers(p->vocab, p->live, loc);
  for (unsigned i = 0; i < pointers.count; i++)
    ha_lazy_watch(p->lazy, pointers.at[i]);
  cut.given = cut.predicates.count;
  HA_PUSH(p->arena, p->cuts, cut);
}

static bool is_entered_again(const struct ha_program *program) {
  for (uint32_t e = 1; e < program->edges.count; e++)
    if (program->edges.at[e].to == program->entry)
      return true;
  return false;
}

struct ha_pdr *ha_pdr_new(struct ha_arena *arena, struct ha_task *task) {
  struct ha_pdr *p = ha_arena_alloc(arena, sizeof *p);
  p->arena = arena;
  p->task = task;
  p->program = task->program;
  if (is_entered_again(p->program))
    return p; /* Init would be a frame; the lowering makes no such program */
  p->terms = ha_terms_new(arena);
  p->vocab = ha_vocab_new(p->terms, p->program);
  p->pieces = ha_sym_pieces(p->vocab);
  p->init = ha_init_formulas(p->vocab, task->entry, task->initial_globals);
  p->lazy = ha_lazy_new(arena, p->vocab, task->cache, task->budget.deadline_ms);
  p->failed = ha_arena_alloc(arena, p->pieces->goals.count + 1);
  p->wanted = ha_arena_alloc(arena, p->pieces->goals.count + 1);
  p->live = ha_live_new(arena, p->program);
  for (unsigned i = 0; i < p->pieces->cuts.count; i++) {
    ha_loc loc = p->pieces->cuts.at[i];
    if (p->program->locs.at[loc].loop_head && loc != p->program->entry)
      add_cut(p, loc);
  }
  return p;
}

static bool is_spent(void *context) {
  struct ha_pdr *p = context;
  return ha_budget_spent(&p->task->budget);
}

/* Each predicate, the negation of a plain one, and each of a pointer that may be null.
 */
static void add_candidates(struct ha_pdr *p, struct ha_propagation *propagation,
                           const struct ha_pdr_cut *cut) {
  for (unsigned i = 0; i < cut->predicates.count; i++) {
    ha_term predicate = cut->predicates.at[i];
    const struct ha_term_row *row = ha_term_get(p->terms, predicate);
    ha_term negation = row->has_quantifier ? 0 : ha_not(p->terms, predicate);
    row = ha_term_get(p->terms, predicate);
    ha_term forms[] = {predicate, negation, 0};
    if (row->op == HA_TERM_SELECT && row->sort == HA_SORT_BOOL)
      forms[2] =
          ha_or(p->terms, predicate, ha_eq(p->terms, row->args[1], ha_null(p->terms)));
    for (unsigned k = 0; k < 3; k++)
      if (forms[k])
        HA_PUSH(p->arena, propagation->candidates,
                (struct ha_candidate){.loc = cut->loc, .formula = forms[k]});
  }
}

/* Does some piece change it?  What the entry was like is set once. */
static bool is_changed(const struct ha_pdr *p, ha_symbol symbol) {
  for (unsigned i = 0; i < p->pieces->pieces.count; i++) {
    ha_term value = ha_subst_get(p->pieces->pieces.at[i].post, symbol);
    if (value && value != ha_sym(p->terms, symbol))
      return ha_vocab_meaning(p->vocab, symbol).means != HA_MEANS_OLD;
  }
  return false;
}

static bool is_about_unchanged(const struct ha_pdr *p, ha_term formula) {
  struct ha_symbol_list symbols = {0};
  ha_term_symbols(p->terms, formula, &symbols);
  for (unsigned i = 0; i < symbols.count; i++)
    if (is_changed(p, symbols.at[i]))
      return false;
  return true;
}

/* x == null || alloc(x) */
static bool is_validity(const struct ha_pdr *p, ha_term formula) {
  const struct ha_term_row *row = ha_term_get(p->terms, formula);
  for (unsigned i = 0; row->op == HA_TERM_OR && row->count == 2 && i < 2; i++) {
    const struct ha_term_row *set = ha_term_get(p->terms, row->args[i]);
    if (set->op == HA_TERM_SELECT && set->sort == HA_SORT_BOOL)
      return row->args[1 - i] == ha_eq(p->terms, set->args[1], ha_null(p->terms));
  }
  return false;
}

/* What is inductive by itself holds in every frame. */
void ha_pdr_propagate(struct ha_pdr *p) {
  struct ha_propagation propagation = {.arena = p->arena,
                                       .terms = p->terms,
                                       .lazy = p->lazy,
                                       .program = p->program,
                                       .pieces = p->pieces,
                                       .init = &p->init,
                                       .is_spent = is_spent,
                                       .context = p};
  for (unsigned i = 0; i < p->cuts.count; i++)
    add_candidates(p, &propagation, &p->cuts.at[i]);
  if (!ha_propagate(&propagation))
    return;
  for (unsigned i = 0; i < propagation.candidates.count; i++) {
    const struct ha_candidate *c = &propagation.candidates.at[i];
    struct ha_cube cube = {0};
    HA_PUSH(p->arena, cube, ha_not(p->terms, c->formula));
    if (!c->holds)
      continue;
    HA_PUSH(p->arena, ha_pdr_cut(p, c->loc)->clauses,
            (struct ha_clause){.formula = c->formula,
                               .level = HA_EVERY_FRAME,
                               .cube = cube,
                               .is_background = is_about_unchanged(p, c->formula) ||
                                                is_validity(p, c->formula)});
    ha_pdr_explain(p, c->loc, c->formula, NULL);
  }
}

void ha_pdr_finish(struct ha_pdr *p) {
  if (!p->lazy)
    return;
  p->task->result->queries += ha_lazy_queries(p->lazy);
  p->task->result->cache_hits += ha_lazy_cache_hits(p->lazy);
  for (ha_check c = 1; c < p->program->checks.count; c++) {
    struct ha_check_result *check = &p->task->result->checks[c];
    if (check->verdict != HA_UNKNOWN)
      continue;
    const char *why = ha_pdr_why(p, c);
    check->engine = "pdr";
    check->why = why                ? why
                 : p->out_of_budget ? ha_budget_why(&p->task->budget)
                 : p->gave_up       ? "the solver gave up on a query"
                                    : "the predicates at hand do not suffice";
  }
  ha_lazy_free(p->lazy);
}

/* ---- the invariant, checked anew ---- */

/* Is the clause among those that are tried? */
static bool is_tried(const struct ha_pdr *p, const struct ha_clause *clause,
                     bool background) {
  return clause->level > p->invariant && (clause->is_background || !background);
}

static bool follows_from(struct ha_pdr *p, struct ha_lazy *lazy, ha_loc from,
                         ha_term guard, ha_term formula, bool background) {
  struct ha_pdr_cut *cut = ha_pdr_cut(p, from);
  ha_lazy_begin(lazy);
  ha_lazy_require(lazy, guard);
  unsigned first = ha_lazy_require(lazy, ha_not(p->terms, formula)) + 1;
  for (unsigned i = 0; cut && i < cut->clauses.count; i++)
    ha_lazy_suppose(lazy, is_tried(p, &cut->clauses.at[i], background)
                              ? cut->clauses.at[i].formula
                              : ha_true(p->terms));
  for (unsigned i = 0; from == p->program->entry && i < p->init.count; i++)
    ha_lazy_suppose(lazy, p->init.at[i]);
  if (ha_lazy_check(lazy) != HA_ANSWER_UNSAT)
    return false;
  for (unsigned i = 0; cut && i < cut->clauses.count; i++)
    cut->clauses.at[i].needed |= ha_lazy_in_core(lazy, first + i);
  return true;
}

/* invariant ∧ guard ⊨ formula?  If so, what it took is needed; of the background it may
 * take what it likes. */
static bool follows(struct ha_pdr *p, struct ha_lazy *lazy, ha_loc from, ha_term guard,
                    ha_term formula) {
  bool is_entry = from == p->program->entry;
  return (!is_entry && follows_from(p, lazy, from, guard, formula, true)) ||
         follows_from(p, lazy, from, guard, formula, false);
}

/* Every piece into the cut point establishes the clause. */
static bool is_kept(struct ha_pdr *p, struct ha_lazy *lazy, ha_loc loc,
                    ha_term clause) {
  for (unsigned i = 0; i < p->pieces->pieces.count; i++) {
    const struct ha_piece *piece = &p->pieces->pieces.at[i];
    if (piece->to == loc && !follows(p, lazy, piece->from, piece->guard,
                                     ha_subst_apply(piece->post, clause)))
      return false;
  }
  return true;
}

/* The clauses that are needed, and what those need: an invariant of their own. */
static bool is_inductive(struct ha_pdr *p, struct ha_lazy *lazy) {
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned c = 0; c < p->cuts.count; c++)
      for (unsigned i = 0; i < p->cuts.at[c].clauses.count; i++) {
        struct ha_clause *clause = &p->cuts.at[c].clauses.at[i];
        if (!clause->needed || clause->checked)
          continue;
        clause->checked = changed = true;
        if (!is_kept(p, lazy, p->cuts.at[c].loc, clause->formula))
          return false;
      }
  }
  return true;
}

/* Checks of memory are stronger in the logic than on the machine (sym_expr.c), and what
 * follows them relies on them. */
static bool is_about_memory(const struct ha_pdr *p, ha_check check) {
  enum ha_check_kind kind = p->program->checks.at[check].kind;
  return !check || kind == HA_CHECK_USE_AFTER_FREE || kind == HA_CHECK_INVALID_DEREF ||
         kind == HA_CHECK_DOUBLE_FREE || kind == HA_CHECK_INVALID_FREE;
}

static bool settle(struct ha_pdr *p, const bool *holds) {
  struct ha_result *result = p->task->result;
  bool *open = ha_arena_alloc(p->arena, p->program->checks.count + 1);
  for (unsigned g = 0; g < p->pieces->goals.count; g++) {
    const struct ha_goal *goal = &p->pieces->goals.at[g];
    if (!holds[g] && is_about_memory(p, goal->check))
      return false; /* nothing after it is certain */
    open[goal->check] |= !holds[g];
  }
  for (ha_check c = 1; c < p->program->checks.count; c++)
    if (!open[c] && result->checks[c].verdict == HA_UNKNOWN) {
      result->checks[c].verdict = HA_PROVED;
      result->checks[c].engine = "pdr";
      result->checks[c].why = NULL;
    }
  return true;
}

static void tell_assumption(struct ha_pdr *p) {
  struct ha_result *result = p->task->result;
  const char *said =
      ha_init_ownership(p->vocab, p->task->entry, p->task->initial_globals);
  for (unsigned i = 0; said && i < result->assumes.count; i++)
    if (!strcmp(result->assumes.at[i], said))
      return; /* in an earlier phase */
  if (said)
    HA_PUSH(p->task->arena, result->assumes, said);
}

static void forget_needs(struct ha_pdr *p) {
  for (unsigned c = 0; c < p->cuts.count; c++)
    for (unsigned i = 0; i < p->cuts.at[c].clauses.count; i++)
      p->cuts.at[c].clauses.at[i].needed = p->cuts.at[c].clauses.at[i].checked = false;
}

/* A proof that was found late may still be checked, for a while. */
enum { GRACE_MS = 500 };

void ha_pdr_conclude(struct ha_pdr *p) {
  double deadline_ms = p->task->budget.deadline_ms + GRACE_MS;
  struct ha_lazy *lazy = ha_lazy_new(p->arena, p->vocab, NULL, deadline_ms);
  bool *holds = ha_arena_alloc(p->arena, p->pieces->goals.count + 1);
  forget_needs(p);
  for (unsigned g = 0; g < p->pieces->goals.count; g++) {
    const struct ha_goal *goal = &p->pieces->goals.at[g];
    holds[g] = p->wanted[g] && !p->failed[g] &&
               follows(p, lazy, goal->from, goal->guard, goal->holds);
  }
  if (is_inductive(p, lazy) && settle(p, holds)) {
    ha_pdr_tell(p, lazy);
    tell_assumption(p);
  }
  p->task->result->queries += ha_lazy_queries(lazy);
  ha_lazy_free(lazy);
}
