/* The path of a failing run in words: branches, calls, frees, failed allocations. */
#ifndef HEAPABS_REFINE_TRACE_H
#define HEAPABS_REFINE_TRACE_H

#include "../gcl/interp.h"
#include "../gcl/verdict.h"

struct ha_trace;

/* Heaps are drawn for the steps that are kept, so it must be known how many there will
 * be: `expected` is what ha_trace_count said of the same run watched before; with 0
 * nothing is drawn. */
struct ha_trace *ha_trace_new(struct ha_arena *arena, unsigned expected);
unsigned ha_trace_count(const struct ha_trace *trace);
/* Watches a run; the steps are read off afterwards. */
struct ha_observer ha_trace_observer(struct ha_trace *trace);
/* Appends the steps to the witness, the failing check last; a long middle is left
 * out. */
void ha_trace_finish(struct ha_trace *trace, const struct ha_run *run,
                     struct ha_witness *witness);

#endif
