#include "sarif.h"
#include "path.h"
#include "sarif_impl.h"
#include "source.h"
#include <stdlib.h>
#include <string.h>

static void append(json_t *object, const char *key, json_t *value) {
  json_object_set_new(object, key, value);
}

/* A function that broke down: the log must not look as if nothing were wrong with it.
 */
static json_t *notification(struct ha_sarif *sarif, const json_t *unit,
                            const json_t *function) {
  json_t *object = json_object(), *locations = json_array(), *place = json_object();
  ha_js_set_text(object, "level", "warning");
  append(object, "message",
         ha_sarif_message(sarif, ha_arena_printf(sarif->arena, "'%s' is unknown: %s",
                                                 ha_js_text(function, "name"),
                                                 ha_js_text(function, "why"))));
  ha_js_set_text(place, "file", ha_js_text(unit, "file"));
  json_array_append_new(locations, ha_sarif_location(sarif, unit, place));
  json_decref(place);
  append(object, "locations", locations);
  return object;
}

struct totals {
  unsigned proved, refuted, unknown, skipped;
};

static void count(struct totals *totals, const json_t *function) {
  totals->proved += ha_js_is(function, "verdict", "proved");
  totals->refuted += ha_js_is(function, "verdict", "refuted");
  totals->unknown += ha_js_is(function, "verdict", "unknown");
}

static json_t *invocations(struct ha_sarif *sarif, const json_t *const *units,
                           unsigned unit_count, struct totals *totals) {
  json_t *array = json_array(), *object = json_object(), *notes = json_array();
  for (unsigned i = 0; i < unit_count; i++) {
    size_t index;
    const json_t *function;
    totals->skipped += (unsigned)ha_js_int(units[i], "skipped");
    json_array_foreach(ha_js_array(units[i], "functions"), index, function) {
      count(totals, function);
      if (!ha_js_int(function, "line"))
        json_array_append_new(notes, notification(sarif, units[i], function));
    }
  }
  append(object, "executionSuccessful", json_true());
  append(object, "toolExecutionNotifications", notes);
  json_array_append_new(array, object);
  return array;
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static json_t *artifacts(struct ha_sarif *sarif, const json_t *const *units,
                         unsigned unit_count) {
  const char **paths = ha_arena_alloc(sarif->arena, (unit_count + 1) * sizeof *paths);
  for (unsigned i = 0; i < unit_count; i++)
    paths[i] = ha_path_absolute(sarif->arena, ha_js_text(units[i], "directory"),
                                ha_js_text(units[i], "file"));
  qsort(paths, unit_count, sizeof *paths, by_name);
  json_t *array = json_array();
  for (unsigned i = 0; i < unit_count; i++) {
    if (i && !strcmp(paths[i - 1], paths[i]))
      continue;
    json_t *artifact = json_object(), *roles = json_array();
    append(artifact, "location", ha_sarif_artifact(sarif, paths[i]));
    json_array_append_new(roles, json_string("analysisTarget"));
    append(artifact, "roles", roles);
    ha_js_set_text(artifact, "sourceLanguage", "c");
    json_array_append_new(array, artifact);
  }
  return array;
}

static json_t *results(struct ha_sarif *sarif, const json_t *const *units,
                       unsigned unit_count) {
  struct ha_findings all = ha_findings_of(sarif->arena, units, unit_count);
  json_t *array = json_array();
  for (unsigned i = 0; i < all.count; i++) {
    unsigned occurrence = 1;
    for (unsigned k = 0; k < i; k++)
      occurrence += ha_js_is(all.at[k].finding, "fingerprint",
                             ha_js_text(all.at[i].finding, "fingerprint"));
    json_array_append_new(array, ha_sarif_result(sarif, &all.at[i], occurrence));
  }
  return array;
}

static json_t *bases(struct ha_sarif *sarif) {
  json_t *object = json_object(), *root = json_object();
  const char *uri = ha_sarif_file_uri(sarif->arena, sarif->options->root);
  bool closed = uri[strlen(uri) - 1] == '/';
  ha_js_set_text(root, "uri",
                 ha_arena_printf(sarif->arena, "%s%s", uri, closed ? "" : "/"));
  append(object, "SRCROOT", root);
  return object;
}

static json_t *properties(const struct totals *totals) {
  json_t *object = json_object();
  ha_js_set_int(object, "proved", totals->proved);
  ha_js_set_int(object, "refuted", totals->refuted);
  ha_js_set_int(object, "unknown", totals->unknown);
  ha_js_set_int(object, "skipped", totals->skipped);
  return object;
}

static json_t *run_of(struct ha_sarif *sarif, const json_t *const *units,
                      unsigned unit_count) {
  struct totals totals = {0};
  json_t *run = json_object();
  append(run, "tool", ha_sarif_tool(sarif));
  append(run, "invocations", invocations(sarif, units, unit_count, &totals));
  append(run, "originalUriBaseIds", bases(sarif));
  append(run, "artifacts", artifacts(sarif, units, unit_count));
  append(run, "columnKind", json_string("unicodeCodePoints"));
  append(run, "results", results(sarif, units, unit_count));
  append(run, "taxonomies", ha_sarif_weaknesses(sarif));
  append(run, "properties", properties(&totals));
  return run;
}

char *ha_report_sarif(struct ha_arena *arena, const json_t *const *units,
                      unsigned unit_count, const struct ha_sarif_options *options) {
  struct ha_sarif sarif = {
      .arena = arena, .options = options, .sources = ha_sources_new(arena, "")};
  json_t *log = json_object(), *runs = json_array();
  ha_js_set_text(log, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  ha_js_set_text(log, "version", "2.1.0");
  json_array_append_new(runs, run_of(&sarif, units, unit_count));
  append(log, "runs", runs);
  char *text = json_dumps(log, JSON_INDENT(1));
  json_decref(log);
  char *copy = ha_arena_printf(arena, "%s\n", text ? text : "");
  free(text);
  return copy;
}
