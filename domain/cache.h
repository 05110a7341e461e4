/* Answers that need not be asked for again: the semantic cache of Wies, Kuncak, Zee,
 * Podelski, Rinard: Verifying Complex Properties using Symbolic Shape Analysis (2006),
 * section 5.
 *
 * An answer is kept with the formulas it is about, up to the names of their free
 * symbols (pattern.h).  What is unsatisfiable stays so with more formulas, so it is
 * kept with those of its core only, and answers every set that has it as a part; what
 * is satisfiable stays so with fewer, and answers its parts.  Each part is looked for
 * by one formula: an unsatisfiable one by the last of its core, a satisfiable one by
 * its last, which is the goal (the paper's F; the rest is its Γ).  UNKNOWN is never
 * kept.
 *
 * The answers may outlive the process in a file (store.h) that is read when a formula
 * is first asked about.  A cache hastens a search; nothing is called proved or
 * certified on its word: invariants are confirmed, and certificates made, by solvers
 * without one. */
#ifndef HEAPABS_DOMAIN_CACHE_H
#define HEAPABS_DOMAIN_CACHE_H

#include "pattern.h"

struct ha_cache;

/* `file` NULL, or one that cannot be had: in memory only. */
struct ha_cache *ha_cache_new(const char *file);
void ha_cache_free(struct ha_cache *cache); /* writes what is new */

/* Is some part of the question known to be unsatisfiable?  Marks it, by item. */
bool ha_cache_is_unsat(struct ha_cache *cache, const struct ha_pattern *question,
                       bool *marks);
/* Is it part of something known to be satisfiable? */
bool ha_cache_is_sat(struct ha_cache *cache, const struct ha_pattern *question);
/* The pattern of a core, or of a question as a whole. */
void ha_cache_add(struct ha_cache *cache, const struct ha_pattern *pattern,
                  bool is_sat);

#endif
