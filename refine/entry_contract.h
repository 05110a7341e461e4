/* What a contract changes about the entry: the generator proposes what the contract
 * speaks of more freely than the code alone would make it, and what the contract states
 * is no longer inferred.  Whether a proposal satisfies the contract is not decided here
 * but by evaluating it. */
#ifndef HEAPABS_REFINE_ENTRY_CONTRACT_H
#define HEAPABS_REFINE_ENTRY_CONTRACT_H

#include <stdbool.h>

struct ha_arena;
struct ha_contracts;
struct ha_entry;

/* The entry of a program, its contract included. */
struct ha_entry *ha_entry_of(struct ha_arena *arena,
                             const struct ha_contracts *contracts,
                             bool initial_globals);
void ha_entry_contract(struct ha_arena *arena, struct ha_entry *entry,
                       const struct ha_contracts *contracts);

#endif
