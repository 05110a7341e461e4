/* The file says for people what a finding is and for us only its fingerprint:
 *   {"heapabs-baseline": 1, "findings": [
 *    {"fingerprint": "…", "rule": "…", "function": "…", "file": "…", "message": "…"}]}
 */
#include "baseline.h"
#include "../gcl/arena.h"
#include "../report/findings.h"
#include "../report/js.h"
#include "../report/path.h"
#include "clang.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct known {
  const char *fingerprint;
  bool met;
};

struct ha_baseline {
  const char *path;
  HA_VEC(struct known) list;
};

static const char *parse(struct ha_arena *arena, struct ha_baseline *baseline,
                         const char *text) {
  json_error_t where;
  json_t *root = json_loads(text, 0, &where);
  const json_t *list = ha_js_array(root, "findings"), *entry;
  const char *error = NULL;
  if (!root)
    error = ha_arena_printf(arena, "'%s' is no baseline: line %d: %s", baseline->path,
                            where.line, where.text);
  else if (ha_js_int(root, "heapabs-baseline") != 1 || !list)
    error = ha_arena_printf(arena, "'%s' is no baseline of heapabs", baseline->path);
  size_t index;
  json_array_foreach(list, index, entry) {
    struct known known = {ha_arena_strdup(arena, ha_js_text(entry, "fingerprint")),
                          false};
    HA_PUSH(arena, baseline->list, known);
  }
  json_decref(root);
  return error;
}

struct ha_baseline *ha_baseline_read(struct ha_arena *arena, const char *path,
                                     const char **error) {
  struct ha_baseline *baseline = ha_arena_alloc(arena, sizeof *baseline);
  baseline->path = path;
  char *text = ha_read_file(path);
  *error = text ? parse(arena, baseline, text)
                : ha_arena_printf(arena, "cannot read '%s': %s", path, strerror(errno));
  free(text);
  return *error ? NULL : baseline;
}

static bool meet(struct ha_baseline *baseline, const char *fingerprint) {
  for (unsigned i = 0; i < baseline->list.count; i++) {
    struct known *known = &baseline->list.at[i];
    if (!known->met && !strcmp(known->fingerprint, fingerprint))
      return known->met = true;
  }
  return false;
}

/* A finding that several units share is silenced in each of them. */
static void silence(const struct ha_baseline *baseline, const struct ha_found *found,
                    json_t *const *units, unsigned count) {
  json_t *by = json_object();
  ha_js_set_text(by, "by", "baseline");
  ha_js_set_text(by, "file", baseline->path);
  ha_js_set_int(by, "line", 0);
  ha_js_set_text(by, "why", "known");
  for (unsigned i = 0; i < count; i++) {
    size_t f, c;
    const json_t *function, *check;
    json_array_foreach(ha_js_array(units[i], "functions"), f, function)
        json_array_foreach(ha_js_array(function, "checks"), c, check) {
      json_t *finding = json_object_get(check, "finding");
      bool is_it =
          finding &&
          ha_js_is(finding, "fingerprint", ha_js_text(found->finding, "fingerprint")) &&
          ha_js_int(finding, "line") == ha_js_int(found->finding, "line") &&
          ha_js_int(finding, "column") == ha_js_int(found->finding, "column") &&
          ha_js_is(finding, "file", ha_js_text(found->finding, "file"));
      if (is_it && json_is_null(json_object_get(finding, "suppressed")))
        json_object_set(finding, "suppressed", by);
    }
  }
  json_decref(by);
}

void ha_baseline_apply(struct ha_arena *arena, struct ha_baseline *baseline,
                       json_t *const *units, unsigned count) {
  struct ha_findings all = ha_findings_of(arena, (const json_t *const *)units, count);
  for (unsigned i = 0; i < all.count; i++)
    if (!all.at[i].is_suppressed &&
        meet(baseline, ha_js_text(all.at[i].finding, "fingerprint")))
      silence(baseline, &all.at[i], units, count);
}

unsigned ha_baseline_gone(const struct ha_baseline *baseline) {
  unsigned gone = 0;
  for (unsigned i = 0; i < baseline->list.count; i++)
    gone += !baseline->list.at[i].met;
  return gone;
}

static json_t *entry_of(const struct ha_found *found, const char *root) {
  const char *below = ha_path_below(root, found->path);
  json_t *entry = json_object();
  ha_js_set_text(entry, "fingerprint", ha_js_text(found->finding, "fingerprint"));
  ha_js_set_text(entry, "rule", ha_js_text(found->finding, "rule"));
  ha_js_set_text(entry, "function", ha_js_text(found->function, "name"));
  ha_js_set_text(entry, "file", below ? below : found->path);
  ha_js_set_text(entry, "message", ha_js_text(found->finding, "message"));
  return entry;
}

const char *ha_baseline_text(struct ha_arena *arena, json_t *const *units,
                             unsigned count, const char *root) {
  struct ha_findings all = ha_findings_of(arena, (const json_t *const *)units, count);
  json_t *baseline = json_object(), *list = json_array();
  ha_js_set_int(baseline, "heapabs-baseline", 1);
  for (unsigned i = 0; i < all.count; i++)
    if (!all.at[i].is_suppressed)
      json_array_append_new(list, entry_of(&all.at[i], root));
  json_object_set_new(baseline, "findings", list);
  char *text = json_dumps(baseline, JSON_INDENT(1));
  json_decref(baseline);
  const char *copy = ha_arena_printf(arena, "%s\n", text ? text : "");
  free(text);
  return copy;
}
