/* The JSON of a function (docs/json.md, docs/schema/heapabs.schema.json). */
#include "../gcl/graph.h"
#include "js.h"
#include "report.h"
#include "where.h"
#include <string.h>

static json_t *strings(const char *const *texts, unsigned count) {
  json_t *array = json_array();
  for (unsigned i = 0; i < count; i++)
    json_array_append_new(array, ha_js_string(texts[i]));
  return array;
}

static void set_line(json_t *object, const struct ha_program *program, ha_pos pos) {
  const struct ha_pos_row *row = ha_where_get(program, pos);
  ha_js_set_int(object, "line", row->line);
  ha_js_set_int(object, "column", row->column);
}

static void set_place(json_t *object, const struct ha_program *program, ha_pos pos) {
  const struct ha_pos_row *row = ha_where_get(program, pos);
  ha_js_set_text(object, "file", row->file);
  set_line(object, program, pos);
  ha_js_set_text(object, "function", row->function);
}

/* Just behind the last character, where the range is known. */
static void set_end(json_t *object, const struct ha_program *program, ha_pos pos) {
  const struct ha_pos_row *row = ha_where_get(program, pos);
  if (!row->end_line)
    return;
  ha_js_set_int(object, "end_line", row->end_line);
  ha_js_set_int(object, "end_column", row->end_column);
}

/* ---- heaps ---- */

static json_t *slot(const struct ha_graph_slot *s) {
  json_t *object = json_object();
  ha_js_set_text(object, "name", s->name);
  if (s->is_null)
    json_object_set_new(object, "to", json_null());
  if (s->to)
    ha_js_set_text(object, "to", s->to);
  if (s->value)
    ha_js_set_text(object, "value", s->value);
  return object;
}

static json_t *slots(const struct ha_graph_slot *at, unsigned count) {
  json_t *array = json_array();
  for (unsigned i = 0; i < count; i++)
    json_array_append_new(array, slot(&at[i]));
  return array;
}

static json_t *graph(const struct ha_graph *g) {
  static const struct ha_graph empty;
  g = g ? g : &empty;
  json_t *object = json_object(), *nodes = json_array();
  json_object_set_new(object, "vars", slots(g->vars.at, g->vars.count));
  for (unsigned i = 0; i < g->nodes.count; i++) {
    const struct ha_graph_node *n = &g->nodes.at[i];
    json_t *node = json_object();
    ha_js_set_text(node, "id", n->id);
    ha_js_set_text(node, "type", n->type);
    ha_js_set_text(node, "state", n->state);
    json_object_set_new(node, "fields", slots(n->fields.at, n->fields.count));
    json_array_append_new(nodes, node);
  }
  json_object_set_new(object, "nodes", nodes);
  return object;
}

static json_t *trace(const struct ha_program *program,
                     const struct ha_witness *witness) {
  json_t *array = json_array();
  for (unsigned i = 0; witness && i < witness->steps.count; i++) {
    const struct ha_step *step = &witness->steps.at[i];
    json_t *object = json_object();
    set_place(object, program, step->pos);
    ha_js_set_text(object, "what", step->what);
    ha_js_set_text(object, "heap", step->heap);
    json_object_set_new(object, "graph", graph(step->graph));
    json_array_append_new(array, object);
  }
  return array;
}

/* ---- findings ---- */

static json_t *notes(const struct ha_program *program,
                     const struct ha_diagnostic *diagnostic) {
  json_t *array = json_array();
  for (unsigned i = 0; i < diagnostic->notes.count; i++) {
    const struct ha_note *note = &diagnostic->notes.at[i];
    json_t *object = json_object();
    set_place(object, program, note->pos ? note->pos : diagnostic->pos);
    ha_js_set_text(object, "message", note->message);
    json_array_append_new(array, object);
  }
  return array;
}

static json_t *reproducer(struct ha_arena *arena, const struct ha_result *result,
                          ha_check check, const struct ha_repro_options *options) {
  const char *text =
      options ? ha_report_reproducer(arena, result, check, options) : NULL;
  if (!text)
    return json_null();
  json_t *object = json_object();
  ha_js_set_text(object, "name",
                 ha_report_reproducer_name(arena, result, check, options->source));
  ha_js_set_text(object, "text", text);
  return object;
}

/* What a refuted check is to its reader; document.c adds what only the whole unit
 * knows. */
static json_t *finding(struct ha_arena *arena, const struct ha_result *result,
                       ha_check check, const struct ha_repro_options *options) {
  const struct ha_diagnostic *diagnostic = ha_report_diagnostic(arena, result, check);
  const struct ha_program *program = result->program;
  json_t *object = json_object();
  set_place(object, program, diagnostic->pos);
  set_end(object, program, diagnostic->pos);
  ha_js_set_text(object, "rule",
                 ha_arena_printf(arena, "heapabs-%s", ha_check_id[diagnostic->kind]));
  ha_js_set_int(object, "cwe", ha_check_cwe[diagnostic->kind]);
  ha_js_set_text(object, "message", diagnostic->message);
  json_object_set_new(object, "notes", notes(program, diagnostic));
  json_object_set_new(object, "reproducer", reproducer(arena, result, check, options));
  return object;
}

/* ---- checks and functions ---- */

static json_t *abstract_trace(const struct ha_result *result,
                              const struct ha_check_result *found) {
  json_t *array = json_array();
  for (unsigned i = 0; i < found->abstract.count; i++) {
    const struct ha_abstract_state *state = &found->abstract.at[i];
    json_t *object = json_object();
    set_line(object, result->program, result->program->locs.at[state->loc].pos);
    ha_js_set_text(object, "formula", state->says);
    json_array_append_new(array, object);
  }
  return array;
}

