/* Where the value of a load comes from, as far as the code in front of it tells: the
 * expressions stored to that place on the ways there, and whether some way brings the
 * value the function was given.
 *
 *   w->text = strdup(s); if (!w->text) …    tests strdup's result, not the input
 *
 * Two places are taken to be different unless they are written alike, so this is a
 * hint for the entry policy and no ground for a proof. */
#ifndef HEAPABS_REFINE_REACHING_H
#define HEAPABS_REFINE_REACHING_H

#include "../gcl/gcl.h"

struct ha_reaching;

struct ha_reaching *ha_reaching_new(struct ha_arena *arena,
                                    const struct ha_program *program);
/* Does the LOAD `cmd` see, on some way, what was there at entry?  `stored` is called
 * with each expression it may see instead. */
bool ha_reaching_input(struct ha_reaching *reaching, uint32_t cmd,
                       void (*stored)(void *context, ha_expr value), void *context);

/* May the variable `value` hold, just before `cmd`, a null that the code itself has put
 * there, or an address it has computed (`&p->f`, container_of)?  Then a null test there
 * says nothing about where else the value may come from. */
bool ha_reaching_own(struct ha_reaching *reaching, uint32_t cmd, ha_expr value);

#endif
