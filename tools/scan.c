/* `heapabs scan`: a build with every C unit analysed, and a report of it all.
 *
 * Whatever can be wrong with the command line and its files is said before the build
 * begins.  The build's exit status is ours, unless it succeeded and --status-bugs or
 * trouble of our own has something to add. */
#include "scan.h"
#include "../report/files.h"
#include "../report/path.h"
#include "baseline.h"
#include "commands.h"
#include "compdb.h"
#include "folder.h"
#include "process.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- before the build ---- */

static const char *here(struct ha_arena *arena) {
  char directory[PATH_MAX];
  return ha_arena_strdup(arena, getcwd(directory, sizeof directory) ? directory : "/");
}

static void add_exclusions(struct ha_scan *scan) {
  for (unsigned i = 0; i < scan->exclude.list.count; i++)
    ha_words_add(
        scan->arena, &scan->session.exclude,
        ha_path_absolute(scan->arena, here(scan->arena), scan->exclude.list.at[i]));
  ha_words_end(scan->arena, &scan->session.exclude);
}

static const char *prepare(struct ha_scan *scan) {
  const char *error;
  const char *folder = ha_folder_make(scan->arena, scan->output, &error);
  if (!folder)
    return error;
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  scan->session.directory = folder;
  scan->session.clang = scan->clang->clang;
  scan->session.plugin =
      ha_path_absolute(scan->arena, here(scan->arena), scan->clang->plugin);
  scan->session.jobs = scan->jobs       ? scan->jobs
                       : processors > 0 ? (unsigned)processors
                                        : 1;
  scan->session.verbose = scan->verbose;
  for (unsigned i = 0; scan->clang->plugin_args[i]; i++)
    ha_words_add(scan->arena, &scan->session.plugin_args, scan->clang->plugin_args[i]);
  ha_words_end(scan->arena, &scan->session.plugin_args);
  add_exclusions(scan);
  error = ha_session_write(scan->arena, &scan->session);
  if (error)
    ha_folder_remove(folder);
  return error;
}

/* ---- after it ---- */

static void view(const struct ha_scan *scan) {
  const char *index =
      ha_arena_printf(scan->arena, "%s/index.html", scan->session.directory);
  const char *browser = getenv("BROWSER");
  char *argv[] = {(char *)(browser && *browser ? browser : "xdg-open"), (char *)index,
                  NULL};
  struct ha_process process = {.argv = argv};
  ha_process_run(&process);
}

/* A scan that did not see the whole build must not make the rest look known. */
static const char *update_baseline(const struct ha_scan *scan) {
  if (scan->build_status || scan->interrupted || scan->lost)
    return ha_arena_printf(scan->arena,
                           "'%s' is left as it was: not all of the build was analysed",
                           scan->baseline);
  const char *root = ha_path_repository(scan->arena, here(scan->arena));
  return ha_file_write(
      scan->arena, scan->baseline,
      ha_baseline_text(scan->arena, scan->units.at, scan->units.count, root));
}

/* NULL, or what went wrong with it. */
static const char *compare(struct ha_scan *scan, struct ha_baseline *baseline) {
  const char *error = NULL;
  if (scan->update_baseline) {
    error = update_baseline(scan);
    baseline = error ? NULL : ha_baseline_read(scan->arena, scan->baseline, &error);
  }
  if (!baseline)
    return error;
  ha_baseline_apply(scan->arena, baseline, scan->units.at, scan->units.count);
  unsigned gone = ha_baseline_gone(baseline);
  if (gone)
    fprintf(stderr, "heapabs: %u of the baseline %s not there any more\n", gone,
            gone == 1 ? "is" : "are");
  return NULL;
}

/* Units of which nothing could be written down: NULL if there are none. */
static const char *lost(const struct ha_scan *scan, unsigned begun) {
  unsigned known = scan->outcomes[HA_UNIT_ANALYSED] + scan->outcomes[HA_UNIT_FAILED];
  if (scan->interrupted || begun <= known)
    return NULL;
  return ha_arena_printf(scan->arena,
                         "of %u unit%s nothing could be written to '%s': is its disk "
                         "full?",
                         begun - known, begun - known == 1 ? "" : "s",
                         scan->session.directory);
}

