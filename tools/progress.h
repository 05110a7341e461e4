/* How far a scan is, on the last line of a terminal; the rest of it scrolls as ever.
 * Where there is no terminal nothing is shown. */
#ifndef HEAPABS_TOOLS_PROGRESS_H
#define HEAPABS_TOOLS_PROGRESS_H

#include "session.h"

struct ha_progress {
  bool shown;             /* on a terminal */
  unsigned rows, columns; /* that the line was last drawn for */
  unsigned total;         /* units there will be; 0 if not known */
  unsigned done, proved, refuted, unknown;
  double start; /* seconds */
};

void ha_progress_begin(struct ha_progress *progress, unsigned total);
void ha_progress_add(struct ha_progress *progress, const struct ha_event *event);
void ha_progress_draw(struct ha_progress *progress);
/* Gives the last line back. */
void ha_progress_end(struct ha_progress *progress);

/* "12 of 40 units, 31 functions proved, 2 refuted, 5 unknown, 0:12 left" */
const char *ha_progress_text(struct ha_arena *arena, const struct ha_progress *progress,
                             double now);

#endif
