/* The string functions that are expressions: strlen, memchr, strcmp,
 * strncmp, memcmp. */
#ifndef HEAPABS_GCL_CSTR_H
#define HEAPABS_GCL_CSTR_H

#include "interp.h"

/* Exact on initialised memory; undefined where an uninitialised byte decides; unknown
 * where a tainted one does, or where the string runs out of its block. */
struct ha_value ha_cstr_length(struct ha_run *run, struct ha_value s);
/* The index of the first byte that is `wanted` among n; n if there is none. */
struct ha_value ha_cstr_find(struct ha_run *run, struct ha_value s,
                             struct ha_value wanted, struct ha_value n);
/* -1, 0 or 1 over at most n bytes; with `to_nul` no further than a common NUL. */
struct ha_value ha_cstr_compare(struct ha_run *run, struct ha_value a,
                                struct ha_value b, struct ha_value n, bool to_nul);

#endif
