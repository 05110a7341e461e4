/* Collecting, ordering and naming. */
#include "site.h"
#include "js.h"
#include "path.h"
#include "rules.h"
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const char *ha_site_shown(const char *root, const char *path) {
  const char *below = *root ? ha_path_below(root, path) : NULL;
  return below ? below : path;
}

const char *ha_site_kind(struct ha_arena *arena, const char *kind) {
  enum ha_check_kind known = ha_rule_find(kind);
  char *title = ha_arena_strdup(
      arena, known == HA_CHECK_KINDS ? kind : ha_rule_get(known)->title);
  *title = (char)toupper((unsigned char)*title);
  return title;
}

/* ---- names of pages ---- */

static uint64_t mix(uint64_t hash, const char *text) {
  for (; *text; text++)
    hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
  return (hash ^ 0xff) * 0x100000001b3;
}

static uint64_t place_hash(const char *file, const char *function, unsigned line,
                           unsigned column) {
  uint64_t hash = mix(mix(0xcbf29ce484222325, file), function);
  hash = (hash ^ line) * 0x100000001b3;
  return (hash ^ column) * 0x100000001b3;
}

static bool is_name_taken(const struct ha_site *site, const char *page) {
  for (unsigned i = 0; i < site->findings.count; i++)
    if (!strcmp(site->findings.at[i].page, page))
      return true;
  for (unsigned i = 0; i < site->functions.count; i++)
    if (site->functions.at[i].page && !strcmp(site->functions.at[i].page, page))
      return true;
  return false;
}

/* Six digits, as scan-build has them; the next free number if they are taken. */
static const char *page_name(struct ha_arena *arena, const struct ha_site *site,
                             const char *what, uint64_t hash) {
  hash ^= hash >> 32;
  const char *name;
  do
    name = ha_arena_printf(arena, "%s-%06x.html", what, (unsigned)(hash++ & 0xffffff));
  while (is_name_taken(site, name));
  return name;
}

/* ---- functions ---- */

static void add_function(struct ha_arena *arena, struct ha_site *site,
                         const json_t *unit, const json_t *function, const char *root) {
  const char *file = ha_js_text(function, "file");
  struct ha_site_function row = {
      .unit = unit,
      .json = function,
      .name = ha_js_text(function, "name"),
      .verdict = ha_js_text(function, "verdict"),
      .path = ha_path_absolute(arena, ha_js_text(unit, "directory"),
                               *file ? file : ha_js_text(unit, "file")),
      .line = (unsigned)ha_js_int(function, "line"),
  };
  row.file = ha_site_shown(root, row.path);
  HA_PUSH(arena, site->functions, row);
}

/* Total but for equal functions of a header, of which one is kept. */
static int by_place(const void *left, const void *right) {
  const struct ha_site_function *a = left, *b = right;
  int order = strcmp(a->path, b->path);
  if (!order)
    order = (a->line > b->line) - (a->line < b->line);
  return order ? order : strcmp(a->name, b->name);
}

static int by_place_and_unit(const void *left, const void *right) {
  const struct ha_site_function *a = left, *b = right;
  int order = by_place(a, b);
  return order ? order
               : strcmp(ha_js_text(a->unit, "file"), ha_js_text(b->unit, "file"));
}

static void sort_functions(struct ha_site *site) {
  if (site->functions.count)
    qsort(site->functions.at, site->functions.count, sizeof *site->functions.at,
          by_place_and_unit);
  unsigned kept = 0;
  for (unsigned i = 0; i < site->functions.count; i++)
    if (!kept || by_place(&site->functions.at[kept - 1], &site->functions.at[i]))
      site->functions.at[kept++] = site->functions.at[i];
  site->functions.count = kept;
}

static void name_functions(struct ha_arena *arena, struct ha_site *site) {
  for (unsigned i = 0; i < site->functions.count; i++) {
    struct ha_site_function *function = &site->functions.at[i];
    if (!strcmp(function->verdict, "refuted"))
      continue;
    const char *what = strcmp(function->verdict, "proved") ? "unknown" : "proved";
    function->page =
        page_name(arena, site, what,
                  place_hash(function->file, function->name, function->line, 0));
  }
}

/* ---- findings ---- */

static const char *kind_of(const struct ha_found *found) {
  static const char prefix[] = "heapabs-";
  const char *rule = ha_js_text(found->finding, "rule");
  return strncmp(rule, prefix, sizeof prefix - 1) ? rule : rule + sizeof prefix - 1;
}

static void add_finding(struct ha_arena *arena, struct ha_site *site,
                        const struct ha_found *found, const char *root) {
  struct ha_site_finding row = {
      .found = found,
      .kind = kind_of(found),
      .message = ha_js_text(found->finding, "message"),
      .file = ha_site_shown(root, found->path),
      .function = ha_js_text(found->function, "name"),
      .steps = (unsigned)json_array_size(ha_js_array(found->check, "trace")),
  };
  if (found->is_suppressed) {
    HA_PUSH(arena, site->suppressed, row);
    return;
  }
  row.page = page_name(
      arena, site, "report",
      mix(place_hash(row.file, row.function, found->line, found->column), row.kind));
  HA_PUSH(arena, site->findings, row);
}

