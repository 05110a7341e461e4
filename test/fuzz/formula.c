/* Formulas out of random bytes: whatever is read is printed and read again as the same
 * term, its meaning has no named property left, and its truth on a small heap is the
 * truth of that meaning.  Run by test/fuzz/formula.test. */
#include "domain/formula.h"
#include "domain/concrete.h"
#include "domain/contract.h"
#include "domain/named.h"
#include "domain/vocab.h"
#include "gcl/access.h"
#include "gcl/text.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char program_text[] =
    "program f;\npointers 8;\nfile \"f.c\";\n"
    "struct node 24 { +0 next: node*; +8 prev: node*; +16 data: i32; }\n"
    "struct link 16 { +0 next: link*; +8 prev: link*; }\n"
    "struct item 32 { +0 hook: link; +16 size: u64; +24 owner: node*; }\n"
    "struct table 64 { +0 row: node*[8]; }\n"
    "param x: node*;\nparam y: node*;\nparam it: item*;\nparam n: i32;\n"
    "param pp: node**;\nparam t: table*;\nlocal push.x: node*;\nlocal v: node*;\n"
    "result out: node*;\nglobal head: node*, 8;\nglobal list: link, 16;\n"
    "global rows: node*[4], 32;\nreturns out;\ntakes x;\n"
    "formula 1 ghost \"set c = content(next, x)\";\n"
    "loc 1 entry {\n  goto 2 {\n    skip;\n  }\n}\nloc 2 exit;\n";

static void demand(bool condition) {
  if (!condition)
    abort();
}

/* x → n1 → n1 */
static struct ha_run *heap(struct ha_arena *arena, struct ha_program *p) {
  struct ha_machine *m = ha_machine_new(arena, 8);
  struct ha_run *run = ha_run_new(arena, p, m, false);
  uint64_t at[2];
  for (unsigned i = 0; i < 2; i++) {
    ha_block b =
        ha_machine_alloc(m, HA_BLOCK_ENTRY, 24, ha_type_find(p->types, "node"), NULL);
    at[i] = ha_machine_block(m, b)->address;
    ha_machine_write(m, at[i] + 16, 4, (struct ha_value){.bits = i});
  }
  ha_machine_write(m, at[0], 8, (struct ha_value){.bits = at[1]});
  ha_machine_write(m, at[1], 8, (struct ha_value){.bits = at[1]});
  run->vars[1] = (struct ha_value){.bits = at[0]};
  run->vars[2] = (struct ha_value){.bits = at[1]};
  run->vars[4] = (struct ha_value){.bits = 1};
  return run;
}

static bool speaks_of_trees(struct ha_terms *terms, ha_term term) {
  const struct ha_term_row row = *ha_term_get(terms, term);
  bool found = row.op == HA_TERM_NAMED &&
               (row.imm == HA_NAMED_TREE || row.imm == HA_NAMED_PARENT ||
                row.imm == HA_NAMED_THREADED);
  for (unsigned i = 0; !found && i < row.count; i++)
    found = speaks_of_trees(terms, row.args[i]);
  return found;
}

/* A formula is worth what its meaning is worth, where both are known: quantifiers over
 * sets of integers are decided only as a whole. */
static void check_truth(const struct ha_scope *scope, struct ha_arena *arena,
                        struct ha_program *p, ha_term term) {
  struct ha_terms *terms = ha_vocab_terms(scope->vocab);
  struct ha_concrete *concrete = ha_concrete_new(scope->vocab);
  struct ha_moment moment = {.run = heap(arena, p)};
  enum ha_truth truth = ha_concrete_holds(concrete, &moment, term);
  enum ha_truth nnf = ha_concrete_holds(concrete, &moment, ha_formula_nnf(terms, term));
  demand(truth == HA_MAYBE || nnf == HA_MAYBE || truth == nnf);
  if (speaks_of_trees(terms, term))
    return;
  enum ha_truth meaning =
      ha_concrete_holds(concrete, &moment, ha_named_expand(terms, term));
  demand(truth == HA_MAYBE || meaning == HA_MAYBE || truth == meaning);
}

static struct ha_program *program(void) {
  static struct ha_program *made;
  struct ha_text_error error = {0};
  if (!made)
    made = ha_program_parse(ha_arena_new(), program_text, &error);
  return made;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_text_error error = {0};
  struct ha_program *p = program();
  struct ha_vocab *vocab = ha_vocab_new(ha_terms_new(arena), p);
  ha_contracts_new(vocab);
  struct ha_scope scope = {.vocab = vocab};
  const char *text = ha_arena_strndup(arena, (const char *)data, size);
  ha_term term = ha_formula_parse(&scope, text, HA_SORT_BOOL, &error);
  if (term) {
    const char *printed = ha_formula_print(&scope, term);
    ha_term again = ha_formula_parse(&scope, printed, HA_SORT_BOOL, &error);
    if (again != term)
      fprintf(stderr, "%s\n", printed);
    demand(again == term);
    check_truth(&scope, arena, p, term);
  } else {
    demand(error.line && error.column && error.message);
  }
  struct ha_scope_name name;
  ha_formula_parse_ghost(&scope, text, &name, &error);
  ha_formula_parse_assigns(&scope, text, (bool[1]){false}, 1, &error);
  ha_arena_free(arena);
  return 0;
}
