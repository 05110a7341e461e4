#include "certify.h"
#include "../domain/cert.h"
#include "../domain/contract.h"
#include "../domain/vocab.h"
#include "../gcl/text.h"
#include "engine.h"
#include "entry_contract.h"
#include "init.h"
#include <stdlib.h>
#include <string.h>

struct certify {
  struct ha_arena *arena;
  const struct ha_program *program;
  bool initial_globals;
};

static ha_term_vec policy(void *context, struct ha_vocab *vocab) {
  const struct certify *c = context;
  const struct ha_entry *entry =
      ha_entry_of(c->arena, ha_contracts_new(vocab), c->initial_globals);
  return ha_init_formulas(vocab, entry, c->initial_globals);
}

/* The program as its text has it: with its own types alone, and their numbers. */
static const struct ha_program *as_text(struct ha_arena *arena,
                                        const struct ha_program *program) {
  char *text = NULL;
  size_t size = 0;
  struct ha_text_error error;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return NULL;
  ha_program_print(program, out);
  fclose(out);
  const struct ha_program *read = ha_program_parse(arena, text, &error);
  free(text);
  return read;
}

/* What the result says, as a claim. */
static struct ha_claim claim_of(const struct certify *c,
                                const struct ha_result *result) {
  struct ha_claim claim = {0};
  for (unsigned i = 0; i < result->assumes.count; i++)
    HA_PUSH(c->arena, claim.assumes, result->assumes.at[i]);
  for (unsigned i = 0; i < result->invariants.count; i++) {
    const struct ha_invariant *invariant = &result->invariants.at[i];
    struct ha_claim_formula f = {.at = invariant->loc, .text = invariant->formula};
    HA_PUSH(c->arena, claim.formulas, f);
  }
  for (ha_check k = 1; k < result->program->checks.count; k++)
    if (result->checks[k].verdict == HA_PROVED)
      HA_PUSH(c->arena, claim.checks, k);
  return claim;
}

static char *keep(struct ha_arena *arena, char *text) {
  char *kept = text ? ha_arena_strdup(arena, text) : NULL;
  free(text);
  return kept;
}

static struct ha_certificate make(struct certify *c, const struct ha_result *result,
                                  double deadline_ms) {
  struct ha_claim claim = claim_of(c, result);
  struct ha_init_policy init = {policy, c};
  struct ha_cert_texts texts =
      ha_cert_make(c->arena, c->program, &claim, &init, deadline_ms);
  return (struct ha_certificate){keep(c->arena, texts.gcl), keep(c->arena, texts.inv),
                                 keep(c->arena, texts.smt2), texts.why};
}

/* The invariants of the engines may not suffice for the logic, or speak of types that
 * have no name in the program's text: then `pdr` is asked, of the text. */
struct ha_certificate ha_certify(struct ha_arena *arena, const struct ha_result *result,
                                 bool initial_globals, double budget_ms) {
  double deadline_ms = ha_cpu_ms() + budget_ms;
  struct certify c = {arena, result->program, initial_globals};
  struct ha_certificate first = make(&c, result, deadline_ms);
  double left = deadline_ms - ha_cpu_ms();
  c.program = first.smt2 || left <= 0 ? NULL : as_text(arena, result->program);
  if (!c.program)
    return first;
  struct ha_analysis_options options = {
      .engine = "pdr", .budget_ms = left / 2, .initial_globals = initial_globals};
  const struct ha_result *again = ha_analyse(arena, c.program, &options);
  return again->verdict == HA_PROVED ? make(&c, again, deadline_ms) : first;
}
