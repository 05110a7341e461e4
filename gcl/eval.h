/* The value of an expression in the state of a run. */
#ifndef HEAPABS_GCL_EVAL_H
#define HEAPABS_GCL_EVAL_H

#include "interp.h"

/* May end the run (run->status): undefined arithmetic, or the oracle stopped it over
 * a lazy byte of a string.  The value is then not to be used. */
struct ha_value ha_eval(struct ha_run *run, ha_expr expr);

#endif
