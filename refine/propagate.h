/* Propagation of candidate facts (seed 002 §6): the largest set of candidates that is
 * inductive.
 *
 * All candidates are assumed at their cut points; one is deleted when it does not hold
 * at first, or some piece leads from the assumed ones to a state without it.  What is
 * left when nothing more is deleted is an invariant.  A model that deletes one deletes
 * all others it breaks, and an unsat core tells which deletions could change an answer,
 * so few questions are asked twice. */
#ifndef HEAPABS_REFINE_PROPAGATE_H
#define HEAPABS_REFINE_PROPAGATE_H

#include "../domain/sym.h"
#include "../domain/view.h"
#include "lazy.h"

struct ha_candidate {
  ha_loc loc;
  ha_term formula;
  bool holds; /* still, or in the end */
};

struct ha_propagation {
  struct ha_arena *arena;
  struct ha_terms *terms;
  struct ha_lazy *lazy;
  const struct ha_program *program;
  const struct ha_pieces *pieces;
  const ha_term_vec *init;
  bool (*is_spent)(void *context); /* of the budget */
  void *context;
  HA_VEC(struct ha_candidate) candidates;
};

/* False if it was cut short: then nothing is known of the candidates. */
bool ha_propagate(struct ha_propagation *propagation);

#endif
