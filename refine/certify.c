#include "certify.h"
#include "../domain/cert.h"
#include "../domain/contract.h"
#include "../domain/vocab.h"
#include "../gcl/text.h"
#include "engine.h"
#include "entry_contract.h"
#include "init.h"
#include "support.h"
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
    if (invariant->background)
      f.text = ha_arena_printf(c->arena, "(%s) && (%s)", invariant->background,
                               invariant->formula);
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

static struct ha_certificate of_claim(struct certify *c, const struct ha_claim *claim,
                                      double deadline_ms) {
  struct ha_init_policy init = {policy, c};
  struct ha_cert_texts texts =
      ha_cert_make(c->arena, c->program, claim, &init, deadline_ms);
  return (struct ha_certificate){keep(c->arena, texts.gcl), keep(c->arena, texts.inv),
                                 keep(c->arena, texts.smt2), texts.why};
}

static struct ha_certificate make(struct certify *c, const struct ha_result *result,
                                  double deadline_ms) {
  struct ha_claim claim = claim_of(c, result);
  return of_claim(c, &claim, deadline_ms);
}

/* The same, with what the engine's invariants rest on. */
static struct ha_certificate
make_supported(struct certify *c, const struct ha_result *result, double deadline_ms) {
  struct ha_claim claim = claim_of(c, result);
  struct ha_init_policy init = {policy, c};
  const struct ha_claim *whole =
      ha_support(c->arena, c->program, &claim, &init, deadline_ms);
  return whole ? of_claim(c, whole, deadline_ms) : (struct ha_certificate){0};
}

/* Tries an engine on the program's text. */
static struct ha_certificate try(struct certify *c, const char *engine,
                                 double budget_ms, double deadline_ms) {
  struct ha_analysis_options options = {
      .engine = engine, .budget_ms = budget_ms, .initial_globals = c->initial_globals};
  const struct ha_result *again = ha_analyse(c->arena, c->program, &options);
  if (again->verdict != HA_PROVED)
    return (struct ha_certificate){0};
  return strcmp(engine, "flow") ? make(c, again, deadline_ms)
                                : make_supported(c, again, deadline_ms);
}

/* The invariants of the engines may not suffice for the logic, or speak of types that
 * have no name in the program's text: then they are found again, of the text. */
struct ha_certificate ha_certify(struct ha_arena *arena, const struct ha_result *result,
                                 bool initial_globals, double budget_ms) {
  static const char *const engines[] = {"flow", "pdr"};
  double deadline_ms = ha_cpu_ms() + budget_ms;
  struct certify c = {arena, result->program, initial_globals};
  struct ha_certificate first = make(&c, result, deadline_ms);
  c.program = first.smt2 ? NULL : as_text(arena, result->program);
  for (unsigned i = 0; c.program && i < 2; i++) {
    double left = deadline_ms - ha_cpu_ms();
    struct ha_certificate again = {0};
    if (left > 0)
      again = try(&c, engines[i], left / 2, deadline_ms - (i ? 0 : left / 2));
    if (again.smt2)
      return again;
  }
  return first;
}
