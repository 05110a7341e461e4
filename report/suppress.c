#include "suppress.h"
#include "js.h"
#include "marks.h"
#include <string.h>

static const struct ha_mark *mark_at(struct ha_marks *marks, const json_t *place,
                                     const char *rule) {
  return ha_marks_find(marks, ha_js_text(place, "file"),
                       (unsigned)ha_js_int(place, "line"), rule);
}

static json_t *suppressed_by(const struct ha_mark *mark) {
  json_t *object = json_object();
  ha_js_set_text(object, "by", mark->by ? mark->by : "comment");
  ha_js_set_text(object, "file", mark->file);
  ha_js_set_int(object, "line", mark->line);
  ha_js_set_text(object, "why", mark->why);
  return object;
}

/* At the report, else at the step nearest to the failure. */
static void visit_finding(struct ha_marks *marks, const json_t *check,
                          json_t *finding) {
  const char *rule = ha_js_text(finding, "rule");
  const json_t *trace = ha_js_array(check, "trace");
  const struct ha_mark *mark = mark_at(marks, finding, rule);
  for (size_t i = json_array_size(trace); !mark && i-- > 0;)
    mark = mark_at(marks, json_array_get(trace, i), rule);
  if (mark)
    json_object_set_new(finding, "suppressed", suppressed_by(mark));
}

static void visit_check(struct ha_marks *marks, const json_t *check) {
  json_t *finding = json_object_get(check, "finding");
  if (finding) {
    visit_finding(marks, check, finding);
  } else if (ha_js_is(check, "verdict", "unknown")) {
    char rule[64] = "heapabs-";
    strncat(rule, ha_js_text(check, "kind"), sizeof rule - strlen(rule) - 1);
    mark_at(marks, check, rule);
  }
}

/* A function that broke down has no checks and no line. */
static bool is_lost(const json_t *function) {
  return ha_js_is(function, "verdict", "unknown") && !ha_js_int(function, "line");
}

static json_t *list(const struct ha_marks *marks, bool complete) {
  json_t *array = json_array();
  for (unsigned i = 0; i < ha_marks_count(marks); i++) {
    const struct ha_mark *mark = ha_marks_get(marks, i);
    if (!mark->used && (!complete || !ha_mark_is_ours(mark)))
      continue;
    json_t *object = json_object();
    ha_js_set_text(object, "file", mark->file);
    ha_js_set_int(object, "line", mark->line);
    ha_js_set_text(object, "text", mark->text);
    json_object_set_new(object, "used", json_boolean(mark->used));
    json_array_append_new(array, object);
  }
  return array;
}

void ha_suppress(json_t *document, struct ha_marks *marks, bool complete) {
  size_t i, k;
  const json_t *function, *check;
  ha_marks_read(marks, ha_js_text(document, "file"));
  json_array_foreach(ha_js_array(document, "functions"), i, function) {
    complete = complete && !is_lost(function);
    json_array_foreach(ha_js_array(function, "checks"), k, check)
        visit_check(marks, check);
  }
  json_object_set_new(document, "suppressions", list(marks, complete));
}

bool ha_suppress_is(const json_t *document, const char *function, unsigned check) {
  size_t i, k;
  const json_t *f, *c;
  json_array_foreach(ha_js_array(document, "functions"), i, f) {
    if (!ha_js_is(f, "name", function))
      continue;
    json_array_foreach(ha_js_array(f, "checks"), k, c) {
      const json_t *finding = json_object_get(c, "finding");
      if (ha_js_int(c, "id") == check)
        return json_is_object(json_object_get(finding, "suppressed"));
    }
  }
  return false;
}

bool ha_suppress_is_useless(const json_t *document, const struct ha_mark *mark) {
  size_t i;
  const json_t *entry;
  if (!ha_js_is(document, "file", mark->file))
    return false;
  json_array_foreach(ha_js_array(document, "suppressions"), i,
                     entry) if (json_is_false(json_object_get(entry, "used")) &&
                                ha_js_is(entry, "file", mark->file) &&
                                ha_js_int(entry, "line") == mark->line) return true;
  return false;
}
