/* A question whose assumptions are asserted as they are missed.
 *
 * Of a hundred facts about a state a few decide an answer, and each that is asserted
 * costs the solver its quantifiers.  So: ask with what is required and what has no
 * quantifiers; look on the heap of the model, or on one that is known already
 * (heaps.h), for a supposition that it breaks; assert that; repeat.  UNSAT rests on
 * what was asserted, SAT on a heap where all that was supposed holds.  What an UNSAT
 * answer needed is asserted at once the next time it is supposed. */
#ifndef HEAPABS_REFINE_LAZY_H
#define HEAPABS_REFINE_LAZY_H

#include "../domain/solver.h"

struct ha_arena;
struct ha_lazy;

/* It has a solver of its own, and takes a new one when that is worn.  `cache` may be
 * NULL; what a proof rests on is asked without one. */
struct ha_lazy *ha_lazy_new(struct ha_arena *arena, struct ha_vocab *vocab,
                            struct ha_cache *cache, double deadline_ms);
void ha_lazy_free(struct ha_lazy *lazy);
/* No cache from now on: its cores are those of other questions, and larger. */
void ha_lazy_leave_cache(struct ha_lazy *lazy);
uint64_t ha_lazy_queries(const struct ha_lazy *lazy);
uint64_t ha_lazy_cache_hits(const struct ha_lazy *lazy);
/* The value of this object is to be known in every model from now on. */
void ha_lazy_watch(struct ha_lazy *lazy, ha_term object);

/* A new question. */
void ha_lazy_begin(struct ha_lazy *lazy);
/* Each gives the formula's number in this question. */
unsigned ha_lazy_require(struct ha_lazy *lazy, ha_term formula);
unsigned ha_lazy_suppose(struct ha_lazy *lazy, ha_term formula);
/* Takes back all from the i-th on. */
void ha_lazy_retract(struct ha_lazy *lazy, unsigned i);

enum ha_answer ha_lazy_check(struct ha_lazy *lazy);
/* After UNSAT: is the i-th formula in the core? */
bool ha_lazy_in_core(const struct ha_lazy *lazy, unsigned i);
/* After SAT: the heap, and whether it is one on which everything holds. */
enum ha_truth ha_lazy_truth(struct ha_lazy *lazy, ha_term formula);
bool ha_lazy_is_exact(const struct ha_lazy *lazy);

#endif
