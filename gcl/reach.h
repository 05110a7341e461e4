/* What can be reached from where in a concrete heap: the effect of unmodelled calls,
 * and leaks.
 *
 * A pointer counts wherever it is stored and wherever into a block it points, so
 * tagged, packed and intrusive pointers keep their targets. */
#ifndef HEAPABS_GCL_REACH_H
#define HEAPABS_GCL_REACH_H

#include "machine.h"

struct ha_arena;

/* HAVOC_REACH: all that is reachable from `from` (NULL: from the globals and from
 * what escaped before) escapes.  Constants and code stay. */
void ha_reach_escape(struct ha_arena *scratch, struct ha_machine *machine,
                     const struct ha_value *from);
/* NOLEAK: is every live heap block of the run reachable from `result` (may be NULL),
 * from a global or from the live input heap?  Tainted when a block may be held by
 * unmodelled code, or by a place of unknown value. */
struct ha_value ha_reach_noleak(struct ha_arena *scratch,
                                const struct ha_machine *machine,
                                const struct ha_value *result);
/* The first block that is not: what a leak report is about; 0 if there is none. */
ha_block ha_reach_lost(struct ha_arena *scratch, const struct ha_machine *machine,
                       const struct ha_value *result);

#endif
