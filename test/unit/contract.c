/* Contracts of a program: names, ghosts and frames are read in the scope of their row,
 * mistakes keep their place, and a run judges them. */
#include "domain/contract.h"
#include "domain/formula.h"
#include "domain/judge.h"
#include "domain/vocab.h"
#include "expect.h"
#include "gcl/access.h"
#include "gcl/text.h"

#define HEAD                                                                           \
  "program f;\npointers 8;\nfile \"f.c\";\n"                                           \
  "struct node 24 { +0 next: node*; +8 data: i32; +16 item: node*; }\n"                \
  "global head: node*, 8;\nparam x: node*;\nlocal g.x: node*;\ntakes x;\n"             \
  "check 1 assert \"a\";\n"

struct fixture {
  struct ha_arena *arena;
  struct ha_program *program;
  struct ha_contracts *contracts;
};

static bool set_up(struct fixture *f, const char *formulas, const char *commands) {
  struct ha_text_error error = {0};
  f->arena = ha_arena_new();
  const char *text = ha_arena_printf(
      f->arena, HEAD "%sloc 1 entry {\n  goto 2 {\n%s  }\n}\nloc 2 exit;\n", formulas,
      commands);
  f->program = ha_program_parse(f->arena, text, &error);
  if (!f->program)
    printf("%u:%u: %s\n", error.line, error.column, error.message);
  EXPECT(f->program);
  if (f->program)
    f->contracts = ha_contracts_new(ha_vocab_new(ha_terms_new(f->arena), f->program));
  return f->program != NULL;
}

static const char *print(const struct fixture *f, ha_formula formula) {
  struct ha_scope scope = {.vocab = ha_contracts_vocab(f->contracts)};
  ha_term term = ha_contract_term(f->contracts, formula);
  return term ? ha_formula_print(&scope, term) : "(nothing)";
}

static void test_names(void) {
  struct fixture f;
  if (set_up(&f,
             "formula 1 asserts \"x != head\" where x = g.x, head = &head;\n"
             "formula 2 ensures \"x != head\";\n"
             "formula 3 asserts \"x == y\" where x = x;\n",
             "")) {
    EXPECT_TEXT(print(&f, 1), "head != g.x");
    EXPECT_TEXT(print(&f, 2), "head != old(x)");
    EXPECT(!ha_contract_term(f.contracts, 3));
    EXPECT(ha_contract_error(f.contracts, 3)->column == 6);
    EXPECT_TEXT(ha_contract_error(f.contracts, 3)->message, "unknown name 'y'");
    EXPECT(!ha_contracts_look_back(f.contracts));
  }
  ha_arena_free(f.arena);
}

static void test_ghosts(void) {
  struct fixture f;
  if (set_up(&f,
             "formula 1 ghost \"set c = content(next, x)\";\n"
             "formula 2 ghost \"int n = len(next, x)\";\n"
             "formula 3 asserts \"content(next, x) == c && n > 0\";\n"
             "formula 4 asserts \"k > 0\" where k = #2;\n"
             "formula 5 ghost \"struct node *p = x\";\n"
             "formula 6 asserts \"p->next in c\";\n"
             "formula 7 ghost \"set d = 3\";\n"
             "formula 8 ghost \"d == 3\";\n"
             "formula 9 ghost \"float d = 3\";\n",
             "")) {
    EXPECT_TEXT(print(&f, 3), "content(next, x) == `c` && 0 < `n`");
    EXPECT_TEXT(print(&f, 4), "0 < `n`");
    EXPECT_TEXT(print(&f, 6), "`p`->next in `c`");
    EXPECT(ha_contract_error(f.contracts, 7)->column == 9);
    EXPECT_TEXT(ha_contract_error(f.contracts, 7)->message,
                "this is an integer, where a set is wanted");
    EXPECT_TEXT(ha_contract_error(f.contracts, 8)->message,
                "a ghost is declared as 'set name = …' or 'int name = …'");
    EXPECT_TEXT(ha_contract_error(f.contracts, 9)->message,
                "a ghost is an int, a set, a multiset, a bool or a pointer");
  }
  ha_arena_free(f.arena);
}

