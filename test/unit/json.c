/* The JSON of a result, byte for byte, and of units around it. */
#include "gcl/graph.h"
#include "report/document.h"
#include "report/report.h"
#include "report_fixture.h"

static void expect_json(const char *json, const char *expected) {
  if (strcmp(json, expected))
    printf("got      %s\nexpected %s\n", json, expected);
  EXPECT(!strcmp(json, expected));
}

static void test_function(void) {
  struct fixture f;
  fixture_init(&f, NULL);
  HA_PUSH(f.arena, f.result.inferred_requires, "x != null");
  HA_PUSH(f.arena, f.result.assumes, "list(next, x)");
  HA_PUSH(f.arena, f.program->limitations,
          (struct ha_limitation){f.program->checks.at[1].pos, "inline-asm"});
  expect_json(
      ha_report_json(f.arena, &f.result, NULL),
      "{\"name\":\"f\",\"file\":\"f.c\",\"line\":1,\"verdict\":\"refuted\","
      "\"engine\":\"test\",\"why\":\"\",\"ms\":1.3,\"queries\":0,\"cache_hits\":0,"
      "\"attempts\":[],\"invariants\":[],"
      "\"inferred_requires\":[\"x != null\"],\"assumes\":[\"list(next, x)\"],"
      "\"certificate\":null,"
      "\"limitations\":[{\"file\":\"f.c\",\"line\":2,\"column\":23,"
      "\"function\":\"f\",\"what\":\"inline-asm\"}],"
      "\"checks\":[{\"id\":1,\"kind\":\"null-deref\",\"file\":\"f.c\",\"line\":2,"
      "\"column\":23,\"function\":\"f\",\"text\":\"x->next\",\"verdict\":\"proved\","
      "\"engine\":\"test\",\"why\":\"\",\"trace\":[]},"
      "{\"id\":2,\"kind\":\"null-deref\",\"file\":\"f.c\",\"line\":3,\"column\":13,"
      "\"function\":\"f\",\"text\":\"y->data\",\"verdict\":\"refuted\","
      "\"engine\":\"test\",\"why\":\"\","
      "\"trace\":[{\"file\":\"f.c\",\"line\":3,\"column\":13,\"function\":\"f\","
      "\"what\":\"\",\"heap\":\"x = n0 → NULL, y = NULL\","
      "\"graph\":{\"vars\":[],\"nodes\":[]}}],"
      "\"finding\":{\"file\":\"f.c\",\"line\":3,\"column\":13,\"function\":\"f\","
      "\"rule\":\"heapabs-null-deref\",\"cwe\":476,"
      "\"message\":\"'y' is null here, dereferenced as 'y->data'\","
      "\"notes\":[{\"file\":\"f.c\",\"line\":1,\"column\":5,\"function\":\"f\","
      "\"message\":\"input: x = n0 → NULL\"},{\"file\":\"f.c\",\"line\":3,"
      "\"column\":13,\"function\":\"f\","
      "\"message\":\"here x = n0 → NULL, y = NULL\"}],\"reproducer\":null}}]}");
  ha_arena_free(f.arena);
}

static void test_graph(void) {
  struct fixture f;
  fixture_init(&f, NULL);
  struct ha_graph graph = {0};
  HA_PUSH(f.arena, graph.vars, (struct ha_graph_slot){.name = "x", .to = "n0"});
  HA_PUSH(f.arena, graph.vars, (struct ha_graph_slot){.name = "y", .is_null = true});
  HA_PUSH(f.arena, graph.nodes,
          (struct ha_graph_node){.id = "n0", .type = "struct node", .state = "input"});
  HA_PUSH(f.arena, graph.nodes.at[0].fields,
          (struct ha_graph_slot){.name = "p", .to = "n1", .value = "&n1->next"});
  f.witness.steps.at[0].graph = &graph;
  EXPECT_HAS(ha_report_json(f.arena, &f.result, NULL),
             "\"graph\":{\"vars\":[{\"name\":\"x\",\"to\":\"n0\"},"
             "{\"name\":\"y\",\"to\":null}],\"nodes\":[{\"id\":\"n0\","
             "\"type\":\"struct node\",\"state\":\"input\",\"fields\":["
             "{\"name\":\"p\",\"to\":\"n1\",\"value\":\"&n1->next\"}]}]}");
  ha_arena_free(f.arena);
}

/* A place in an inlined callee names the function it is written in; its finding stands
 * at the call. */
