/* Places: URIs, regions, logical locations. */
#include "path.h"
#include "sarif_impl.h"
#include "source.h"
#include <ctype.h>
#include <string.h>

json_t *ha_sarif_message(struct ha_sarif *sarif, const char *text) {
  char *escaped = ha_arena_alloc(sarif->arena, 2 * strlen(text) + 1), *end = escaped;
  for (; *text; text++) {
    if (*text == '{' || *text == '}')
      *end++ = *text;
    *end++ = *text;
  }
  json_t *message = json_object();
  ha_js_set_text(message, "text", escaped);
  return message;
}

static const char *encode(struct ha_arena *arena, const char *path) {
  static const char digits[] = "0123456789ABCDEF";
  char *uri = ha_arena_alloc(arena, 3 * strlen(path) + 1), *end = uri;
  for (; *path; path++) {
    unsigned char c = (unsigned char)*path;
    if (c < 0x80 && (isalnum(c) || strchr("/-._~", c))) {
      *end++ = (char)c;
    } else {
      *end++ = '%';
      *end++ = digits[c >> 4];
      *end++ = digits[c & 15];
    }
  }
  return uri;
}

const char *ha_sarif_file_uri(struct ha_arena *arena, const char *path) {
  return ha_arena_printf(arena, "file://%s", encode(arena, path));
}

json_t *ha_sarif_artifact(struct ha_sarif *sarif, const char *path) {
  const char *below = ha_path_below(sarif->options->root, path);
  json_t *artifact = json_object();
  ha_js_set_text(artifact, "uri",
                 below ? encode(sarif->arena, below)
                       : ha_sarif_file_uri(sarif->arena, path));
  if (below)
    ha_js_set_text(artifact, "uriBaseId", "SRCROOT");
  return artifact;
}

/* A byte's column as one of characters. */
static unsigned characters(const char *line, unsigned column) {
  unsigned count = 1;
  for (unsigned i = 1; i < column && *line; i++, line++)
    count += ((unsigned char)*line & 0xc0) != 0x80;
  return count;
}

static json_t *region(const struct ha_source *source, const json_t *place) {
  unsigned line = (unsigned)ha_js_int(place, "line");
  unsigned column = (unsigned)ha_js_int(place, "column");
  unsigned end_line = (unsigned)ha_js_int(place, "end_line");
  unsigned end_column = (unsigned)ha_js_int(place, "end_column");
  const char *text = ha_source_line(source, line);
  json_t *object = json_object(), *snippet = json_object();
  ha_js_set_int(object, "startLine", line);
  if (column)
    ha_js_set_int(object, "startColumn", characters(text, column));
  if (column && end_line >= line && end_column) {
    ha_js_set_int(object, "endLine", end_line);
    ha_js_set_int(object, "endColumn",
                  characters(ha_source_line(source, end_line), end_column));
  }
  ha_js_set_text(snippet, "text", text);
  json_object_set_new(object, "snippet", snippet);
  return object;
}

static json_t *logical(const char *function) {
  json_t *array = json_array(), *object = json_object();
  ha_js_set_text(object, "name", function);
  ha_js_set_text(object, "kind", "function");
  json_array_append_new(array, object);
  return array;
}

json_t *ha_sarif_location(struct ha_sarif *sarif, const json_t *unit,
                          const json_t *place) {
  json_t *location = json_object(), *physical = json_object();
  const char *path = ha_path_absolute(sarif->arena, ha_js_text(unit, "directory"),
                                      ha_js_text(place, "file"));
  json_object_set_new(physical, "artifactLocation", ha_sarif_artifact(sarif, path));
  if (ha_js_int(place, "line"))
    json_object_set_new(physical, "region",
                        region(ha_sources_get(sarif->sources, path), place));
  json_object_set_new(location, "physicalLocation", physical);
  if (*ha_js_text(place, "function"))
    json_object_set_new(location, "logicalLocations",
                        logical(ha_js_text(place, "function")));
  return location;
}
