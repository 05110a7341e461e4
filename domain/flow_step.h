/* The effect of one command on a flow state. */
#ifndef HEAPABS_DOMAIN_FLOW_STEP_H
#define HEAPABS_DOMAIN_FLOW_STEP_H

#include "flow_state.h"

/* Which region a NEW, ALLOCA or ENTER makes. */
struct ha_flow_regions {
  uint32_t *of_cmd, *of_obj;
};

/* False if no execution gets past the command.  ASSERTs are taken to hold: the
 * caller judges them before. */
bool ha_flow_step(const struct ha_flow_context *c,
                  const struct ha_flow_regions *regions, struct ha_flow_state *s,
                  uint32_t cmd);

#endif
