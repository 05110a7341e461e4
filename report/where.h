/* Positions of a program, seen from its entry function: code that was inlined knows
 * the call through which it came. */
#ifndef HEAPABS_REPORT_WHERE_H
#define HEAPABS_REPORT_WHERE_H

#include "../gcl/gcl.h"

/* Never NULL: an empty row for position 0. */
const struct ha_pos_row *ha_where_get(const struct ha_program *program, ha_pos pos);
/* The position itself, or the call in the entry function that leads to it. */
ha_pos ha_where_outermost(const struct ha_program *program, ha_pos pos);
/* The function which that call calls; NULL if `pos` is the entry function's own. */
const char *ha_where_callee(const struct ha_program *program, ha_pos pos);

#endif
