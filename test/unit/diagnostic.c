/* Findings in words: each kind, the call through which a callee fails, the notes. */
#include "report/report.h"
#include "report_fixture.h"

static const char *message(struct fixture *f) {
  return ha_report_diagnostic(f->arena, &f->result, 2)->message;
}

static void test_null(void) {
  struct fixture f;
  fixture_init(&f, NULL);
  const struct ha_diagnostic *d = ha_report_diagnostic(f.arena, &f.result, 2);
  EXPECT(!strcmp(d->message, "'y' is null here, dereferenced as 'y->data'"));
  EXPECT(d->kind == HA_CHECK_NULL_DEREF && !d->is_remark);
  EXPECT(f.program->poss.at[d->pos].line == 3);
  EXPECT(d->notes.count == 2);
  EXPECT_HAS(d->notes.at[0].message, "input: x = n0 → NULL");
  EXPECT(f.program->poss.at[d->notes.at[0].pos].line == 1);
  EXPECT_HAS(d->notes.at[1].message, "here x = n0 → NULL, y = NULL");
  ha_arena_free(f.arena);
}

static void test_without_source_text(void) {
  struct fixture f;
  fixture_init(&f, NULL);
  f.program->checks.at[2].text = f.program->checks.at[2].base = "";
  EXPECT(!strcmp(message(&f), "the pointer is null here"));
  ha_arena_free(f.arena);
}

static void test_in_callee(void) {
  struct fixture f;
  fixture_init(&f, "g");
  const struct ha_diagnostic *d = ha_report_diagnostic(f.arena, &f.result, 2);
  EXPECT(!strcmp(d->message, "call to 'g' dereferences null: 'y' is null in 'g'"));
  EXPECT(f.program->poss.at[d->pos].line == 9);
  const struct ha_note *last = &d->notes.at[d->notes.count - 1];
  EXPECT_HAS(last->message, "'y' is null here, dereferenced as 'y->data'; here x");
  EXPECT(f.program->poss.at[last->pos].line == 3);
  ha_arena_free(f.arena);
}

static void test_kinds(void) {
  static const struct {
    enum ha_check_kind kind;
    const char *message;
  } rows[] = {
      {HA_CHECK_USE_AFTER_FREE, "'y' is used as 'y->data' after it was freed"},
      {HA_CHECK_INVALID_DEREF,
       "'y' is not a valid pointer here, dereferenced as 'y->data'"},
      {HA_CHECK_DOUBLE_FREE, "'y' is freed a second time"},
      {HA_CHECK_INVALID_FREE, "'y' is freed but no allocation returned it"},
      {HA_CHECK_LEAK, "memory allocated here is never freed and no longer reachable"},
      {HA_CHECK_ASSERT, "assertion 'y->data' fails"},
      {HA_CHECK_CONTRACT, "'y->data' does not hold here"},
  };
  struct fixture f;
  fixture_init(&f, NULL);
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    f.program->checks.at[2].kind = rows[i].kind;
    EXPECT_HAS(message(&f), rows[i].message);
  }
  ha_arena_free(f.arena);
}

static void test_proved_and_unknown(void) {
  struct fixture f;
  fixture_init(&f, NULL);
  EXPECT(!ha_report_diagnostic(f.arena, &f.result, 1));
  f.checks[2] = (struct ha_check_result){.engine = "small", .why = "budget spent"};
  const struct ha_diagnostic *d = ha_report_diagnostic(f.arena, &f.result, 2);
  EXPECT(d->is_remark && !d->notes.count);
  EXPECT(!strcmp(d->message,
                 "null-deref check of 'y->data' is not settled: budget spent"));
  ha_arena_free(f.arena);
}

/* A long path is shown by its ends. */
static void test_long_path(void) {
  struct fixture f;
  fixture_init(&f, NULL);
  struct ha_step last = f.witness.steps.at[0];
  f.witness.steps.count = 0;
  for (unsigned i = 0; i < 40; i++)
    HA_PUSH(f.arena, f.witness.steps,
            (struct ha_step){.pos = 1, .what = ha_arena_printf(f.arena, "step %u", i)});
  HA_PUSH(f.arena, f.witness.steps, last);
  const struct ha_diagnostic *d = ha_report_diagnostic(f.arena, &f.result, 2);
  EXPECT(d->notes.count == 1 + 6 + 1 + 6 + 1);
  EXPECT_HAS(d->notes.at[6].message, "step 5");
  EXPECT_HAS(d->notes.at[7].message, "(28 more steps)");
  EXPECT_HAS(d->notes.at[8].message, "step 34");
  ha_arena_free(f.arena);
}

int main(void) {
  test_null();
  test_without_source_text();
  test_in_callee();
  test_kinds();
  test_proved_and_unknown();
  test_long_path();
  return fixture_end();
}
