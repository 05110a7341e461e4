/* What the runs of one program share: its edges by location, its widths by
 * expression and by variable.  Built once, read by every step. */
#ifndef HEAPABS_GCL_PLAN_H
#define HEAPABS_GCL_PLAN_H

#include "gcl.h"

struct ha_plan {
  uint32_t *first;     /* by location: its edges are edges[first[l] .. first[l+1]) */
  uint32_t *edges;     /* edge ids, in program order at each location */
  uint8_t *expr_width; /* by expression: bits, 0 for what fits no 64-bit value */
  uint8_t *var_width;  /* by variable */
  ha_type byte;        /* unsigned char: what untyped memory is read as */
};

const struct ha_plan *ha_plan_new(struct ha_arena *arena,
                                  const struct ha_program *program);
/* Bits of a scalar type; 0 for void, aggregates and scalars beyond 64 bits. */
unsigned ha_plan_width(const struct ha_types *types, ha_type type);

#endif
