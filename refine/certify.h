/* The certificate of what an analysis has proved, from its invariants. */
#ifndef HEAPABS_REFINE_CERTIFY_H
#define HEAPABS_REFINE_CERTIFY_H

#include "../gcl/verdict.h"
#include <stdbool.h>

struct ha_certificate {
  const char *gcl, *inv, *smt2; /* the texts of domain/cert.h; smt2 NULL: none */
  const char *why;              /* … then: what is missing */
};

/* For a proved result.  Where its engines left no invariant that suffices, `pdr` is
 * asked for one. */
struct ha_certificate ha_certify(struct ha_arena *arena, const struct ha_result *result,
                                 bool initial_globals, double budget_ms);

#endif
