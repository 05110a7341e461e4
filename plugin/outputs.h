/* The files that options ask for: the unit's document, and what is rendered from it. */
#ifndef HEAPABS_PLUGIN_OUTPUTS_H
#define HEAPABS_PLUGIN_OUTPUTS_H

#include <stdbool.h>

struct ha_arena;
struct ha_options;
struct json_t;

/* Is there any of them? */
bool ha_outputs_wanted(const struct ha_options *options);
/* Writes them all; NULL, or one sentence that says what could not be written.
 * `directory` is where the compiler runs. */
const char *ha_outputs_write(struct ha_arena *arena, const struct ha_options *options,
                             const struct json_t *document, const char *directory);

#endif
