/* The loops of a program as strongly connected components of its locations. */
#ifndef HEAPABS_REFINE_LOOPS_H
#define HEAPABS_REFINE_LOOPS_H

#include "../gcl/gcl.h"

/* By location: the number of its component, from 1; 0 where there is no cycle. */
uint32_t *ha_loops_number(struct ha_arena *arena, const struct ha_program *program);

#endif
