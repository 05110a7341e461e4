/* Shows that a claim is about something: an input heap of the entry policy in which
 * Init holds, and runs from it that meet the invariants at the cut points.  All by the
 * interpreter; no solver is asked. */
#ifndef HEAPABS_REFINE_VACUITY_H
#define HEAPABS_REFINE_VACUITY_H

#include "../domain/cert_vc.h"

struct ha_vacuity {
  bool has_input;       /* Init holds in some input */
  unsigned runs;        /* from such inputs */
  unsigned cuts, shown; /* with an invariant; those that a run meets with it true */
  const struct ha_claim_formula *broken; /* what a run from such an input breaks */
};

/* The conditions are those of the claim. */
struct ha_vacuity ha_vacuity_check(struct ha_arena *arena,
                                   const struct ha_conditions *conditions,
                                   const struct ha_claim *claim, double budget_ms);

#endif
