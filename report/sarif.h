/* The findings of many units as one SARIF 2.1.0 log: a single run with the rules, a
 * code flow for each path, the heap of each step as a graph, suppressed findings as
 * such.
 *
 * Departures a reader may stumble over: columns are counted in Unicode characters, as
 * SARIF has them, not in bytes as the compiler does; braces in messages are doubled. */
#ifndef HEAPABS_REPORT_SARIF_H
#define HEAPABS_REPORT_SARIF_H

struct ha_arena;
struct json_t;

struct ha_sarif_options {
  const char *root;    /* absolute: files below it are named relative to it */
  const char *version; /* of heapabs */
};

char *ha_report_sarif(struct ha_arena *arena, const struct json_t *const *units,
                      unsigned count, const struct ha_sarif_options *options);

#endif
