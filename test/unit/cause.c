/* Why a check failed, told from a replay: programs as text, one per cause. */
#include "gcl/text.h"
#include "gcl/validate.h"
#include "report/report.h"
#include "report_fixture.h"

static const char types[] = "program f;\npointers 8;\nfile \"f.c\";\n"
                            "struct node 16 {\n  +0 data: i32;\n  +8 next: node*;\n}\n";

/* A result whose check 1 is refuted on an input without blocks or arguments. */
static struct ha_result *refute(struct ha_arena *arena, const char *text) {
  struct ha_text_error error = {0};
  struct ha_program *program =
      ha_program_parse(arena, ha_arena_printf(arena, "%s%s", types, text), &error);
  if (!program) {
    printf("%u:%u: %s\n%s\n", error.line, error.column, error.message, text);
    failures++;
    return NULL;
  }
  const char *invalid = ha_program_validate(program);
  if (invalid)
    printf("%s\n%s\n", invalid, text);
  EXPECT(!invalid);
  struct ha_machine *machine = ha_machine_new(arena, 8);
  struct ha_run *run = ha_run_new(arena, program, machine, false);
  struct ha_witness *witness = ha_arena_alloc(arena, sizeof *witness);
  witness->entry = machine;
  witness->obj_address = run->obj_address;
  HA_PUSH(arena, witness->steps, (struct ha_step){.pos = program->checks.at[1].pos});
  struct ha_result *result = ha_arena_alloc(arena, sizeof *result);
  result->program = program;
  result->checks =
      ha_arena_alloc(arena, program->checks.count * sizeof *result->checks);
  result->checks[1].verdict = HA_REFUTED;
  result->checks[1].witness = witness;
  return result;
}

static void expect(const char *text, const char *message, const char *note) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_result *result = refute(arena, text);
  if (result) {
    const struct ha_diagnostic *d = ha_report_diagnostic(arena, result, 1);
    if (strcmp(d->message, message))
      printf("got      %s\nexpected %s\n", d->message, message);
    EXPECT(!strcmp(d->message, message));
    bool found = !note;
    for (unsigned i = 0; i < d->notes.count; i++) {
      const struct ha_pos_row *pos = &result->program->poss.at[d->notes.at[i].pos];
      found |= note && !strcmp(note, ha_arena_printf(arena, "%u: %s", pos->line,
                                                     d->notes.at[i].message));
    }
    EXPECT(found);
  }
  ha_arena_free(arena);
}

int main(void) {
  expect("local p: node*;\nlocal d: i32;\ncheck 1 invalid-deref \"p->data\" of \"p\" "
         "at 3:5;\n"
         "loc 1 entry {\n  goto 2 {\n    assert access(p, 4) @1 at 3:5;\n"
         "    d := p->data at 3:5;\n  }\n}\nloc 2 exit;\n",
         "'p' is uninitialised here, dereferenced as 'p->data'", NULL);
  expect("local p: node*;\nlocal q: node*;\n"
         "check 1 invalid-deref \"q->data\" of \"q\" at 3:5;\n"
         "loc 1 entry {\n  goto 2 {\n    p := new node, 16:i64 at 2:5;\n"
         "    q := elem(p, 1:i64) at 3:5;\n"
         "    assert access(q, 4) @1 at 3:5;\n  }\n}\nloc 2 exit;\n",
         "'q->data' is out of bounds: byte 16 of a block of 16 bytes", NULL);
  expect("local p: node*;\ncheck 1 use-after-free \"p->data\" of \"p\" at 4:5;\n"
         "loc 1 entry {\n  goto 2 {\n    p := new node, 16:i64 at 2:5;\n"
         "    free p at 3:5;\n    assert live(p) @1 at 4:5;\n  }\n}\nloc 2 exit;\n",
         "'p' is used as 'p->data' after it was freed", "3: freed here");
  expect("local p: node*;\ncheck 1 leak \"\" of \"\" at 4:1;\n"
         "loc 1 entry {\n  goto 2 {\n    p := new node, 16:i64 at 2:5;\n"
         "    assert noleak(0:i64) @1 at 4:1;\n  }\n}\nloc 2 exit;\n",
         "memory allocated at line 2 is never freed and no longer reachable",
         "2: allocated here");
  return fixture_end();
}
