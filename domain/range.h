/* The integers of a C type, as terms. */
#ifndef HEAPABS_DOMAIN_RANGE_H
#define HEAPABS_DOMAIN_RANGE_H

#include "../gcl/types.h"
#include "term.h"

ha_term ha_power_of_two(struct ha_terms *terms, unsigned exponent); /* up to 64 */
/* low <= value <= high of an integer type; true for any other type */
ha_term ha_in_range(struct ha_terms *terms, const struct ha_types *types, ha_term value,
                    ha_type type);

#endif
