#include "findings.h"
#include "../gcl/arena.h"
#include "js.h"
#include "path.h"
#include <stdlib.h>
#include <string.h>

typedef HA_VEC(struct ha_found) found_list;

static void add_function(struct ha_arena *arena, found_list *list, const json_t *unit,
                         const json_t *function) {
  size_t index;
  const json_t *check;
  json_array_foreach(ha_js_array(function, "checks"), index, check) {
    const json_t *finding = json_object_get(check, "finding");
    if (!json_is_true(json_object_get(finding, "reported")))
      continue;
    struct ha_found found = {.unit = unit,
                             .function = function,
                             .check = check,
                             .finding = finding,
                             .path =
                                 ha_path_absolute(arena, ha_js_text(unit, "directory"),
                                                  ha_js_text(finding, "file")),
                             .line = (unsigned)ha_js_int(finding, "line"),
                             .column = (unsigned)ha_js_int(finding, "column")};
    found.is_suppressed = json_is_object(json_object_get(finding, "suppressed"));
    HA_PUSH(arena, *list, found);
  }
}

static int by_place(const struct ha_found *a, const struct ha_found *b) {
  int order = strcmp(a->path, b->path);
  if (!order)
    order = (a->line > b->line) - (a->line < b->line);
  if (!order)
    order = (a->column > b->column) - (a->column < b->column);
  if (!order)
    order = strcmp(ha_js_text(a->finding, "rule"), ha_js_text(b->finding, "rule"));
  return order;
}

/* Total: equal findings of two units come in the order of the units' names. */
static int compare(const void *left, const void *right) {
  const struct ha_found *a = left, *b = right;
  int order = by_place(a, b);
  if (!order)
    order = a->is_suppressed - b->is_suppressed;
  if (!order)
    order = strcmp(ha_js_text(a->unit, "file"), ha_js_text(b->unit, "file"));
  return order;
}

struct ha_findings ha_findings_of(struct ha_arena *arena,
                                  const struct json_t *const *units, unsigned count) {
  found_list list = {0};
  for (unsigned i = 0; i < count; i++) {
    size_t index;
    const json_t *function;
    json_array_foreach(ha_js_array(units[i], "functions"), index, function)
        add_function(arena, &list, units[i], function);
  }
  if (list.count)
    qsort(list.at, list.count, sizeof *list.at, compare);
  unsigned kept = 0;
  for (unsigned i = 0; i < list.count; i++)
    if (!kept || by_place(&list.at[kept - 1], &list.at[i]))
      list.at[kept++] = list.at[i];
  return (struct ha_findings){.at = list.at, .count = kept};
}
