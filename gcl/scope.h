/* Which variables and objects of a program the reader of a heap should see: those of
 * the activation whose code is running, and the globals. */
#ifndef HEAPABS_GCL_SCOPE_H
#define HEAPABS_GCL_SCOPE_H

#include "gcl.h"

struct ha_run;

/* `call` is the inlining position of the current command, 0 in the entry function.
 * A local that has not been set yet is not shown. */
bool ha_scope_shows_var(const struct ha_run *run, ha_var var, ha_pos call);
/* Alive, no constant, no function. */
bool ha_scope_shows_obj(const struct ha_run *run, ha_obj obj, ha_pos call);

#endif
