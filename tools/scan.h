/* `heapabs scan`: what its parts share. */
#ifndef HEAPABS_TOOLS_SCAN_H
#define HEAPABS_TOOLS_SCAN_H

#include "clang.h"
#include "session.h"
#include <jansson.h>

struct ha_compdb;

struct ha_scan {
  struct ha_arena *arena;
  struct ha_clang *clang;
  /* What was asked for. */
  const char *output; /* folder for the reports; NULL: among the temporary files */
  const char *use_cc, *use_cxx, *title, *compdb, *baseline;
  bool status_bugs, keep_cc, keep_going, view, verbose, update_baseline, help;
  bool html, plist, sarif;
  unsigned jobs;
  struct ha_words exclude;
  char **build; /* the build command; NULL with --compdb */
  /* What came of it. */
  struct ha_session session;
  HA_VEC(json_t *) units; /* documents, owned, by file */
  unsigned outcomes[HA_UNIT_OUTCOMES];
  HA_VEC(struct ha_event) failures;
  const char *lost; /* what could not be written of some units; NULL: nothing is lost */
  int build_status; /* of the build command, 128 + N for signal N */
  int interrupted;  /* the signal that stopped us; 0: none */
};

/* scan_options.c: false after a sentence on stderr if they make no sense. */
bool ha_scan_parse(struct ha_scan *scan, int argc, char **argv);
void ha_scan_usage(void);

/* scan_run.c: the build, or the compiles of the database. */
void ha_scan_build(struct ha_scan *scan);
void ha_scan_compdb(struct ha_scan *scan, const struct ha_compdb *db);

/* scan_report.c: reads the units back, and makes the report of them.  NULL, or one
 * sentence that says what could not be written. */
void ha_scan_load(struct ha_scan *scan);
const char *ha_scan_render(struct ha_scan *scan);

/* scan_summary.c: the closing lines; how many findings are to be reported. */
unsigned ha_scan_findings(const struct ha_scan *scan);
void ha_scan_summarise(const struct ha_scan *scan);

/* "heapabs: error: …" on stderr; returns 1. */
__attribute__((format(printf, 1, 2))) int ha_scan_error(const char *format, ...);

#endif
