/* Which pointer fields are links: types that lead back to themselves.
 *
 * A record leads to the records it embeds (in arrays too) and to those its fields
 * point to.  A pointer field is a link iff its pointee leads back to its owner; since
 * the owner leads to the pointee by that very field, this holds iff both lie in one
 * strongly connected component.  The components are computed at the first question
 * after the table of types has changed. */
#ifndef HEAPABS_GCL_LINKS_H
#define HEAPABS_GCL_LINKS_H

#include "types.h"

struct ha_links;

struct ha_links *ha_links_new(struct ha_arena *arena);
void ha_links_outdate(struct ha_links *links); /* a record was completed */
bool ha_links_is_link(struct ha_links *links, const struct ha_types *types,
                      ha_field field);
bool ha_links_is_linked(struct ha_links *links, const struct ha_types *types,
                        ha_type type);

#endif
