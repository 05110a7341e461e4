/* Failures on request, for the tests of the isolation: crash, hang or run out of
 * memory when the analysis comes to a function. */
#ifndef HEAPABS_PLUGIN_INJECT_H
#define HEAPABS_PLUGIN_INJECT_H

struct ha_arena;

/* `request` is "", or "crash:NAME", "hang:NAME", "oom:NAME". */
void ha_inject(const char *request, const char *function, struct ha_arena *arena);

#endif
