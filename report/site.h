/* What a set of HTML pages is about: the findings, functions and files of all units, in
 * the order in which they are shown, each with the name of its page.
 *
 * Orders and names depend on the documents alone. */
#ifndef HEAPABS_REPORT_SITE_H
#define HEAPABS_REPORT_SITE_H

#include "../gcl/arena.h"
#include "findings.h"

/* An analysed function.  One that is refuted has no page of its own: its findings have.
 */
struct ha_site_function {
  const struct json_t *unit, *json;
  const char *name, *verdict;
  const char *path, *file; /* absolute, and as it is shown */
  const char *page;        /* NULL if it has none */
  unsigned line;
};

struct ha_site_finding {
  const struct ha_found *found;
  const char *kind, *message, *file, *function, *page;
  unsigned steps;
};

/* A comment or attribute that silences nothing any more. */
struct ha_site_mark {
  const char *file, *text;
  unsigned line;
};

struct ha_site_file {
  const char *path, *file;
  unsigned proved, refuted, unknown, skipped, findings;
};

struct ha_site {
  HA_VEC(struct ha_site_function) functions;
  HA_VEC(struct ha_site_finding) findings;
  HA_VEC(struct ha_site_file) files;
  HA_VEC(struct ha_site_finding) suppressed; /* these have no pages */
  HA_VEC(struct ha_site_mark) useless;
  struct ha_site_file total;
};

/* Files are shown relative to `root`, if they lie below it. */
struct ha_site *ha_site_new(struct ha_arena *arena, const struct json_t *const *units,
                            unsigned count, const char *root);

/* A path as a reader wants it: relative to `root` if it lies below it. */
const char *ha_site_shown(const char *root, const char *path);

/* "Null dereference" for "null-deref", as a heading has it. */
const char *ha_site_kind(struct ha_arena *arena, const char *kind);

#endif
