/* What the vocabulary's fixed parts mean, as facts about single ground terms: ranges of
 * integers, addresses and their containers, types of live objects, named objects.
 *
 * Each fact holds in every state of the program, so it may be asserted whenever its
 * term appears. */
#ifndef HEAPABS_DOMAIN_FACTS_H
#define HEAPABS_DOMAIN_FACTS_H

#include "term.h"

struct ha_vocab;

/* The conjunction of the facts about this term; true if there are none. */
ha_term ha_facts(struct ha_vocab *vocab, ha_term term);

/* All that the facts about terms made with a symbol rest on besides those terms: with
 * the same numbers here, and other names, the facts are the same (alpha.h). */
enum { HA_FACTS_REST_ON = 8 };
void ha_facts_rest_on(const struct ha_vocab *vocab, ha_symbol symbol,
                      uint64_t rests[HA_FACTS_REST_ON]);

#endif
