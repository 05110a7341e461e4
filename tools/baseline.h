/* A baseline: findings that are known, by content. */
#ifndef HEAPABS_TOOLS_BASELINE_H
#define HEAPABS_TOOLS_BASELINE_H

#include <jansson.h>

struct ha_arena;
struct ha_baseline;

/* NULL with one sentence in *error if the file cannot be read or is none. */
struct ha_baseline *ha_baseline_read(struct ha_arena *arena, const char *path,
                                     const char **error);
/* Marks the findings of these units that the baseline has as suppressed by it.  One
 * that it has twice silences two. */
void ha_baseline_apply(struct ha_arena *arena, struct ha_baseline *baseline,
                       json_t *const *units, unsigned count);
/* How many of its findings were not met again. */
unsigned ha_baseline_gone(const struct ha_baseline *baseline);
/* What is found and not silenced by the source, as the text of a baseline. */
const char *ha_baseline_text(struct ha_arena *arena, json_t *const *units,
                             unsigned count, const char *root);

#endif
