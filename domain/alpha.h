/* The alpha-normal form of a formula: what is left of it when its free symbols are only
 * numbers, in the order in which they are met.
 *
 * Two formulas with the same form say the same of their symbols, each in its place: a
 * symbol counts with its sort and with all that the facts about it (facts.h) rest on,
 * not with its name.  A form is kept as a digest of 128 bits. */
#ifndef HEAPABS_DOMAIN_ALPHA_H
#define HEAPABS_DOMAIN_ALPHA_H

#include "term.h"

struct ha_alpha;
struct ha_vocab;

struct ha_digest {
  uint64_t at[2];
};

static inline bool ha_digest_same(struct ha_digest a, struct ha_digest b) {
  return a.at[0] == b.at[0] && a.at[1] == b.at[1];
}
void ha_digest_add(struct ha_digest *digest, uint64_t value);

struct ha_form {
  struct ha_digest digest;
  const ha_symbol *symbols; /* by number */
  unsigned count;
};

/* Everything is the arena's; forms are computed once. */
struct ha_alpha *ha_alpha_new(struct ha_arena *arena, struct ha_vocab *vocab);
/* Of a closed formula.  Valid until the arena is freed. */
const struct ha_form *ha_alpha_form(struct ha_alpha *alpha, ha_term formula);

#endif
