/* The first half of the layout: what there is, and its column and lane. */
#ifndef HEAPABS_REPORT_PICTURE_PLACE_H
#define HEAPABS_REPORT_PICTURE_PLACE_H

#include "picture_layout.h"

/* All blocks, their rows and the pointers between them, in the order in which the
 * pictures first have them. */
void ha_layout_gather(struct ha_arena *arena, struct ha_layout *layout,
                      struct ha_picture *const *pictures, unsigned count);
/* Which links lead back: of two fields that undo each other, the one along which fewer
 * blocks are reached from the first variable; if equal, the later one. */
void ha_layout_orient(struct ha_arena *arena, struct ha_layout *layout,
                      struct ha_picture *const *pictures, unsigned count);
/* Columns and lanes, both from 0. */
void ha_layout_place(struct ha_layout *layout, struct ha_picture *const *pictures,
                     unsigned count);

#endif
