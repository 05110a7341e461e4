/* A program and a claim to a certificate: Init and the claim as text first, for the
 * conditions are those of the texts. */
#include "cert.h"
#include "cert_find.h"
#include "formula.h"
#include "smt.h"
#include "vocab.h"
#include <stdlib.h>

static char *program_text(const struct ha_program *program) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return NULL;
  ha_program_print(program, out);
  fclose(out);
  return text;
}

static char *claim_text(const struct ha_claim *claim) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return NULL;
  ha_claim_print(claim, out);
  fclose(out);
  return text;
}

/* The claim with Init in it. */
static struct ha_claim *complete(struct ha_arena *arena,
                                 const struct ha_program *program,
                                 const struct ha_claim *claim,
                                 const struct ha_init_policy *policy) {
  struct ha_claim *whole = ha_arena_alloc(arena, sizeof *whole);
  *whole = *claim;
  if (ha_claim_has_init(claim))
    return whole;
  whole->formulas.at = NULL;
  whole->formulas.count = whole->formulas.capacity = 0;
  struct ha_vocab *vocab = ha_vocab_new(ha_terms_new(arena), program);
  ha_sym_pieces(vocab);
  ha_term_vec init = policy->formulas(policy->context, vocab);
  struct ha_scope scope = {.vocab = vocab};
  for (unsigned i = 0; i < init.count; i++) {
    struct ha_claim_formula f = {.text = ha_formula_print(&scope, init.at[i])};
    HA_PUSH(arena, whole->formulas, f);
  }
  if (!init.count)
    HA_PUSH(arena, whole->formulas, (struct ha_claim_formula){.text = "true"});
  for (unsigned i = 0; i < claim->formulas.count; i++)
    HA_PUSH(arena, whole->formulas, claim->formulas.at[i]);
  return whole;
}

static const char *complaint(struct ha_arena *arena, const struct ha_text_error *e) {
  return e->line ? ha_arena_printf(arena, "%u:%u: %s", e->line, e->column, e->message)
                 : e->message;
}

static void prove(struct ha_arena *arena, struct ha_cert_texts *texts,
                  double deadline_ms) {
  struct ha_conditions *c = texts->conditions;
  const struct ha_cert_proof *proof = ha_cert_find(c, deadline_ms);
  texts->failed = proof->failed;
  if (proof->failed < c->vcs.count) {
    const struct ha_vc *vc = &c->vcs.at[proof->failed];
    texts->why = ha_arena_printf(arena, "%s: %s", ha_vc_what(c, vc),
                                 proof->answer == HA_ANSWER_SAT ? "does not hold"
                                                                : "the solver gave up");
  } else if (!ha_cert_write(c, proof, &texts->smt2))
    texts->why = "a formula has no form in SMT-LIB";
}

struct ha_cert_texts ha_cert_make(struct ha_arena *arena,
                                  const struct ha_program *program,
                                  const struct ha_claim *claim,
                                  const struct ha_init_policy *policy,
                                  double deadline_ms) {
  struct ha_cert_texts texts = {.gcl = program_text(program)};
  struct ha_text_error error = {0};
  struct ha_claim *whole = complete(arena, program, claim, policy);
  texts.inv = claim_text(whole);
  const struct ha_program *read =
      texts.gcl ? ha_program_parse(arena, texts.gcl, &error) : NULL;
  if (read && texts.inv)
    texts.conditions = ha_conditions_new(arena, read, whole, NULL, &error);
  if (texts.conditions)
    prove(arena, &texts, deadline_ms);
  else
    texts.why = complaint(arena, &error);
  return texts;
}
