/* What the files of the SARIF writer share. */
#ifndef HEAPABS_REPORT_SARIF_IMPL_H
#define HEAPABS_REPORT_SARIF_IMPL_H

#include "../gcl/arena.h"
#include "findings.h"
#include "js.h"
#include "sarif.h"

struct ha_sources;

struct ha_sarif {
  struct ha_arena *arena;
  const struct ha_sarif_options *options;
  struct ha_sources *sources; /* by absolute name */
};

/* {"text": …}, braces doubled. */
json_t *ha_sarif_message(struct ha_sarif *sarif, const char *text);
/* "file:///a/b%20c.c" */
const char *ha_sarif_file_uri(struct ha_arena *arena, const char *path);
/* Of an absolute path: relative to SRCROOT where it lies below the root. */
json_t *ha_sarif_artifact(struct ha_sarif *sarif, const char *path);
/* A location for anything of a document that has file, line and column (and perhaps an
 * end and a function). */
json_t *ha_sarif_location(struct ha_sarif *sarif, const json_t *unit,
                          const json_t *place);
/* A step's heap. */
json_t *ha_sarif_graph(struct ha_sarif *sarif, const json_t *graph, unsigned step);
/* `occurrence` counts findings of the same fingerprint, from 1. */
json_t *ha_sarif_result(struct ha_sarif *sarif, const struct ha_found *found,
                        unsigned occurrence);
/* The rules, and the taxonomy they refer to. */
json_t *ha_sarif_tool(struct ha_sarif *sarif);
json_t *ha_sarif_weaknesses(struct ha_sarif *sarif);

#endif
