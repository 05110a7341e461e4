/* The verdicts of units as pages: an index, a page for each finding with its path and
 * the heap at each step, and one for each function that is proved or unknown.
 *
 * Each file stands alone: style, script and pictures are in it, nothing is fetched. The
 * findings' pages are named report-XXXXXX.html and carry the comments by which
 * scan-build and scan-view know a report. */
#ifndef HEAPABS_REPORT_HTML_H
#define HEAPABS_REPORT_HTML_H

#include <stdbool.h>

struct ha_arena;
struct json_t;

/* Something the index says of the whole: "Command", "make -j8". */
struct ha_html_fact {
  const char *name, *text;
};

struct ha_html_options {
  const char *title;   /* of the index; NULL for a plain one */
  const char *root;    /* absolute: files below it are shown relative to it; or NULL */
  const char *version; /* of heapabs; may be NULL */
  const struct ha_html_fact *facts; /* how the documents came about */
  unsigned fact_count;
  const struct ha_html_fact *missing; /* files there are no documents of, and why */
  unsigned missing_count;
};

/* Writes into the folder `dir`, which is made if it is missing; false with one sentence
 * in *error if a file cannot be written.  The documents are those of docs/json.md. */
bool ha_report_html(struct ha_arena *arena, const struct json_t *const *documents,
                    unsigned count, const struct ha_html_options *options,
                    const char *dir, const char **error);

#endif
