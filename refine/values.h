/* Which integers are worth trying: those that the comparisons in the code can tell
 * apart.
 *
 * Variables and fields whose values flow into each other, or are compared with each
 * other, form a class; a class knows the constants it meets.  A class that no branch,
 * check or address depends on has one candidate: nothing can tell its values apart. */
#ifndef HEAPABS_REFINE_VALUES_H
#define HEAPABS_REFINE_VALUES_H

#include "../gcl/gcl.h"

struct ha_contracts;
struct ha_values;

enum { HA_VALUES_MAX = 8 };

struct ha_values *ha_values_collect(struct ha_arena *arena,
                                    const struct ha_program *program);
/* What a formula speaks of together is one class. */
void ha_values_add_contracts(struct ha_values *values,
                             const struct ha_contracts *contracts);

/* Candidates for an integer of `bits` bits, simplest first; at least one. */
unsigned ha_values_of_var(const struct ha_values *values, ha_var var, unsigned bits,
                          uint64_t out[HA_VALUES_MAX]);
unsigned ha_values_of_field(const struct ha_values *values, ha_field field,
                            unsigned bits, uint64_t out[HA_VALUES_MAX]);

#endif
