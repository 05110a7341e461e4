/* One finding as a SARIF result. */
#include "rules.h"
#include "sarif_impl.h"
#include <string.h>

static json_t *array_of(json_t *element) {
  json_t *array = json_array();
  json_array_append_new(array, element);
  return array;
}

static json_t *wrap(const char *key, json_t *value) {
  json_t *object = json_object();
  json_object_set_new(object, key, value);
  return object;
}

/* The heap of a step stands in `state`, by variable, and whole as graph number
 * `index` of the result. */
static json_t *state(struct ha_sarif *sarif, const json_t *step) {
  json_t *object = json_object();
  json_object_set_new(object, "heap",
                      ha_sarif_message(sarif, ha_js_text(step, "heap")));
  return object;
}

static json_t *flow_location(struct ha_sarif *sarif, const struct ha_found *found,
                             const json_t *step, size_t index, bool is_last) {
  json_t *object = json_object();
  json_t *location = ha_sarif_location(sarif, found->unit, step);
  const char *what =
      ha_js_text(is_last ? found->finding : step, is_last ? "message" : "what");
  json_object_set_new(location, "message", ha_sarif_message(sarif, what));
  json_object_set_new(object, "location", location);
  json_object_set_new(object, "state", state(sarif, step));
  ha_js_set_int(object, "executionOrder", (long long)index + 1);
  ha_js_set_int(object, "nestingLevel",
                !ha_js_is(found->function, "name", ha_js_text(step, "function")));
  ha_js_set_text(object, "importance", is_last ? "essential" : "important");
  json_object_set_new(object, "properties",
                      wrap("graphIndex", json_integer((json_int_t)index)));
  return object;
}

static json_t *code_flows(struct ha_sarif *sarif, const struct ha_found *found) {
  json_t *locations = json_array(), *trace = ha_js_array(found->check, "trace"), *step;
  size_t index, count = json_array_size(trace);
  json_array_foreach(trace, index, step) json_array_append_new(
      locations, flow_location(sarif, found, step, index, index + 1 == count));
  json_t *thread = wrap("locations", locations);
  return array_of(wrap("threadFlows", array_of(thread)));
}

static json_t *graphs(struct ha_sarif *sarif, const struct ha_found *found) {
  json_t *array = json_array(), *step;
  size_t index;
  json_array_foreach(ha_js_array(found->check, "trace"), index, step)
      json_array_append_new(array, ha_sarif_graph(sarif, json_object_get(step, "graph"),
                                                  (unsigned)index + 1));
  return array;
}

static json_t *related(struct ha_sarif *sarif, const struct ha_found *found) {
  json_t *array = json_array(), *note;
  size_t index;
  json_array_foreach(ha_js_array(found->finding, "notes"), index, note) {
    json_t *location = ha_sarif_location(sarif, found->unit, note);
    ha_js_set_int(location, "id", (long long)index);
    json_object_set_new(location, "message",
                        ha_sarif_message(sarif, ha_js_text(note, "message")));
    json_array_append_new(array, location);
  }
  return array;
}

static json_t *suppressions(struct ha_sarif *sarif, const struct ha_found *found) {
  const json_t *suppressed = json_object_get(found->finding, "suppressed");
  json_t *array = json_array();
  if (!json_is_object(suppressed))
    return array;
  bool external = ha_js_is(suppressed, "by", "baseline");
  json_t *object = json_object();
  ha_js_set_text(object, "kind", external ? "external" : "inSource");
  ha_js_set_text(object, "status", "accepted");
  ha_js_set_text(object, "justification", ha_js_text(suppressed, "why"));
  if (!external && ha_js_int(suppressed, "line"))
    json_object_set_new(object, "location",
                        ha_sarif_location(sarif, found->unit, suppressed));
  json_array_append_new(array, object);
  return array;
}

static json_t *taxa(enum ha_check_kind kind) {
  json_t *taxon = json_object();
  char id[16];
  snprintf(id, sizeof id, "%d", ha_check_cwe[kind]);
  ha_js_set_text(taxon, "id", id);
  json_object_set_new(taxon, "toolComponent", wrap("name", json_string("CWE")));
  return array_of(taxon);
}

static json_t *properties(const struct ha_found *found) {
  static const char *const keys[] = {"inferred_requires", "assumes"};
  json_t *object = json_object();
  ha_js_set_text(object, "engine", ha_js_text(found->check, "engine"));
  for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
    json_object_set(object, keys[i], json_object_get(found->function, keys[i]));
  const json_t *reproducer = json_object_get(found->finding, "reproducer");
  if (json_is_object(reproducer))
    ha_js_set_text(object, "reproducer", ha_js_text(reproducer, "text"));
  return object;
}

json_t *ha_sarif_result(struct ha_sarif *sarif, const struct ha_found *found,
                        unsigned occurrence) {
  const char *id = ha_js_text(found->finding, "rule");
  enum ha_check_kind kind = ha_rule_find(id);
  json_t *result = json_object();
  ha_js_set_text(result, "ruleId", id);
  ha_js_set_int(result, "ruleIndex", kind);
  ha_js_set_text(result, "kind", "fail");
  ha_js_set_text(result, "level", ha_rule_get(kind)->level);
  json_object_set_new(result, "message",
                      ha_sarif_message(sarif, ha_js_text(found->finding, "message")));
  json_object_set_new(result, "locations",
                      array_of(ha_sarif_location(sarif, found->unit, found->finding)));
  json_object_set_new(result, "relatedLocations", related(sarif, found));
  json_object_set_new(result, "codeFlows", code_flows(sarif, found));
  json_object_set_new(result, "graphs", graphs(sarif, found));
  const char *fingerprint = ha_arena_printf(
      sarif->arena, "%s:%u", ha_js_text(found->finding, "fingerprint"), occurrence);
  json_object_set_new(result, "partialFingerprints",
                      wrap("heapabs/v1", ha_js_string(fingerprint)));
  json_object_set_new(result, "suppressions", suppressions(sarif, found));
  json_object_set_new(result, "taxa", taxa(kind));
  json_object_set_new(result, "properties", properties(found));
  return result;
}
