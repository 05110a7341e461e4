/* The files that `heapabs check` writes of what it has found. */
#ifndef HEAPABS_TOOLS_CHECK_REPORT_H
#define HEAPABS_TOOLS_CHECK_REPORT_H

#include "../gcl/arena.h"
#include <jansson.h>

/* Where to; NULL: not wanted.  "-" is stdout for the JSON. */
struct ha_check_outputs {
  const char *json, *sarif, *plist, *html;
};

struct ha_documents {
  json_t **at;
  unsigned count, capacity;
};

/* All of them, each whole or not at all; NULL, or one sentence that says which could
 * not be written. */
const char *ha_check_write(struct ha_arena *arena,
                           const struct ha_check_outputs *outputs,
                           const struct ha_documents *documents);

#endif
