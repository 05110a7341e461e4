/* Satisfiability in the logic, by lazily instantiated ground axioms.
 *
 * A query is a set of assumed formulas.  Universal quantifiers stand as proxies that
 * imply their instances, existential ones are skolemised, maps are taken apart
 * (expand.h).  Then: solve; look at the model (view.h) for axioms and universals that
 * it breaks; add those instances; repeat.  Instances are valid, or guarded by their
 * proxy, so they stay for later queries of the same solver.
 *
 * Most rounds are solved by ground.h, and what it refutes Z3 refutes once more, from
 * the few assertions it rests on; questions that ground.h does not take, with
 * arithmetic, are Z3's from the start.  So UNSAT is always Z3's word, and SAT is a
 * heap's.
 *
 * UNSAT is always right.  SAT means that no instance over the terms at hand is missing;
 * `is_exact` that the model was completed to a heap on which everything asked holds,
 * which settles it.  UNKNOWN: Z3's resource limit, or too many rounds. */
#ifndef HEAPABS_DOMAIN_SOLVER_H
#define HEAPABS_DOMAIN_SOLVER_H

#include "smt.h"
#include "structure.h"

struct ha_axiom_instance;
struct ha_cache;
struct ha_skolem;
struct ha_solver;
struct ha_vocab;

struct ha_solver_stats {
  uint64_t queries, cache_hits; /* those that the cache answered are queries too */
  uint64_t rounds, axioms, instances, unknowns;
  double ms;
};

struct ha_solver *ha_solver_new(struct ha_vocab *vocab);
void ha_solver_free(struct ha_solver *solver);
const struct ha_solver_stats *ha_solver_stats(const struct ha_solver *solver);

enum ha_answer ha_solver_check(struct ha_solver *solver, const ha_term *assumed,
                               unsigned count);
/* After UNSAT: is the i-th formula in the core? */
bool ha_solver_in_core(const struct ha_solver *solver, unsigned i);
/* Γ ⊨ F, both lists read as conjunctions: the one question a proof asks.  SAT may come
 * without a heap, if the cache knew it. */
enum ha_answer ha_solver_valid(struct ha_solver *solver, const ha_term *context,
                               unsigned count, ha_term formula);

/* Answers are looked up there, and kept there.  What a proof or a certificate rests on
 * is asked without one. */
void ha_solver_set_cache(struct ha_solver *solver, struct ha_cache *cache);
/* Queries after this moment (CLOCK_MONOTONIC, in milliseconds; 0: never) are UNKNOWN.
 */
void ha_solver_set_deadline(struct ha_solver *solver, double deadline_ms);
/* The value of this object is to be known in every model from now on. */
void ha_solver_watch(struct ha_solver *solver, ha_term object);

/* After SAT, until the next check. */
bool ha_solver_is_exact(const struct ha_solver *solver);
/* The heap itself; where the answer is not exact, the nearest guess.  NULL: none. */
struct ha_structure *ha_solver_heap(struct ha_solver *solver);
/* Does a formula hold on it? */
enum ha_truth ha_solver_truth(struct ha_solver *solver, ha_term formula);

/* What UNSAT answers so far rest on, for certificates. */
struct ha_instance {
  ha_term forall;                        /* 0: an axiom, or a fact */
  ha_term value;                         /* of its variable */
  const struct ha_axiom_instance *axiom; /* NULL: a fact about `value` */
  ha_term formula;                       /* as asserted: quantifier-free */
};
const struct ha_skolem *ha_solver_skolem(const struct ha_solver *solver);
unsigned ha_solver_instances(const struct ha_solver *solver);
const struct ha_instance *ha_solver_instance(const struct ha_solver *solver,
                                             unsigned i);

#endif
