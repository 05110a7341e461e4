/* What has come back from the analysing children: findings to report, elements of
 * the JSON document, counters for the summary.  Lives in the compiler's process. */
#ifndef HEAPABS_PLUGIN_COLLECT_H
#define HEAPABS_PLUGIN_COLLECT_H

#include "../gcl/verdict.h"
#include "finding.h"

struct ha_collection;
struct ha_options;
struct ha_record;

struct ha_collection *ha_collection_new(struct ha_arena *arena,
                                        const struct ha_options *options,
                                        const char *file);

/* The callbacks of isolate.h; `collection` is a struct ha_collection. */
void ha_collection_record(void *collection, struct ha_record *record);
void ha_collection_lost(void *collection, unsigned index, const char *why);
void ha_collection_failed(void *collection, const char *why);
/* `count` functions were seen to be irrelevant without starting an analysis. */
void ha_collection_skip(struct ha_collection *collection, unsigned count);

/* A place that the source asks us to be silent about, beside its comments. */
struct ha_mark;
void ha_collection_mark(struct ha_collection *collection, const struct ha_mark *mark);
/* All has come: decides what is to be told.  Then free what that took. */
void ha_collection_conclude(struct ha_collection *collection);
void ha_collection_free(struct ha_collection *collection);

/* The findings to report, each once: a failure inside a callee is left out when the
 * callee's own analysis reports it, and of several at one place the first stays. */
unsigned ha_collection_findings(struct ha_collection *collection,
                                const struct ha_finding *const **findings);

/* All of them, before that and before anything is concluded. */
unsigned ha_collection_found(const struct ha_collection *collection,
                             const struct ha_finding *const **findings);

/* Mistakes in the source's own formulas, each once. */
struct ha_source_error {
  struct ha_place place;
  const char *message;
};
unsigned ha_collection_errors(const struct ha_collection *collection,
                              const struct ha_source_error **errors);

/* One remark: "'f': the analysis crashed …".  Analyses that broke down come always,
 * unknown verdicts only if `unknown` asks for them. */
struct ha_remark {
  const char *function; /* "" for the whole unit */
  const char *why;
};
unsigned ha_collection_remarks(struct ha_collection *collection, bool unknown,
                               const struct ha_remark **remarks);

/* One sentence if the function to be explained is not there; else NULL. */
const char *ha_collection_unexplained(struct ha_collection *collection);

/* Marks in the unit's own file that silence nothing. */
unsigned ha_collection_unused(struct ha_collection *collection,
                              const struct ha_mark *const **unused);

/* "f.c: 3 proved, 1 refuted, 0 unknown, 8 skipped as irrelevant, 12 ms" */
const char *ha_collection_summary(struct ha_collection *collection);
/* One line per function: "f: proved", "g: unknown (why)". */
const char *ha_collection_verdicts(struct ha_collection *collection);

/* Writes the files that were asked for: the JSON document, the reproducers.  NULL, or
 * one sentence that says what could not be written. */
const char *ha_collection_write(struct ha_collection *collection);

#endif
