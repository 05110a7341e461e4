/* What the lowering could not model, in words. */
#ifndef HEAPABS_REPORT_LIMITATION_H
#define HEAPABS_REPORT_LIMITATION_H

struct ha_arena;

/* "a call of 'f', which this file does not define" for "unknown-call:f"; what is not
 * known is given back as it is. */
const char *ha_limitation_words(struct ha_arena *arena, const char *what);

#endif
