/* The JSON document of one translation unit (docs/json.md): made in the compiler from
 * the functions' elements, read again by everything that shows results.
 *
 * The renderers (SARIF, plist, HTML) take documents, so one unit in the compiler and
 * the many files of a scan go the same way.  A document is jansson's json_t, owned by
 * whoever made it. */
#ifndef HEAPABS_REPORT_DOCUMENT_H
#define HEAPABS_REPORT_DOCUMENT_H

struct ha_arena;
struct json_t;

/* A refuted check that is to be reported: others show the same failure. */
struct ha_reported {
  const char *function;
  unsigned check;
};

struct ha_unit_summary {
  const char *file;             /* as given to the compiler */
  const char *directory;        /* where relative names begin */
  const char *const *functions; /* the elements, in source order */
  unsigned count;
  unsigned skipped; /* functions the filter found irrelevant */
  double ms;        /* wall time of the whole analysis */
  const struct ha_reported *reported;
  unsigned reported_count;
};

/* Parses the elements and adds to each finding whether it is reported and its
 * fingerprint, from the source as it is now. */
struct json_t *ha_document_new(struct ha_arena *arena,
                               const struct ha_unit_summary *unit);
/* NULL and one sentence in *error if the text is no document of ours. */
struct json_t *ha_document_parse(struct ha_arena *arena, const char *text,
                                 const char **error);
void ha_document_free(struct json_t *document);
/* As it is written to a file: a line per function. */
char *ha_document_text(struct ha_arena *arena, const struct json_t *document);

#endif