static json_t *check(struct ha_arena *arena, const struct ha_result *result,
                     ha_check id, const struct ha_repro_options *options) {
  const struct ha_program *program = result->program;
  const struct ha_check_row *row = &program->checks.at[id];
  const struct ha_check_result *found = &result->checks[id];
  json_t *object = json_object();
  ha_js_set_int(object, "id", id);
  ha_js_set_text(object, "kind", ha_check_id[row->kind]);
  set_place(object, program, row->pos);
  ha_js_set_text(object, "text", row->text);
  ha_js_set_text(object, "verdict", ha_verdict_text[found->verdict]);
  ha_js_set_text(object, "engine", found->engine);
  ha_js_set_text(object, "why", found->why);
  json_object_set_new(object, "trace", trace(program, found->witness));
  if (found->verdict == HA_UNKNOWN && found->abstract.count)
    json_object_set_new(object, "abstract_trace", abstract_trace(result, found));
  if (found->verdict == HA_REFUTED)
    json_object_set_new(object, "finding", finding(arena, result, id, options));
  return object;
}

static json_t *checks(struct ha_arena *arena, const struct ha_result *result,
                      const struct ha_repro_options *options) {
  json_t *array = json_array();
  for (ha_check id = 1; id < result->program->checks.count; id++)
    json_array_append_new(array, check(arena, result, id, options));
  return array;
}

static json_t *invariants(const struct ha_result *result) {
  json_t *array = json_array();
  for (unsigned i = 0; i < result->invariants.count; i++) {
    const struct ha_invariant *invariant = &result->invariants.at[i];
    const struct ha_loc_row *loc = &result->program->locs.at[invariant->loc];
    json_t *object = json_object();
    set_line(object, result->program, loc->pos);
    ha_js_set_text(object, "formula", invariant->formula);
    if (invariant->background)
      ha_js_set_text(object, "background", invariant->background);
    json_array_append_new(array, object);
  }
  return array;
}

static json_t *attempts(const struct ha_result *result) {
  json_t *array = json_array();
  for (unsigned i = 0; i < result->attempts.count; i++) {
    const struct ha_attempt *attempt = &result->attempts.at[i];
    json_t *object = json_object();
    ha_js_set_text(object, "engine", attempt->engine);
    json_object_set_new(object, "ms", ha_js_ms(attempt->ms));
    ha_js_set_int(object, "queries", (long long)attempt->queries);
    ha_js_set_int(object, "proved", attempt->proved);
    ha_js_set_int(object, "refuted", attempt->refuted);
    ha_js_set_int(object, "left", attempt->left);
    ha_js_set_int(object, "frames", attempt->frames);
    ha_js_set_int(object, "clauses", attempt->clauses);
    json_array_append_new(array, object);
  }
  return array;
}

static json_t *limitations(const struct ha_program *program) {
  json_t *array = json_array();
  for (unsigned i = 0; i < program->limitations.count; i++) {
    const struct ha_limitation *limitation = &program->limitations.at[i];
    if (!limitation->what) /* row 0 */
      continue;
    json_t *object = json_object();
    set_place(object, program, limitation->pos);
    ha_js_set_text(object, "what", limitation->what);
    json_array_append_new(array, object);
  }
  return array;
}

char *ha_report_json(struct ha_arena *arena, const struct ha_result *result,
                     const struct ha_repro_options *options) {
  const struct ha_program *program = result->program;
  const struct ha_pos_row *place =
      ha_where_get(program, program->locs.at[program->entry].pos);
  json_t *object = json_object();
  ha_js_set_text(object, "name", program->name);
  ha_js_set_text(object, "file", place->file);
  ha_js_set_int(object, "line", place->line);
  ha_js_set_text(object, "verdict", ha_verdict_text[result->verdict]);
  ha_js_set_text(object, "engine", result->engine);
  ha_js_set_text(object, "why", result->why);
  json_object_set_new(object, "ms", ha_js_ms(result->ms));
  ha_js_set_int(object, "queries", (long long)result->queries);
  ha_js_set_int(object, "cache_hits", (long long)result->cache_hits);
  json_object_set_new(object, "attempts", attempts(result));
  json_object_set_new(object, "invariants", invariants(result));
  json_object_set_new(
      object, "inferred_requires",
      strings(result->inferred_requires.at, result->inferred_requires.count));
  json_object_set_new(object, "assumes",
                      strings(result->assumes.at, result->assumes.count));
  json_object_set_new(object, "certificate",
                      result->certificate ? json_string(result->certificate)
                                          : json_null());
  if (result->uncertified)
    ha_js_set_text(object, "uncertified", result->uncertified);
  json_object_set_new(object, "limitations", limitations(program));
  json_object_set_new(object, "checks", checks(arena, result, options));
  char *text = ha_js_dump(arena, object);
  json_decref(object);
  return text;
}

char *ha_report_json_missing(struct ha_arena *arena, const char *function,
                             const char *why) {
  json_t *object = json_object();
  ha_js_set_text(object, "name", function);
  ha_js_set_text(object, "file", "");
  ha_js_set_int(object, "line", 0);
  ha_js_set_text(object, "verdict", ha_verdict_text[HA_UNKNOWN]);
  ha_js_set_text(object, "engine", "none");
  ha_js_set_text(object, "why", why);
  json_object_set_new(object, "ms", ha_js_ms(0));
  ha_js_set_int(object, "queries", 0);
  ha_js_set_int(object, "cache_hits", 0);
  static const char *const lists[] = {"attempts", "invariants",  "inferred_requires",
                                      "assumes",  "limitations", "checks"};
  for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++)
    json_object_set_new(object, lists[i], json_array());
  char *text = ha_js_dump(arena, object);
  json_decref(object);
  return text;
}