static void test_frames(void) {
  struct fixture f;
  if (set_up(&f,
             "formula 1 assigns \"x->next, next of content(next, x), head\";\n"
             "formula 2 assigns \"x->data + 1\";\n"
             "formula 3 assigns \"\";\n"
             "formula 4 assigns \"nxt of content(next, x)\";\n"
             "formula 5 assigns \"x->next,\";\n",
             "    x->next := null;\n")) {
    EXPECT_TEXT(print(&f, 1),
                "forall any v. old(v in alloc(struct node)) && v in alloc(struct node) "
                "==> old(v in content(next, x)) || old(v == x) || "
                "&head == &v->next || old(v->next) == v->next");
    EXPECT_TEXT(print(&f, 3),
                "forall any v. old(v in alloc(struct node)) && v in alloc(struct node) "
                "==> old(v->next) == v->next");
    EXPECT(ha_contract_error(f.contracts, 2)->column == 9);
    EXPECT_TEXT(ha_contract_error(f.contracts, 4)->message,
                "unknown field 'nxt' of 'struct node'");
    EXPECT_TEXT(ha_contract_error(f.contracts, 5)->message, "expected a place");
    EXPECT(ha_contract_error(f.contracts, 5)->column == 9);
    EXPECT(ha_contracts_look_back(f.contracts));
  }
  ha_arena_free(f.arena);
}

/* Runs on x → n1 → NULL; the status tells whether the assertion failed. */
static enum ha_run_status run(struct fixture *f) {
  struct ha_machine *m = ha_machine_new(f->arena, 8);
  struct ha_run *r = ha_run_new(f->arena, f->program, m, false);
  ha_type node = ha_type_find(f->program->types, "node");
  uint64_t at[2];
  for (unsigned i = 0; i < 2; i++) {
    ha_block b = ha_machine_alloc(m, HA_BLOCK_ENTRY, 24, node, NULL);
    at[i] = ha_machine_block(m, b)->address;
  }
  ha_machine_write(m, at[0], 8, (struct ha_value){.bits = at[1]});
  r->vars[1] = (struct ha_value){.bits = at[0]};
  r->judge = ha_judge_of(ha_judge_new(f->contracts));
  return ha_run_go(r, (struct ha_oracle){0}, NULL, 100);
}

static void expect_run(const char *formulas, const char *commands,
                       enum ha_run_status expected) {
  struct fixture f;
  if (set_up(&f, formulas, commands)) {
    enum ha_run_status got = run(&f);
    if (got != expected)
      printf("%s%s: status %d\n", formulas, commands, got);
    EXPECT(got == expected);
  }
  ha_arena_free(f.arena);
}

static void test_runs(void) {
  expect_run("formula 1 asserts \"list(next, x)\";\n", "    assert formula(1) @1;\n",
             HA_RUN_EXIT);
  expect_run("formula 1 asserts \"len(next, x) == 1\";\n",
             "    assert formula(1) @1;\n", HA_RUN_CHECK_FAILED);
  expect_run("formula 1 ensures \"len(next, x) == 1 && old(len(next, x)) == 2\";\n",
             "    x->next := null;\n    x := null;\n    assert formula(1) @1;\n",
             HA_RUN_EXIT);
  expect_run("formula 1 requires \"x == null\";\n", "    assume formula(1);\n",
             HA_RUN_BLOCKED);
  expect_run("formula 1 ghost \"set c = content(next, x)\";\n"
             "formula 2 asserts \"content(next, x) < c\";\n",
             "    note formula(1);\n    assert formula(2) @1;\n", HA_RUN_TAINTED);
  expect_run("formula 1 ghost \"set c = content(next, x)\";\n"
             "formula 2 asserts \"content(next, x) <= c && content(next, x) != c\";\n",
             "    note formula(1);\n    x := null;\n    assert formula(2) @1;\n",
             HA_RUN_EXIT);
  expect_run("formula 1 ghost \"set c = content(next, x)\";\n"
             "formula 2 asserts \"content(next, x) == c\";\n",
             "    assert formula(2) @1;\n", HA_RUN_TAINTED); /* no value yet */
}

/* A place given by its address may be any field of the type. */
static void test_frames_by_address(void) {
  static const char stores[] = "    g.x := x;\n    x->next := null;\n"
                               "    assert formula(1) @1;\n";
  expect_run("formula 1 assigns \"*&x->next\";\n", stores, HA_RUN_EXIT);
  expect_run("formula 1 assigns \"*&x->item\";\n", stores, HA_RUN_CHECK_FAILED);
}

static void test_runs_of_frames(void) {
  static const char stores[] =
      "    x->next := null;\n    *(&head) := x;\n    assert formula(1) @1;\n";
  expect_run("formula 1 assigns \"x->next, head\";\n", stores, HA_RUN_EXIT);
  expect_run("formula 1 assigns \"next of {x}, head\";\n", stores, HA_RUN_EXIT);
  expect_run("formula 1 assigns \"x->next\";\n", stores, HA_RUN_CHECK_FAILED);
  expect_run("formula 1 assigns \"x->item, head\";\n", stores, HA_RUN_CHECK_FAILED);
}

int main(void) {
  test_names();
  test_ghosts();
  test_frames();
  test_runs();
  test_runs_of_frames();
  test_frames_by_address();
  return finish();
}
