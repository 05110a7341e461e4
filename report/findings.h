/* The findings of many units in one list: what every renderer begins with. */
#ifndef HEAPABS_REPORT_FINDINGS_H
#define HEAPABS_REPORT_FINDINGS_H

#include <stdbool.h>

struct ha_arena;
struct json_t;

/* A reported finding with the parts of its document around it, all borrowed. */
struct ha_found {
  const struct json_t *unit, *function, *check, *finding;
  const char *path; /* of the file it is in, absolute */
  unsigned line, column;
  bool is_suppressed;
};

struct ha_findings {
  const struct ha_found *at;
  unsigned count;
};

/* By file, line, column, rule.  What several units report of a common header is there
 * once; it is suppressed only if it is in each of them. */
struct ha_findings ha_findings_of(struct ha_arena *arena,
                                  const struct json_t *const *units, unsigned count);

#endif
