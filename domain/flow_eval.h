/* Expressions over a flow state: places, values, truth, and what a guard teaches. */
#ifndef HEAPABS_DOMAIN_FLOW_EVAL_H
#define HEAPABS_DOMAIN_FLOW_EVAL_H

#include "flow_state.h"

enum ha_flow_truth { HA_FLOW_FALSE, HA_FLOW_TRUE, HA_FLOW_MAYBE };

/* An address as a root value and a byte offset from it. */
struct ha_flow_place {
  ha_flow_vn root;
  bool known; /* the offset is */
  uint64_t offset;
};

struct ha_flow_place ha_flow_place_of(const struct ha_flow_context *c,
                                      struct ha_flow_state *s, ha_expr address);
ha_flow_vn ha_flow_eval(const struct ha_flow_context *c, struct ha_flow_state *s,
                        ha_expr expr);
struct ha_flow_value ha_flow_value_of(const struct ha_flow_context *c,
                                      struct ha_flow_state *s, ha_expr expr);
enum ha_flow_truth ha_flow_truth(const struct ha_flow_context *c,
                                 struct ha_flow_state *s, ha_expr expr);
/* Restricts the state to where `expr` is `holds`; false if there is nothing left. */
bool ha_flow_assume(const struct ha_flow_context *c, struct ha_flow_state *s,
                    ha_expr expr, bool holds);
/* Does the object of type `whole` have a part of type `part` at `offset`?  Unions
 * have no parts: what they hold depends on who wrote last. */
bool ha_flow_has_part(const struct ha_types *types, ha_type whole, uint64_t offset,
                      ha_type part);

#endif
