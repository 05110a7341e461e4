/* Which numbers of the heap decide where a run goes: those that a branch or an
 * assertion looks at, directly or through copies and arithmetic.  A drawn heap shows
 * these and leaves the others out. */
#ifndef HEAPABS_GCL_DECISIVE_H
#define HEAPABS_GCL_DECISIVE_H

#include "gcl.h"

/* By variable: the run's way depends on its value. */
const bool *ha_decisive_vars(struct ha_arena *arena, const struct ha_program *program);
/* Is some such variable loaded from `field`? */
bool ha_decisive_field(const struct ha_program *program, const bool *decisive,
                       ha_field field);

#endif
