/* The user's source as HTML: lines with numbers, syntax colours, and marks where the
 * path of a finding passes.
 *
 * Lines far from everything marked are left out of long files.  A line has the id
 * `PREFIX-LINE`, a marked token `data-steps`, so that a script can show where it is. */
#ifndef HEAPABS_REPORT_LISTING_H
#define HEAPABS_REPORT_LISTING_H

#include "../gcl/arena.h"
#include <stdbool.h>
#include <stdio.h>

struct ha_listing_mark {
  unsigned line, column; /* from 1; in bytes, as clang counts */
  unsigned step;         /* from 1; 0 marks a line without being a step */
  const char *note;      /* shown under the line; NULL for none */
};

struct ha_listing {
  const char *prefix; /* of the ids */
  const char *text;
  size_t length;
  unsigned first, last; /* lines to show in any case; 0: the whole file, if short */
  HA_VEC(struct ha_listing_mark) marks;
};

void ha_listing_html(struct ha_arena *arena, FILE *out,
                     const struct ha_listing *listing);

#endif
