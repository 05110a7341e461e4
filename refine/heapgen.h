/* Enumerates the input heaps that an entry admits, one run at a time.
 *
 * Heaps are not built ahead: a pointer cell gets its value when the run first reads
 * it, from a choice among what its role allows (null, one more node, back to the
 * first, …).  So only what the run looks at is enumerated, fresh nodes come in one
 * order and no two heaps of one search are isomorphic, and every choice sequence is
 * a well-formed heap.  Where cells depend on each other (a header's tail and counter)
 * they are decided together.  This is lazy initialisation as in Khurshid,
 * Pasareanu, Visser (TACAS'03), with the invariants kept instead of filtered.
 *
 * Every decision about the initial state is logged, also for cells that the run has
 * overwritten by then; ha_heapgen_freeze turns the log into an ordinary heap in a
 * fresh machine, on which the run can be repeated without the generator. */
#ifndef HEAPABS_REFINE_HEAPGEN_H
#define HEAPABS_REFINE_HEAPGEN_H

#include "../gcl/interp.h"
#include "entry.h"
#include "values.h"

struct ha_heapgen;

/* Picks one of `options` (at least 1); 0 is the simplest. */
struct ha_chooser {
  void *context;
  unsigned (*choose)(void *context, unsigned options);
};

struct ha_heapgen_plan {
  const struct ha_program *program;
  const struct ha_entry *entry;
  const struct ha_values *values;
  unsigned max_nodes;
  bool initial_globals;
};

/* A generator for the prepared `run`: its globals become lazy, its parameters get
 * their values.  NULL if the choices lead to no admitted input. */
struct ha_heapgen *ha_heapgen_new(struct ha_arena *arena,
                                  const struct ha_heapgen_plan *plan,
                                  struct ha_run *run, struct ha_chooser chooser);

/* Answers a question of the run: an input cell, or the result of an unknown call.
 * False: no answer that a counterexample may rest on. */
bool ha_heapgen_answer(struct ha_heapgen *gen, const struct ha_question *question,
                       struct ha_value *value);

/* What was at an address at the entry, now decided if it was not.  False: not known. */
bool ha_heapgen_initial(struct ha_heapgen *gen, uint64_t address, unsigned size,
                        struct ha_value *value);

/* Repeats the input on a fresh prepared run of the same program, complete and
 * without lazy cells. */
void ha_heapgen_freeze(struct ha_heapgen *gen, struct ha_run *fresh);

#endif
