/* Rings and the engine `pdr`: in seed 003's vocabulary there are none, so a step that
 * closes or walks one has no successor as printed, and anything is "proved" of what
 * comes after.  Each true claim has its opposite here, and `false`. */
#include "all_commands.h"
#include "expect.h"
#include "gcl/text.h"
#include "refine/engine.h"

enum { BUDGET_MS = 20000 };

/* Of the claim at check 1, formula 2, on heaps of which formula 1 holds. */
static enum ha_verdict verdict(const char *given, const char *claim,
                               const char *locations) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_text_error error = {0};
  const char *text = ha_arena_printf(
      arena, "formula 1 requires \"%s\";\nformula 2 asserts \"%s\";\n%s", given, claim,
      locations);
  struct ha_program *program =
      ha_program_parse(arena, program_with(arena, text), &error);
  if (!program)
    printf("%u:%u: %s\n", error.line, error.column, error.message);
  EXPECT(program);
  struct ha_analysis_options options = {.engine = "pdr", .budget_ms = BUDGET_MS};
  enum ha_verdict is =
      program ? ha_analyse(arena, program, &options)->checks[1].verdict : HA_UNKNOWN;
  ha_arena_free(arena);
  return is;
}

/* x->f := y where y leads to x. */
static void test_closing_a_ring(void) {
  static const char list[] = "list(next, y) && reach(next, y, x) && x != null";
  static const char close[] =
      ONE_EDGE("assume formula(1); x->next := y; assert formula(2) @1;");
  EXPECT(verdict(list, "ring(next, x)", close) == HA_PROVED);
  EXPECT(verdict(list, "acyclic(next, y)", close) == HA_REFUTED);
  EXPECT(verdict(list, "false", close) == HA_REFUTED);
}

/* x reversed, its last node in y: a ring ends where it began, and so it does end. */
static void test_reversing_a_ring(void) {
  static const char ring[] = "ring(next, x) && x->next != x && x == y";
  static const char reverse[] =
      "loc 1 entry {\n  goto 2 {\n    assume formula(1); y := null;\n  }\n}\n"
      "loc 2 loop {\n  goto 2 {\n    assume x != null; t := x->next;"
      " x->next := y; y := x; x := t;\n  }\n"
      "  goto 3 {\n    assume x == null; assert formula(2) @1;\n  }\n}\nloc 3 exit;\n";
  EXPECT(verdict(ring, "y == old(x)", reverse) == HA_PROVED);
  EXPECT(verdict(ring, "y != old(x)", reverse) == HA_REFUTED);
  EXPECT(verdict(ring, "false", reverse) == HA_REFUTED);
}

int main(void) {
  test_closing_a_ring();
  test_reversing_a_ring();
  return finish();
}
