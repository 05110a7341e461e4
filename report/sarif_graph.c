/* A heap as a SARIF graph: a node for each block and each pointer variable, an edge for
 * each pointer; what is no pointer is a property of its node. */
#include "sarif_impl.h"
#include <string.h>

struct drawing {
  struct ha_sarif *sarif;
  json_t *nodes, *edges, *values;
  unsigned edge;
  bool has_null;
};

static json_t *add_node(struct drawing *d, const char *id, const char *label) {
  json_t *node = json_object();
  ha_js_set_text(node, "id", id);
  json_object_set_new(node, "label", ha_sarif_message(d->sarif, label));
  json_array_append_new(d->nodes, node);
  return node;
}

static void add_edge(struct drawing *d, const char *from, const char *label,
                     const char *to) {
  json_t *edge = json_object();
  ha_js_set_text(edge, "id", ha_arena_printf(d->sarif->arena, "e%u", d->edge++));
  json_object_set_new(edge, "label", ha_sarif_message(d->sarif, label));
  ha_js_set_text(edge, "sourceNodeId", from);
  ha_js_set_text(edge, "targetNodeId", to);
  json_array_append_new(d->edges, edge);
}

/* An edge for a pointer, else an entry in `values`. */
static void add_slot(struct drawing *d, const char *from, const json_t *slot,
                     json_t *values) {
  const json_t *to = json_object_get(slot, "to");
  const char *value = ha_js_text(slot, "value");
  if (!to) {
    ha_js_set_text(values, ha_js_text(slot, "name"), value);
    return;
  }
  d->has_null |= json_is_null(to);
  const char *label = ha_js_text(slot, "name");
  if (*value)
    label = ha_arena_printf(d->sarif->arena, "%s = %s", label, value);
  add_edge(d, from, label, json_is_null(to) ? "null" : json_string_value(to));
}

static void add_variable(struct drawing *d, const json_t *var) {
  const char *name = ha_js_text(var, "name");
  const char *id = ha_arena_printf(d->sarif->arena, "var:%s", name);
  if (json_object_get(var, "to"))
    add_node(d, id, name);
  add_slot(d, id, var, d->values);
}

static void add_block(struct drawing *d, const json_t *block) {
  const char *id = ha_js_text(block, "id");
  json_t *node = add_node(d, id, id), *properties = json_object();
  json_t *fields = json_object(), *field;
  size_t index;
  json_array_foreach(ha_js_array(block, "fields"), index, field)
      add_slot(d, id, field, fields);
  ha_js_set_text(properties, "type", ha_js_text(block, "type"));
  ha_js_set_text(properties, "state", ha_js_text(block, "state"));
  json_object_set_new(properties, "fields", fields);
  json_object_set_new(node, "properties", properties);
}

json_t *ha_sarif_graph(struct ha_sarif *sarif, const json_t *graph, unsigned step) {
  struct drawing d = {.sarif = sarif,
                      .nodes = json_array(),
                      .edges = json_array(),
                      .values = json_object()};
  size_t index;
  const json_t *item;
  json_array_foreach(ha_js_array(graph, "vars"), index, item) add_variable(&d, item);
  json_array_foreach(ha_js_array(graph, "nodes"), index, item) add_block(&d, item);
  if (d.has_null)
    add_node(&d, "null", "NULL");
  json_t *object = json_object(), *properties = json_object();
  json_object_set_new(
      object, "description",
      ha_sarif_message(sarif, ha_arena_printf(sarif->arena, "heap at step %u", step)));
  json_object_set_new(object, "nodes", d.nodes);
  json_object_set_new(object, "edges", d.edges);
  json_object_set_new(properties, "variables", d.values);
  json_object_set_new(object, "properties", properties);
  return object;
}
