/* An engine that proves says nothing that a heap can refute: random programs, all small
 * heaps.  By hand, more of them: unit-ENGINE FIRST COUNT. */
#ifndef HEAPABS_TEST_UNIT_SOUNDNESS_H
#define HEAPABS_TEST_UNIT_SOUNDNESS_H

#include "expect.h"
#include "gcl/text.h"
#include "gcl/validate.h"
#include "random_list.h"
#include "refine/engine.h"

enum { SEARCH_MS = 12 };

static struct ha_program *parse(struct ha_arena *arena, const char *text) {
  struct ha_text_error error = {0};
  struct ha_program *program = ha_program_parse(arena, text, &error);
  if (!program) {
    printf("%s\n%u:%u: %s\n", text, error.line, error.column, error.message);
    exit(1);
  }
  const char *invalid = ha_program_validate(program);
  if (invalid) {
    printf("%s\n%s\n", text, invalid);
    exit(1);
  }
  return program;
}

static struct ha_result *analyse(struct ha_arena *arena, const char *text,
                                 const char *engine, double budget_ms) {
  struct ha_analysis_options options = {.engine = engine, .budget_ms = budget_ms};
  return ha_analyse(arena, parse(arena, text), &options);
}

struct tally {
  unsigned proved, refuted, wrong;
};

static void compare(const char *engine, double budget_ms, uint64_t seed,
                    struct tally *tally) {
  struct ha_arena *arena = ha_arena_new();
  char *text = random_list_program(seed);
  const struct ha_result *proofs = analyse(arena, text, engine, budget_ms);
  const struct ha_result *heaps = analyse(arena, text, "small", SEARCH_MS);
  for (ha_check c = 1; c < proofs->program->checks.count; c++) {
    bool proved = proofs->checks[c].verdict == HA_PROVED;
    bool refuted = heaps->checks[c].verdict == HA_REFUTED;
    tally->proved += proved;
    tally->refuted += refuted;
    tally->wrong += proved && refuted;
    if (proved && refuted)
      printf("program %llu: check %u is proved, and refuted on %s\n%s\n",
             (unsigned long long)seed, c, heaps->checks[c].witness->steps.at[0].heap,
             text);
  }
  free(text);
  ha_arena_free(arena);
}

/* How many programs of the random stream the engine has settled wrongly. */
static int check_soundness(const char *engine, double budget_ms, uint64_t programs,
                           int argc, char **argv) {
  uint64_t first = argc > 2 ? strtoull(argv[1], NULL, 10) : 1;
  uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : programs;
  struct tally tally = {0};
  for (uint64_t seed = first; seed < first + count; seed++)
    compare(engine, budget_ms, seed, &tally);
  printf("%u checks proved, %u refuted\n", tally.proved, tally.refuted);
  EXPECT(tally.wrong == 0);
  /* Neither engine idles: a test of nothing would pass as well. */
  EXPECT(tally.proved > count && tally.refuted > count);
  return finish();
}

#endif
