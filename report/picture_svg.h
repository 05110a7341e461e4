/* A picture of the heap as SVG, to stand inside an HTML page: its colours are the
 * page's (assets/picture.css), its words are for those who cannot see it. */
#ifndef HEAPABS_REPORT_PICTURE_SVG_H
#define HEAPABS_REPORT_PICTURE_SVG_H

#include "picture_layout.h"
#include <stdio.h>

/* `label` says in a line what is drawn.  Variables that point to no block of the
 * picture are listed above it. */
void ha_picture_svg(struct ha_arena *arena, FILE *out, const struct ha_layout *layout,
                    const struct ha_picture *picture, const char *label);

#endif
