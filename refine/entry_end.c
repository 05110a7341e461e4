/* Rule 2, a ring's end marker: a record that begins as the node does, links included,
 * and ends earlier, so that no memory is spent on what only nodes have.
 *
 *   struct end { unsigned value; struct item *next, *prev; };   (and item: …, *owner)
 *
 * The rings through it are not built by heapgen.h, whose nodes are of one type: what
 * leads into them is OPAQUE, so that no counterexample rests on it. */
#include "entry_rules.h"
#include <string.h>

static bool is_short_node(const struct ha_types *types, ha_type type, ha_type node) {
  const struct ha_type_info *a = ha_type_get(types, type);
  const struct ha_type_info *b = ha_type_get(types, node);
  bool links = false;
  if (a->kind != HA_TYPE_RECORD || type == node || a->fields >= b->fields)
    return false;
  for (unsigned i = 0; i < a->fields; i++) {
    const struct ha_field_info *f = ha_field_get(types, a->first + i);
    const struct ha_field_info *g = ha_field_get(types, b->first + i);
    if (f->offset != g->offset || f->type != g->type || strcmp(f->name, g->name))
      return false;
    links |= ha_entry_pointee(types, f->type) == node;
  }
  return links;
}

static void hide(struct ha_entry *entry, const struct ha_types *types, ha_type record,
                 ha_type node) {
  const struct ha_type_info *info = ha_type_get(types, record);
  for (ha_field f = info->first; f < info->first + info->fields; f++)
    if (ha_entry_pointee(types, ha_field_get(types, f)->type) == node)
      entry->fields[f].role = HA_ROLE_OPAQUE;
}

static ha_type short_node_in(const struct ha_types *types, ha_type record,
                             ha_type node) {
  const struct ha_type_info *info = ha_type_get(types, record);
  for (ha_field f = info->first; f < info->first + info->fields; f++)
    if (is_short_node(types, ha_field_get(types, f)->type, node))
      return ha_field_get(types, f)->type;
  return 0;
}

void ha_entry_end(struct ha_entry *entry, const struct ha_types *types, ha_type node) {
  for (ha_type t = 1; t < ha_types_count(types); t++) {
    bool is_met = entry->met[t] && ha_type_get(types, t)->kind == HA_TYPE_RECORD;
    ha_type end = is_met ? short_node_in(types, t, node) : 0;
    if (!end)
      continue;
    hide(entry, types, t, node);
    hide(entry, types, end, node);
    hide(entry, types, node, node);
  }
}
