/* Which findings of a unit its source silences, and which marks silence nothing. */
#ifndef HEAPABS_REPORT_SUPPRESS_H
#define HEAPABS_REPORT_SUPPRESS_H

#include <stdbool.h>

struct ha_arena;
struct ha_mark;
struct ha_marks;
struct json_t;

/* Fills in `suppressed` of each finding that has a mark at its place or at a step of
 * its path, and lists the marks under `suppressions`.  A mark is of use if a check that
 * is refuted or unknown fits it: what is not settled may well be what it is there for.
 * Unless the analysis was complete (every function, every kind of check) nothing can be
 * said against a mark, and those of no use are not listed. */
void ha_suppress(struct json_t *document, struct ha_marks *marks, bool complete);

/* Is that check of the function silenced? */
bool ha_suppress_is(const struct json_t *document, const char *function,
                    unsigned check);
/* Is the mark listed as of no use?  One in a header may serve other units. */
bool ha_suppress_is_useless(const struct json_t *document, const struct ha_mark *mark);

#endif
