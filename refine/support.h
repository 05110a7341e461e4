/* What the invariants of an engine rest on.
 *
 * `flow` proves from types: that memory is well typed, and that nothing points to what
 * this run has just made, is built into it and said nowhere.  A certificate has to say
 * it.  From a pool of such facts at each loop head, and the engine's own invariants,
 * the largest inductive part is kept (Houdini: Flanagan and Leino, FME 2001). */
#ifndef HEAPABS_REFINE_SUPPORT_H
#define HEAPABS_REFINE_SUPPORT_H

#include "../domain/cert_claim.h"

struct ha_init_policy;

/* The claim with those facts; NULL if there was no time to find them. */
struct ha_claim *ha_support(struct ha_arena *arena, const struct ha_program *program,
                            const struct ha_claim *claim,
                            const struct ha_init_policy *policy, double deadline_ms);

#endif
