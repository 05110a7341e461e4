/* Which variables matter where: those that may be read before they are set again. */
#ifndef HEAPABS_REFINE_LIVE_H
#define HEAPABS_REFINE_LIVE_H

#include "../gcl/gcl.h"

struct ha_live;

struct ha_live *ha_live_new(struct ha_arena *arena, const struct ha_program *program);
bool ha_live_at(const struct ha_live *live, ha_loc loc, ha_var var);

#endif
