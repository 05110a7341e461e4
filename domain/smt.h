/* Z3, in process: the one file that sees it is smt.c.
 *
 * Quantifier-free terms whose maps are symbols (expand.h) become Z3's; a formula is
 * assumed by a literal of its own, so cores come back as sets of formulas.  Seeds are
 * fixed and limits are counted in Z3's resource units, not in time: runs repeat. */
#ifndef HEAPABS_DOMAIN_SMT_H
#define HEAPABS_DOMAIN_SMT_H

#include "term.h"

struct ha_model;
struct ha_smt;

enum ha_answer { HA_ANSWER_UNSAT, HA_ANSWER_SAT, HA_ANSWER_UNKNOWN };

struct ha_smt *ha_smt_new(struct ha_terms *terms);
void ha_smt_free(struct ha_smt *smt);

void ha_smt_assert(struct ha_smt *smt, ha_term formula);
/* Is there a model of what is asserted and of these formulas?  `rlimit` 0: no limit. */
enum ha_answer ha_smt_check(struct ha_smt *smt, const ha_term *assumed, unsigned count,
                            unsigned rlimit);
/* After UNSAT: is the i-th formula in the core? */
bool ha_smt_in_core(const struct ha_smt *smt, unsigned i);

/* After SAT, until the next check. */
struct ha_model *ha_smt_model(struct ha_smt *smt);

#endif
