/* A set of formulas up to the names of their free symbols, and the question whether one
 * such set is part of another.
 *
 * Each formula is its alpha-normal form (alpha.h) with the symbols it is about, as
 * numbers within the set.  One set is part of another if there is an injective renaming
 * of symbols under which each of its formulas is one of the other's. */
#ifndef HEAPABS_DOMAIN_PATTERN_H
#define HEAPABS_DOMAIN_PATTERN_H

#include "alpha.h"
#include <stddef.h>

struct ha_pattern_item {
  struct ha_digest form;
  uint32_t first, count; /* its symbols, in `uses` */
};

struct ha_pattern {
  struct ha_pattern_item *items; /* the first is the one it is found by */
  uint16_t *uses;
  uint32_t count, used, symbols;
};

/* Of the formulas for which `wanted` (NULL: all), the last one first; false if there
 * are too many symbols, or no formulas. */
bool ha_pattern_make(struct ha_arena *arena, struct ha_alpha *alpha,
                     const ha_term *formulas, unsigned count, const bool *wanted,
                     struct ha_pattern *pattern);

/* Is `part`, its first formula being number `at` of `whole`, part of it?  Marks the
 * formulas of `whole` that it is made of (NULL: not wanted).  A search that takes too
 * long says no. */
bool ha_pattern_is_part(struct ha_arena *scratch, const struct ha_pattern *part,
                        const struct ha_pattern *whole, unsigned at, bool *marks);

/* As bytes, with a checksum; unpacking fails on whatever was not packed here. */
size_t ha_pattern_pack(struct ha_arena *arena, const struct ha_pattern *pattern,
                       unsigned char **bytes);
bool ha_pattern_unpack(struct ha_arena *arena, const void *bytes, size_t size,
                       struct ha_pattern *pattern);

#endif
