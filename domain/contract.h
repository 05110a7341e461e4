/* The formulas that a program carries, as terms.
 *
 * Each is read once, in the scope that its row describes; one that cannot be read has
 * term 0 and a mistake at a line and column of its own text.  In a postcondition or a
 * frame a parameter means its value at the entry. */
#ifndef HEAPABS_DOMAIN_CONTRACT_H
#define HEAPABS_DOMAIN_CONTRACT_H

#include "../gcl/gcl.h"
#include "../gcl/text.h"
#include "term.h"

struct ha_vocab;
struct ha_contracts;

struct ha_contracts *ha_contracts_new(struct ha_vocab *vocab);
struct ha_vocab *ha_contracts_vocab(const struct ha_contracts *contracts);

/* A formula; of a GHOST, the value that it gives to its symbol. */
ha_term ha_contract_term(const struct ha_contracts *contracts, ha_formula formula);
ha_symbol ha_contract_ghost(const struct ha_contracts *contracts, ha_formula formula);
/* NULL if it could be read. */
const struct ha_text_error *ha_contract_error(const struct ha_contracts *contracts,
                                              ha_formula formula);
/* Does some formula speak of memory at the entry? */
bool ha_contracts_look_back(const struct ha_contracts *contracts);

#endif
