/* The units of a scan, read back, and the report made of them. */
#include "../report/document.h"
#include "../report/files.h"
#include "../report/html.h"
#include "../report/path.h"
#include "../report/plist.h"
#include "../report/sarif.h"
#include "../report/site.h"
#include "scan.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void load_unit(struct ha_scan *scan, const char *name) {
  const char *error;
  char *text = ha_read_file(
      ha_arena_printf(scan->arena, "%s/units/%s", scan->session.directory, name));
  json_t *unit = text ? ha_document_parse(scan->arena, text, &error) : NULL;
  free(text);
  if (unit)
    HA_PUSH(scan->arena, scan->units, unit);
}

static void on_event(void *context, const struct ha_event *event) {
  struct ha_scan *scan = context;
  scan->outcomes[event->outcome]++;
  if (event->outcome == HA_UNIT_ANALYSED)
    load_unit(scan, event->unit);
  else if (event->outcome == HA_UNIT_FAILED)
    HA_PUSH(scan->arena, scan->failures, *event);
}

static const char *text_of(const json_t *unit, const char *key) {
  const char *text = json_string_value(json_object_get(unit, key));
  return text ? text : "";
}

/* Total: no two units have the same directory, file and text. */
static int by_file(const void *left, const void *right) {
  const json_t *a = *(json_t *const *)left, *b = *(json_t *const *)right;
  int order = strcmp(text_of(a, "directory"), text_of(b, "directory"));
  return order ? order : strcmp(text_of(a, "file"), text_of(b, "file"));
}

void ha_scan_load(struct ha_scan *scan) {
  long position = 0;
  ha_session_read_log(scan->arena, &scan->session, &position, on_event, scan);
  if (scan->units.count)
    qsort(scan->units.at, scan->units.count, sizeof *scan->units.at, by_file);
}

static const char *root_of(const struct ha_scan *scan) {
  char here[PATH_MAX];
  return ha_path_repository(scan->arena, getcwd(here, sizeof here) ? here : "/");
}

static const char *in_report(const struct ha_scan *scan, const char *name) {
  return ha_arena_printf(scan->arena, "%s/%s", scan->session.directory, name);
}

/* ---- what the index says of the scan ---- */

static const char *now(struct ha_arena *arena) {
  char text[64];
  time_t seconds = time(NULL);
  struct tm local;
  size_t length = strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %Z",
                           localtime_r(&seconds, &local));
  return ha_arena_strndup(arena, text, length);
}

static const char *state(const struct ha_scan *scan) {
  if (scan->interrupted)
    return ha_arena_printf(scan->arena, "stopped by signal %d: not all was analysed",
                           scan->interrupted);
  return scan->build_status
             ? ha_arena_printf(scan->arena, "ended with status %d", scan->build_status)
             : NULL;
}

enum { FACTS = 5 };

static unsigned state_facts(const struct ha_scan *scan, struct ha_html_fact *facts) {
  char here[PATH_MAX];
  unsigned count = 0;
  if (scan->build)
    facts[count++] = (struct ha_html_fact){
        "Command", ha_words_show(scan->arena, (char **)scan->build)};
  else
    facts[count++] = (struct ha_html_fact){"Database", scan->compdb};
  if (state(scan))
    facts[count++] = (struct ha_html_fact){"Build", state(scan)};
  if (getcwd(here, sizeof here))
    facts[count++] =
        (struct ha_html_fact){"Folder", ha_arena_strdup(scan->arena, here)};
  facts[count++] = (struct ha_html_fact){"Compiler", scan->session.clang};
  facts[count++] = (struct ha_html_fact){"Date", now(scan->arena)};
  return count;
}

static const char *render_html(struct ha_scan *scan, const json_t *const *units) {
  struct ha_html_fact facts[FACTS];
  struct ha_html_fact *missing =
      ha_arena_alloc(scan->arena, (scan->failures.count + 1) * sizeof *missing);
  const char *root = root_of(scan);
  for (unsigned i = 0; i < scan->failures.count; i++)
    missing[i] = (struct ha_html_fact){ha_site_shown(root, scan->failures.at[i].file),
                                       scan->failures.at[i].why};
  struct ha_html_options options = {.title = scan->title,
                                    .root = root,
                                    .version = HEAPABS_VERSION,
                                    .facts = facts,
                                    .fact_count = state_facts(scan, facts),
                                    .missing = missing,
                                    .missing_count = scan->failures.count};
  const char *error = NULL;
  ha_report_html(scan->arena, units, scan->units.count, &options,
                 scan->session.directory, &error);
  return error;
}

static const char *render_sarif(struct ha_scan *scan, const json_t *const *units) {
  struct ha_sarif_options options = {.root = root_of(scan), .version = HEAPABS_VERSION};
  return ha_file_write(
      scan->arena, in_report(scan, "heapabs.sarif"),
      ha_report_sarif(scan->arena, units, scan->units.count, &options));
}

static const char *render_plist(struct ha_scan *scan, const json_t *const *units) {
  return ha_file_write(
      scan->arena, in_report(scan, "heapabs.plist"),
      ha_report_plist(scan->arena, units, scan->units.count, HEAPABS_VERSION));
}

const char *ha_scan_render(struct ha_scan *scan) {
  const json_t *const *units = (const json_t *const *)scan->units.at;
  const char *error = NULL;
  if (scan->html)
    error = render_html(scan, units);
  if (!error && scan->sarif)
    error = render_sarif(scan, units);
  if (!error && scan->plist)
    error = render_plist(scan, units);
  return error;
}
