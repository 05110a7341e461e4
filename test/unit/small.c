/* The engine `small` and the sum of the verdicts: witnesses, rule 6, nothing proved. */
#include "expect.h"
#include "gcl/text.h"
#include "refine/engine.h"
#include <stdlib.h>

#define SECOND                                                                         \
  "program f;\npointers 8;\nfile \"f.c\";\n"                                           \
  "struct node 16 { +0 next: node*; +8 value: i32; }\n"                                \
  "param x: node*;\ntemp t: node*;\ntemp v: i32;\ntakes x;\n"                          \
  "check 1 null-deref \"x->next\" of \"x\" at 1:1;\n"                                  \
  "check 2 null-deref \"t->value\" of \"t\" at 2:1;\n"                                 \
  "loc 1 entry { goto 2 { assert x != null @1 at 1:1; t := x->next at 1:1;\n"          \
  "  assert t != null @2 at 2:1; v := t->value at 2:1; } }\nloc 2 exit;\n"

static struct ha_result *analyse(struct ha_arena *arena, const char *text,
                                 struct ha_analysis_options options) {
  struct ha_text_error error = {0};
  struct ha_program *program = ha_program_parse(arena, text, &error);
  if (!program) {
    printf("%u:%u: %s\n", error.line, error.column, error.message);
    exit(1);
  }
  options.engine = "small";
  return ha_analyse(arena, program, &options);
}

static void test_smallest_witness(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_result *r =
      analyse(arena, SECOND, (struct ha_analysis_options){.budget_ms = 1000});
  EXPECT(r->verdict == HA_REFUTED);
  EXPECT(r->checks[1].verdict == HA_UNKNOWN); /* tried, never proved */
  EXPECT(r->checks[2].verdict == HA_REFUTED);
  const struct ha_witness *w = r->checks[2].witness;
  EXPECT(w && ha_machine_blocks(w->entry) == 1);
  EXPECT(w && w->args[0].bits == ha_machine_block(w->entry, 1)->address);
  EXPECT(w && !ha_machine_is_lazy(w->entry, w->args[0].bits, 8));
  EXPECT(w && w->steps.count && w->steps.at[w->steps.count - 1].pos);
  ha_arena_free(arena);
}

static void test_internal_function_is_not_blamed(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_result *r = analyse(
      arena, SECOND, (struct ha_analysis_options){.budget_ms = 1000, .internal = true});
  EXPECT(r->verdict == HA_UNKNOWN);
  EXPECT_TEXT(r->checks[2].why, "only callers in this unit can reach it");
  EXPECT(!r->checks[2].witness);
  ha_arena_free(arena);
}

static void test_no_time_is_unknown(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_result *r = analyse(arena, SECOND, (struct ha_analysis_options){0});
  EXPECT(r->verdict == HA_UNKNOWN);
  EXPECT_TEXT(r->why, "budget");
  ha_arena_free(arena);
}

static void test_nothing_to_check_is_proved(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_result *r = analyse(arena, "program f;\npointers 8;\nloc 1 entry exit;\n",
                                (struct ha_analysis_options){.budget_ms = 1000});
  EXPECT(r->verdict == HA_PROVED);
  ha_arena_free(arena);
}

int main(void) {
  test_smallest_witness();
  test_internal_function_is_not_blamed();
  test_no_time_is_unknown();
  test_nothing_to_check_is_proved();
  return finish();
}
