#include "document.h"
#include "../gcl/arena.h"
#include "fingerprint.h"
#include "js.h"
#include "source.h"
#include <stdlib.h>
#include <string.h>

/* ---- what only the unit knows of a finding ---- */

static bool is_reported(const struct ha_unit_summary *unit, const json_t *function,
                        const json_t *check) {
  for (unsigned i = 0; i < unit->reported_count; i++)
    if (ha_js_is(function, "name", unit->reported[i].function) &&
        ha_js_int(check, "id") == unit->reported[i].check)
      return true;
  return false;
}

static void complete_finding(struct ha_arena *arena, const struct ha_unit_summary *unit,
                             struct ha_sources *sources, const json_t *function,
                             const json_t *check) {
  json_t *finding = json_object_get(check, "finding");
  if (!finding)
    return;
  const struct ha_source *source = ha_sources_get(sources, ha_js_text(finding, "file"));
  const char *line = ha_source_line(source, (unsigned)ha_js_int(finding, "line"));
  bool reported = is_reported(unit, function, check);
  ha_js_set_text(finding, "fingerprint",
                 ha_fingerprint(arena, ha_js_text(function, "name"),
                                ha_js_text(finding, "rule"), line));
  json_object_set_new(finding, "reported", json_boolean(reported));
  json_object_set_new(finding, "suppressed", json_null());
}

static json_t *parse_functions(struct ha_arena *arena,
                               const struct ha_unit_summary *unit) {
  json_t *array = json_array();
  struct ha_sources *sources = ha_sources_new(arena, unit->directory);
  for (unsigned i = 0; i < unit->count; i++) {
    json_t *function = json_loads(unit->functions[i], 0, NULL), *check;
    if (!function)
      continue;
    size_t index;
    json_array_foreach(ha_js_array(function, "checks"), index, check)
        complete_finding(arena, unit, sources, function, check);
    json_array_append_new(array, function);
  }
  return array;
}

json_t *ha_document_new(struct ha_arena *arena, const struct ha_unit_summary *unit) {
  json_t *document = json_object();
  ha_js_set_int(document, "heapabs", 1);
  ha_js_set_text(document, "file", unit->file);
  ha_js_set_text(document, "directory", unit->directory);
  ha_js_set_int(document, "skipped", unit->skipped);
  json_object_set_new(document, "ms", ha_js_ms(unit->ms));
  json_object_set_new(document, "functions", parse_functions(arena, unit));
  return document;
}

json_t *ha_document_parse(struct ha_arena *arena, const char *text,
                          const char **error) {
  json_error_t where;
  json_t *document = json_loads(text, 0, &where);
  if (!document)
    *error = ha_arena_printf(arena, "line %d: %s", where.line, where.text);
  else if (ha_js_int(document, "heapabs") != 1 || !ha_js_array(document, "functions"))
    *error = "this is no report of heapabs";
  else
    return document;
  json_decref(document);
  return NULL;
}

void ha_document_free(json_t *document) { json_decref(document); }

/* ---- as text ---- */

struct text {
  struct ha_arena *arena;
  HA_VEC(char) bytes;
};

static void put(struct text *text, const char *bytes) {
  for (; *bytes; bytes++)
    HA_PUSH(text->arena, text->bytes, *bytes);
}

static void put_lines(struct text *text, const json_t *array) {
  size_t index, count = json_array_size(array);
  const json_t *element;
  put(text, "[\n");
  json_array_foreach(array, index, element) {
    put(text, ha_js_dump(text->arena, element));
    put(text, index + 1 < count ? ",\n" : "\n");
  }
  put(text, "]");
}

char *ha_document_text(struct ha_arena *arena, const json_t *document) {
  struct text text = {.arena = arena};
  const char *key;
  json_t *value;
  put(&text, "{");
  json_object_foreach((json_t *)document, key, value) {
    put(&text, text.bytes.count > 1 ? "," : "");
    put(&text, ha_arena_printf(arena, "\"%s\":", key));
    if (strcmp(key, "functions"))
      put(&text, ha_js_dump(arena, value));
    else
      put_lines(&text, value);
  }
  put(&text, "}\n");
  HA_PUSH(arena, text.bytes, '\0');
  return text.bytes.at;
}
