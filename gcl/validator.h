/* Inside the validator: each question returns true if all is well, and otherwise has
 * said why, once. */
#ifndef HEAPABS_GCL_VALIDATOR_H
#define HEAPABS_GCL_VALIDATOR_H

#include "gcl.h"

struct validator {
  const struct ha_program *p;
  const char *why; /* NULL: nothing wrong so far */
};

__attribute__((format(printf, 2, 3))) bool ha_validator_fail(struct validator *v,
                                                             const char *format, ...);

/* Each expression: operands before it in the table, operand types fit. */
bool ha_validator_exprs(struct validator *v);
/* A value of type `b` can be kept in a place of type `a` without conversion. */
bool ha_validator_same_shape(const struct validator *v, ha_type a, ha_type b);
bool ha_validator_is_truth(const struct validator *v, ha_type type);

/* Each command has the operands it needs, of types that fit. */
bool ha_validator_cmds(struct validator *v);

/* Edges and locations: branches exclude each other, cycles pass through loop heads,
 * exits end, the result is assigned on the way to each. */
bool ha_validator_graph(struct validator *v);

#endif
