/* The closing lines of a scan, on stderr: the build's own output is not ours to mix
 * with.
 */
#include "../report/findings.h"
#include "../report/js.h"
#include "../report/path.h"
#include "scan.h"
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int ha_scan_error(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("heapabs: error: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  return 1;
}

static struct ha_findings findings_of(const struct ha_scan *scan) {
  return ha_findings_of(scan->arena, (const json_t *const *)scan->units.at,
                        scan->units.count);
}

unsigned ha_scan_findings(const struct ha_scan *scan) {
  struct ha_findings all = findings_of(scan);
  unsigned count = 0;
  for (unsigned i = 0; i < all.count; i++)
    count += !all.at[i].is_suppressed;
  return count;
}

/* Relative to where we are, as a compiler's messages are. */
static const char *shown(const struct ha_scan *scan, const char *path) {
  char here[PATH_MAX];
  const char *below = getcwd(here, sizeof here) ? ha_path_below(here, path) : NULL;
  return below ? below : ha_arena_strdup(scan->arena, path);
}

static void list_findings(const struct ha_scan *scan) {
  struct ha_findings all = findings_of(scan);
  for (unsigned i = 0; i < all.count; i++) {
    const struct ha_found *f = &all.at[i];
    if (!f->is_suppressed)
      fprintf(stderr, "%s:%u:%u: warning: %s [%s]\n", shown(scan, f->path), f->line,
              f->column, ha_js_text(f->finding, "message"),
              ha_js_text(f->finding, "rule"));
  }
}

/* ---- marks of no use ---- */

static bool is_used_elsewhere(const struct ha_scan *scan, const char *path,
                              long long line) {
  for (unsigned i = 0; i < scan->units.count; i++) {
    size_t index;
    const json_t *mark;
    json_array_foreach(
        ha_js_array(scan->units.at[i], "suppressions"), index,
        mark) if (json_is_true(json_object_get(mark, "used")) &&
                  ha_js_int(mark, "line") == line &&
                  !strcmp(path,
                          ha_path_absolute(scan->arena,
                                           ha_js_text(scan->units.at[i], "directory"),
                                           ha_js_text(mark, "file")))) return true;
  }
  return false;
}

static void list_marks(const struct ha_scan *scan) {
  const char *last = "";
  for (unsigned i = 0; i < scan->units.count; i++) {
    size_t index;
    const json_t *mark;
    json_array_foreach(ha_js_array(scan->units.at[i], "suppressions"), index, mark) {
      const char *path =
          ha_path_absolute(scan->arena, ha_js_text(scan->units.at[i], "directory"),
                           ha_js_text(mark, "file"));
      long long line = ha_js_int(mark, "line");
      const char *text = ha_arena_printf(
          scan->arena,
          "%s:%lld:1: remark: '%s' suppresses nothing [heapabs-suppression]",
          shown(scan, path), line, ha_js_text(mark, "text"));
      if (!is_used_elsewhere(scan, path, line) && strcmp(text, last))
        fprintf(stderr, "%s\n", text);
      last = text;
    }
  }
}

/* ---- counts ---- */

static const char *plural(unsigned count) { return count == 1 ? "" : "s"; }

static void count_units(const struct ha_scan *scan) {
  const unsigned *n = scan->outcomes;
  fprintf(stderr, "heapabs: %u unit%s analysed", n[HA_UNIT_ANALYSED],
          plural(n[HA_UNIT_ANALYSED]));
  if (n[HA_UNIT_REPEATED])
    fprintf(stderr, ", %u compiled more than once", n[HA_UNIT_REPEATED]);
  if (n[HA_UNIT_EXCLUDED])
    fprintf(stderr, ", %u excluded", n[HA_UNIT_EXCLUDED]);
  if (n[HA_UNIT_OTHER])
    fprintf(stderr, ", %u skipped as C++", n[HA_UNIT_OTHER]);
  if (n[HA_UNIT_FAILED])
    fprintf(stderr, ", %u given up on", n[HA_UNIT_FAILED]);
  fputc('\n', stderr);
}

static void count_functions(const struct ha_scan *scan) {
  unsigned proved = 0, refuted = 0, unknown = 0, skipped = 0;
  for (unsigned i = 0; i < scan->units.count; i++) {
    size_t index;
    const json_t *function;
    skipped += (unsigned)ha_js_int(scan->units.at[i], "skipped");
    json_array_foreach(ha_js_array(scan->units.at[i], "functions"), index, function) {
      proved += ha_js_is(function, "verdict", "proved");
      refuted += ha_js_is(function, "verdict", "refuted");
      unknown += ha_js_is(function, "verdict", "unknown");
    }
  }
  unsigned all = proved + refuted + unknown + skipped;
  fprintf(stderr,
          "heapabs: %u function%s: %u proved, %u refuted, %u unknown, %u skipped as "
          "irrelevant\n",
          all, plural(all), proved, refuted, unknown, skipped);
}

static void count_findings(const struct ha_scan *scan) {
  struct ha_findings all = findings_of(scan);
  unsigned reported = ha_scan_findings(scan), known = 0;
  for (unsigned i = 0; i < all.count; i++)
    known +=
        ha_js_is(json_object_get(all.at[i].finding, "suppressed"), "by", "baseline");
  unsigned suppressed = all.count - reported - known;
  fprintf(stderr, "heapabs: %u finding%s", reported, plural(reported));
  if (suppressed)
    fprintf(stderr, ", %u suppressed", suppressed);
  if (known)
    fprintf(stderr, ", %u known from the baseline", known);
  fputc('\n', stderr);
}

void ha_scan_summarise(const struct ha_scan *scan) {
  list_findings(scan);
  list_marks(scan);
  count_units(scan);
  for (unsigned i = 0; i < scan->failures.count; i++)
    fprintf(stderr, "heapabs: given up on %s: %s\n",
            shown(scan, scan->failures.at[i].file), scan->failures.at[i].why);
  count_functions(scan);
  count_findings(scan);
}
