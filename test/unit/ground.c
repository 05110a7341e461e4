/* The ground solver against Z3, on random formulas asserted a few at a time: the same
 * answers, models in which all that was asserted holds, cores that Z3 refutes. */
#include "domain/ground.h"
#include "domain/expand.h"
#include "domain/model.h"
#include "domain/smt.h"
#include "expect.h"
#include "random_formula.h"

enum { ASSERTIONS = 12, AT_ONCE = 3 };

struct tally {
  unsigned unsat, sat, foreign, small_cores;
};

struct asked {
  struct ha_terms *t;
  struct ha_ground *ground;
  struct ha_smt *smt;
  ha_term formulas[ASSERTIONS];
  unsigned count;
};

static void expect_model(struct asked *a) {
  for (unsigned i = 0; i < a->count; i++) {
    struct ha_said said = ha_model_eval(ha_ground_model(a->ground), a->formulas[i]);
    EXPECT(said.known && said.value);
  }
}

/* What it rests on is unsatisfiable by itself. */
static void expect_core(struct asked *a, struct tally *tally) {
  const ha_literals *core = ha_ground_core(a->ground);
  ha_term formulas[ASSERTIONS];
  bool is_in[ASSERTIONS + 1] = {false};
  unsigned count = 0;
  for (unsigned i = 0; i < core->count; i++) {
    EXPECT(core->at[i] >= 1 && core->at[i] <= a->count);
    if (!is_in[core->at[i]])
      formulas[count++] = a->formulas[core->at[i] - 1];
    is_in[core->at[i]] = true;
  }
  EXPECT(ha_smt_check(a->smt, formulas, count, 0) == HA_ANSWER_UNSAT);
  tally->small_cores += count < a->count;
}

/* False: unsatisfiable, or not for this solver. */
static bool check(struct asked *a, struct tally *tally) {
  enum ha_answer right = ha_smt_check(a->smt, a->formulas, a->count, 0);
  enum ha_sat answer = ha_ground_check(a->ground);
  EXPECT(answer == (right == HA_ANSWER_SAT ? HA_SAT_YES : HA_SAT_NO));
  if (answer == HA_SAT_YES)
    expect_model(a);
  else
    expect_core(a, tally);
  tally->sat += answer == HA_SAT_YES;
  tally->unsat += answer == HA_SAT_NO;
  return answer == HA_SAT_YES;
}

static void ask(struct words w, uint64_t seed, struct tally *tally) {
  struct ha_arena *arena = ha_arena_new();
  struct asked a = {.t = ha_terms_new(arena)};
  make_words(&w, a.t, seed);
  a.ground = ha_ground_new(a.t);
  a.smt = ha_smt_new(a.t);
  struct ha_expander *expander = ha_expander_new(a.t);
  for (unsigned question = 0; question < 4; question++) {
    bool goes_on = true;
    ha_ground_begin(a.ground);
    a.count = 0;
    while (goes_on && a.count < ASSERTIONS) {
      ha_term formula = ha_expand(expander, any_formula(&w, 3, 0));
      a.formulas[a.count++] = formula;
      bool is_ours = ha_ground_assert(a.ground, formula, a.count);
      tally->foreign += !is_ours;
      goes_on = is_ours && (a.count % AT_ONCE || check(&a, tally));
    }
  }
  ha_ground_free(a.ground);
  ha_smt_free(a.smt);
  ha_arena_free(arena);
}

static void ask_many(struct words w, unsigned least, bool is_all_ours) {
  struct tally t = {0};
  for (uint64_t seed = 1; seed <= 150; seed++)
    ask(w, seed, &t);
  printf("unsat %u (%u with fewer assertions), sat %u, not for it %u\n", t.unsat,
         t.small_cores, t.sat, t.foreign);
  EXPECT(t.unsat > least && t.sat > least && t.small_cores > least / 4);
  EXPECT(!is_all_ours || !t.foreign);
}

int main(void) {
  ask_many((struct words){.objects = 4, .links = 1}, 200, true);
  ask_many((struct words){.objects = 3, .links = 2, .sets = 2, .stores = true}, 80,
           false);
  ask_many((struct words){.objects = 6, .links = 1, .sets = 1}, 100, true);
  ask_many((struct words){.objects = 3,
                          .links = 1,
                          .datas = 1,
                          .integers = 2,
                          .sets = 1,
                          .stores = true},
           80, false);
  return finish();
}
