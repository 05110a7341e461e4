/* An assertion about the numbers of the input, before anything has been done to it or
 * about what is still as it came in, says what callers must pass: it is part of the
 * inferred contract (docs/decisions/0005, rule 8), and no input that breaks it is a
 * counterexample.  Callers in the unit, which have the function inlined, are held to
 * it. */
#ifndef HEAPABS_REFINE_DEMAND_H
#define HEAPABS_REFINE_DEMAND_H

#include "heapgen.h"

/* Is the check that failed in the run such an assertion? */
bool ha_demand_is_made(struct ha_arena *scratch, const struct ha_run *run,
                       struct ha_heapgen *gen);

#endif