static void test_callee(void) {
  struct fixture f;
  fixture_init(&f, "g");
  const char *json = ha_report_json(f.arena, &f.result, NULL);
  EXPECT_HAS(json, "\"kind\":\"null-deref\",\"file\":\"f.c\",\"line\":3,\"column\":13,"
                   "\"function\":\"g\"");
  EXPECT_HAS(json, "\"finding\":{\"file\":\"f.c\",\"line\":9,\"column\":3,"
                   "\"function\":\"f\"");
  ha_arena_free(f.arena);
}

static void test_reproducer(void) {
  struct fixture f;
  fixture_init(&f, NULL);
  struct ha_repro_options options = {.source = "/src/f.c"};
  EXPECT_HAS(ha_report_json(f.arena, &f.result, &options),
             "\"reproducer\":{\"name\":\"f.f.null-deref.2.c\",\"text\":\"/* heapabs: "
             "null-deref in 'f'");
  ha_arena_free(f.arena);
}

static void test_missing(void) {
  struct ha_arena *arena = ha_arena_new();
  const char *json = ha_report_json_missing(arena, "g", "the analysis \"crashed\"");
  EXPECT_HAS(json, "\"name\":\"g\"");
  EXPECT_HAS(json, "\"verdict\":\"unknown\"");
  EXPECT_HAS(json, "\"why\":\"the analysis \\\"crashed\\\"\"");
  EXPECT_HAS(json, "\"checks\":[]");
  ha_arena_free(arena);
}

static const char *document_text(struct ha_arena *arena,
                                 const struct ha_unit_summary *unit) {
  struct json_t *document = ha_document_new(arena, unit);
  const char *text = ha_document_text(arena, document);
  ha_document_free(document);
  return text;
}

static void test_unit(void) {
  struct ha_arena *arena = ha_arena_new();
  const char *functions[] = {"{\"name\":\"a\"}", "{\"name\":\"b\"}"};
  struct ha_unit_summary unit = {.file = "dir/a.c",
                                 .directory = "/d",
                                 .functions = functions,
                                 .count = 2,
                                 .skipped = 5,
                                 .ms = 12.34};
  expect_json(document_text(arena, &unit),
              "{\"heapabs\":1,\"file\":\"dir/a.c\",\"directory\":\"/d\",\"skipped\":5,"
              "\"ms\":12.3,\"functions\":[\n{\"name\":\"a\"},\n{\"name\":\"b\"}\n]}\n");
  unit.count = 0;
  EXPECT_HAS(document_text(arena, &unit), "\"functions\":[\n]}");
  ha_arena_free(arena);
}

/* What only the unit knows: which findings are reported, and their fingerprints. */
static void test_reported(void) {
  struct fixture f;
  fixture_init(&f, NULL);
  const char *functions[] = {ha_report_json(f.arena, &f.result, NULL)};
  struct ha_reported reported = {"f", 2};
  struct ha_unit_summary unit = {
      .file = "f.c", .directory = "", .functions = functions, .count = 1};
  EXPECT_HAS(document_text(f.arena, &unit), "\"reported\":false");
  unit.reported = &reported;
  unit.reported_count = 1;
  EXPECT_HAS(document_text(f.arena, &unit), "\"reported\":true,\"suppressed\":null");
  reported.check = 1;
  EXPECT_HAS(document_text(f.arena, &unit), "\"reported\":false");
  ha_arena_free(f.arena);
}

/* A file name need not be UTF-8; the report is JSON all the same. */
static void test_bad_bytes(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_unit_summary unit = {.file = "a\xff.c", .directory = ""};
  EXPECT_HAS(document_text(arena, &unit), "\"file\":\"a?.c\"");
  ha_arena_free(arena);
}

static void test_parse(void) {
  struct ha_arena *arena = ha_arena_new();
  const char *error = NULL;
  struct json_t *document =
      ha_document_parse(arena, "{\"heapabs\":1,\"functions\":[]}", &error);
  EXPECT(document && !error);
  ha_document_free(document);
  EXPECT(!ha_document_parse(arena, "{\"heapabs\":2,\"functions\":[]}", &error));
  EXPECT_HAS(error, "no report of heapabs");
  EXPECT(!ha_document_parse(arena, "{\n\"heap", &error));
  EXPECT_HAS(error, "line 2");
  ha_arena_free(arena);
}

int main(void) {
  test_function();
  test_graph();
  test_callee();
  test_reproducer();
  test_missing();
  test_unit();
  test_reported();
  test_bad_bytes();
  test_parse();
  return fixture_end();
}
