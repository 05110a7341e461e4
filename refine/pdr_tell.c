/* What `pdr` says: its invariant, and what it learnt on the way.
 *
 * Of the clauses that the proof needed some follow from others.  Those are left out,
 * the least readable first: what has more literals, then what is denied. */
#include "../domain/formula.h"
#include "engine.h"
#include "pdr_state.h"

const char *ha_pdr_text(struct ha_pdr *p, ha_term formula) {
  struct ha_scope scope = {.vocab = p->vocab};
  return ha_arena_strdup(p->task->arena,
                         ha_formula_print(&scope, ha_formula_nnf(p->terms, formula)));
}

void ha_pdr_explain(struct ha_pdr *p, ha_loc loc, ha_term learnt,
                    const struct ha_cube *excluded) {
  if (!p->task->explain)
    return;
  struct ha_refinement refinement = {"pdr", loc, ha_pdr_text(p, learnt), NULL};
  if (excluded)
    refinement.excluded =
        ha_pdr_text(p, ha_all(p->terms, HA_TERM_AND, excluded->at, excluded->count));
  HA_PUSH(p->task->arena, p->task->result->refinements, refinement);
}

/* ---- the invariant ---- */

static unsigned clumsiness(const struct ha_pdr *p, const struct ha_clause *clause) {
  bool is_denial = ha_term_get(p->terms, clause->formula)->op == HA_TERM_NOT;
  return 2 * clause->cube.count + is_denial;
}

/* The clumsiest clause that was not looked at yet; NULL: all were. */
static struct ha_clause *next_clause(const struct ha_pdr *p,
                                     const struct ha_pdr_cut *cut) {
  struct ha_clause *next = NULL;
  for (unsigned i = 0; i < cut->clauses.count; i++) {
    struct ha_clause *clause = &cut->clauses.at[i];
    if (clause->needed && clause->checked && !clause->is_background &&
        (!next || clumsiness(p, clause) > clumsiness(p, next)))
      next = clause;
  }
  return next;
}

/* Do the other clauses say it too? */
static bool is_redundant(struct ha_pdr *p, struct ha_lazy *lazy,
                         const struct ha_pdr_cut *cut, const struct ha_clause *clause) {
  ha_lazy_begin(lazy);
  ha_lazy_require(lazy, ha_not(p->terms, clause->formula));
  for (unsigned i = 0; i < cut->clauses.count; i++)
    if (cut->clauses.at[i].needed && &cut->clauses.at[i] != clause)
      ha_lazy_suppose(lazy, cut->clauses.at[i].formula);
  return ha_lazy_check(lazy) == HA_ANSWER_UNSAT;
}

static void drop_redundant(struct ha_pdr *p, struct ha_lazy *lazy,
                           const struct ha_pdr_cut *cut) {
  struct ha_clause *clause;
  while ((clause = next_clause(p, cut))) {
    clause->checked = false;
    clause->needed = !is_redundant(p, lazy, cut, clause);
  }
}

/* The needed clauses of one kind; NULL if there is no background. */
static const char *text_of(struct ha_pdr *p, const struct ha_pdr_cut *cut,
                           bool background) {
  ha_term all = ha_true(p->terms);
  for (unsigned i = 0; i < cut->clauses.count; i++)
    if (cut->clauses.at[i].needed && cut->clauses.at[i].is_background == background)
      all = ha_and(p->terms, all, cut->clauses.at[i].formula);
  return background && all == ha_true(p->terms) ? NULL : ha_pdr_text(p, all);
}

static unsigned count(const struct ha_pdr_cut *cut) {
  unsigned clauses = 0;
  for (unsigned i = 0; i < cut->clauses.count; i++)
    clauses += cut->clauses.at[i].needed && !cut->clauses.at[i].is_background;
  return clauses;
}

/* The last phase has the last word. */
void ha_pdr_tell(struct ha_pdr *p, struct ha_lazy *lazy) {
  struct ha_result *result = p->task->result;
  result->invariants.count = 0;
  p->task->clauses = 0;
  for (unsigned c = 0; c < p->cuts.count; c++) {
    const struct ha_pdr_cut *cut = &p->cuts.at[c];
    drop_redundant(p, lazy, cut);
    p->task->clauses += count(cut);
    HA_PUSH(
        p->task->arena, result->invariants,
        (struct ha_invariant){cut->loc, text_of(p, cut, false), text_of(p, cut, true)});
  }
}