/* A build that was only being configured. */
static bool was_configured(const struct ha_scan *scan) {
  const unsigned *n = scan->outcomes;
  unsigned others = n[HA_UNIT_FAILED] + n[HA_UNIT_EXCLUDED] + n[HA_UNIT_OTHER];
  return n[HA_UNIT_PROBE] && !others && !scan->build_status && !scan->interrupted;
}

/* Nothing at all was compiled that we could look at, or written of it. */
static int nothing(const struct ha_scan *scan) {
  const unsigned *n = scan->outcomes;
  if (!n[HA_UNIT_FAILED])
    ha_folder_remove(scan->session.directory);
  if (scan->interrupted)
    return 128 + scan->interrupted;
  if (was_configured(scan)) {
    fputs("heapabs: the build has only tried its compiler: nothing to analyse yet\n",
          stderr);
    return 0;
  }
  if (scan->lost)
    ha_scan_error("%s", scan->lost);
  else if (n[HA_UNIT_FAILED])
    ha_scan_error("no unit could be analysed: %s: %s", scan->failures.at[0].file,
                  scan->failures.at[0].why);
  else if (n[HA_UNIT_EXCLUDED] || n[HA_UNIT_OTHER])
    ha_scan_error("no unit was analysed: all that was compiled is excluded or no C");
  else if (scan->compdb)
    ha_scan_error("no unit was analysed: '%s' has no compile of C", scan->compdb);
  else
    ha_scan_error("no unit was analysed: the build has compiled no C with a compiler "
                  "from the PATH or from CC");
  return scan->build_status ? scan->build_status : 1;
}

static int conclude(struct ha_scan *scan, struct ha_baseline *baseline) {
  unsigned begun = ha_session_begun(scan->arena, &scan->session);
  ha_session_tidy(scan->arena, &scan->session);
  ha_scan_load(scan);
  scan->lost = lost(scan, begun);
  if (!scan->outcomes[HA_UNIT_ANALYSED])
    return nothing(scan);
  const char *trouble = compare(scan, baseline);
  const char *unwritten = ha_scan_render(scan);
  trouble = unwritten ? unwritten : trouble ? trouble : scan->lost;
  ha_scan_summarise(scan);
  if (!unwritten && scan->output)
    ha_folder_show_latest(scan->arena, scan->output, scan->session.directory);
  if (!unwritten)
    fprintf(stderr, "heapabs: report in %s%s\n", scan->session.directory,
            scan->html ? "/index.html" : "");
  if (trouble)
    ha_scan_error("%s", trouble);
  unsigned findings = ha_scan_findings(scan);
  if (scan->view && scan->html && !unwritten && findings)
    view(scan);
  if (scan->interrupted)
    return 128 + scan->interrupted;
  if (scan->build_status)
    return scan->build_status;
  return trouble || (scan->status_bugs && findings) ? 1 : 0;
}

/* ---- all of it ---- */

static int run(struct ha_scan *scan) {
  const char *error = ha_clang_problem(scan->clang);
  struct ha_compdb *db = NULL;
  struct ha_baseline *baseline = NULL;
  if (!error && scan->compdb)
    db = ha_compdb_read(scan->arena, scan->compdb, &error);
  if (!error && scan->baseline && !scan->update_baseline)
    baseline = ha_baseline_read(scan->arena, scan->baseline, &error);
  if (!error)
    error = prepare(scan);
  if (error)
    return ha_scan_error("%s", error);
  if (db)
    ha_scan_compdb(scan, db);
  else
    ha_scan_build(scan);
  return conclude(scan, baseline);
}

int ha_tool_scan(int argc, char **argv) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_scan scan = {.arena = arena, .clang = ha_clang_new(arena)};
  int status = 2;
  if (ha_scan_parse(&scan, argc, argv)) {
    status = 0;
    if (scan.help)
      ha_scan_usage();
    else
      status = run(&scan);
  }
  for (unsigned i = 0; i < scan.units.count; i++)
    json_decref(scan.units.at[i]);
  ha_arena_free(arena);
  return status;
}