/* ---- files ---- */

static struct ha_site_file *file_row(struct ha_arena *arena, struct ha_site *site,
                                     const char *path, const char *root) {
  for (unsigned i = 0; i < site->files.count; i++)
    if (!strcmp(site->files.at[i].path, path))
      return &site->files.at[i];
  HA_PUSH(arena, site->files,
          (struct ha_site_file){.path = path, .file = ha_site_shown(root, path)});
  return &site->files.at[site->files.count - 1];
}

static void count_verdict(struct ha_site_file *row, const char *verdict) {
  row->proved += !strcmp(verdict, "proved");
  row->refuted += !strcmp(verdict, "refuted");
  row->unknown += !strcmp(verdict, "unknown");
}

static int by_name(const void *left, const void *right) {
  const struct ha_site_file *a = left, *b = right;
  return strcmp(a->path, b->path);
}

static void count_files(struct ha_arena *arena, struct ha_site *site,
                        const struct json_t *const *units, unsigned count,
                        const char *root) {
  for (unsigned i = 0; i < count; i++) {
    const char *path = ha_path_absolute(arena, ha_js_text(units[i], "directory"),
                                        ha_js_text(units[i], "file"));
    unsigned skipped = (unsigned)ha_js_int(units[i], "skipped");
    file_row(arena, site, path, root)->skipped += skipped;
    site->total.skipped += skipped;
  }
  for (unsigned i = 0; i < site->functions.count; i++) {
    const struct ha_site_function *function = &site->functions.at[i];
    count_verdict(file_row(arena, site, function->path, root), function->verdict);
    count_verdict(&site->total, function->verdict);
  }
  for (unsigned i = 0; i < site->findings.count; i++)
    file_row(arena, site, site->findings.at[i].found->path, root)->findings++;
  site->total.findings = site->findings.count;
  if (site->files.count)
    qsort(site->files.at, site->files.count, sizeof *site->files.at, by_name);
}

/* ---- marks ---- */

/* Of a header's mark every unit has its say: one that is of use to any is. */
static bool is_used(const struct json_t *const *units, unsigned count,
                    struct ha_arena *arena, const char *path, unsigned line) {
  for (unsigned i = 0; i < count; i++) {
    size_t index;
    const json_t *mark;
    json_array_foreach(
        ha_js_array(units[i], "suppressions"), index,
        mark) if (json_is_true(json_object_get(mark, "used")) &&
                  ha_js_int(mark, "line") == line &&
                  !strcmp(path,
                          ha_path_absolute(arena, ha_js_text(units[i], "directory"),
                                           ha_js_text(mark, "file")))) return true;
  }
  return false;
}

static void add_mark(struct ha_arena *arena, struct ha_site *site,
                     struct ha_site_mark mark) {
  for (unsigned i = 0; i < site->useless.count; i++)
    if (site->useless.at[i].line == mark.line &&
        !strcmp(site->useless.at[i].file, mark.file))
      return;
  HA_PUSH(arena, site->useless, mark);
}

static void add_marks(struct ha_arena *arena, struct ha_site *site,
                      const struct json_t *const *units, unsigned count,
                      const char *root) {
  for (unsigned i = 0; i < count; i++) {
    size_t index;
    const json_t *mark;
    json_array_foreach(ha_js_array(units[i], "suppressions"), index, mark) {
      const char *path = ha_path_absolute(arena, ha_js_text(units[i], "directory"),
                                          ha_js_text(mark, "file"));
      unsigned line = (unsigned)ha_js_int(mark, "line");
      if (!is_used(units, count, arena, path, line))
        add_mark(arena, site,
                 (struct ha_site_mark){ha_site_shown(root, path),
                                       ha_js_text(mark, "text"), line});
    }
  }
}

struct ha_site *ha_site_new(struct ha_arena *arena, const struct json_t *const *units,
                            unsigned count, const char *root) {
  struct ha_site *site = ha_arena_alloc(arena, sizeof *site);
  struct ha_findings findings = ha_findings_of(arena, units, count);
  for (unsigned i = 0; i < findings.count; i++)
    add_finding(arena, site, &findings.at[i], root);
  for (unsigned i = 0; i < count; i++) {
    size_t index;
    const json_t *function;
    json_array_foreach(ha_js_array(units[i], "functions"), index, function)
        add_function(arena, site, units[i], function, root);
  }
  sort_functions(site);
  name_functions(arena, site);
  count_files(arena, site, units, count, root);
  add_marks(arena, site, units, count, root);
  return site;
}
