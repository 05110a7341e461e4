/* Satisfiability of clauses modulo equality: conflict-driven clause learning over a
 * congruence closure.
 *
 * The usual parts, small because our questions are (a thousand variables, a hundred
 * conflicts): two watched literals, first unique implication points, saved
 * phases, restarts.  Decisions make the clauses true one after the other, and stop when
 * all are; after some conflicts, variables are decided in the order of a move-to-front
 * queue (Biere and Fröhlich, SAT'15).  The closure gets each literal once its clauses
 * are propagated, implies others, and explains them only when a conflict asks.  Clauses
 * are never deleted.
 *
 * Clauses carry a number of their caller's, and what is learned keeps the clauses that
 * it comes from, so a refutation says which numbers it rests on.  No randomness, no
 * clock: runs repeat.  All memory is the arena's. */
#ifndef HEAPABS_DOMAIN_CDCL_H
#define HEAPABS_DOMAIN_CDCL_H

#include "congruence.h"

/* Variable v is literal 2v, its negation 2v + 1. */
typedef uint32_t ha_lit;

static inline ha_lit ha_lit_of(uint32_t variable, bool value) {
  return 2 * variable + !value;
}
static inline ha_lit ha_lit_not(ha_lit lit) { return lit ^ 1; }

enum ha_sat { HA_SAT_NO, HA_SAT_YES, HA_SAT_GIVEN_UP };

struct ha_cdcl;

struct ha_cdcl *ha_cdcl_new(struct ha_arena *arena, struct ha_congruence *closure);
/* As if new, in the same memory; the closure is for its owner to reset. */
void ha_cdcl_reset(struct ha_cdcl *s);
/* `node`: the truth value that is equal to TRUE where the variable is; or 0. */
uint32_t ha_cdcl_variable(struct ha_cdcl *s, ha_node node);
/* Back to what holds without decisions: needed before nodes and clauses are added. */
void ha_cdcl_rewind(struct ha_cdcl *s);
/* `number` 0: a definition, on which nothing rests. */
void ha_cdcl_clause(struct ha_cdcl *s, const ha_lit *lits, unsigned count,
                    unsigned number);
enum ha_sat ha_cdcl_solve(struct ha_cdcl *s, unsigned conflicts);
/* After YES: every clause has a literal with this value; other variables have none. */
bool ha_cdcl_value(const struct ha_cdcl *s, ha_lit lit);
/* After NO: each number of a clause that the refutation rests on, once. */
void ha_cdcl_core(struct ha_cdcl *s, ha_literals *numbers);

#endif
