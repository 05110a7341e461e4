/* Which solver decides: ground.h searches, Z3 confirms what it refutes, and Z3 alone
 * has the questions with arithmetic. */
#include "solver_impl.h"

enum { RLIMIT = 4000000 /* Z3's resource units per check */ };

static struct ha_smt *smt_of(struct ha_solver *s) {
  if (!s->smt)
    s->smt = ha_smt_new(s->terms);
  return s->smt;
}

static void tell_smt(struct ha_solver *s, ha_term formula) {
  struct force *force = ha_solver_force(s, formula);
  if (!force->in_smt)
    ha_smt_assert(smt_of(s), formula);
  force->in_smt = true;
}

/* Z3 by itself: with all that is in force. */
static enum ha_answer check_smt(struct ha_solver *s) {
  for (unsigned i = 0; i < s->in_force.count; i++)
    tell_smt(s, s->in_force.at[i]);
  enum ha_answer answer =
      ha_smt_check(smt_of(s), s->formulas.at, s->formulas.count, RLIMIT);
  s->model = ha_smt_model(s->smt);
  s->core.count = 0;
  for (unsigned i = 0; answer == HA_ANSWER_UNSAT && i < s->formulas.count; i++)
    HA_PUSH(s->arena, s->core, ha_smt_in_core(s->smt, i));
  return answer;
}

/* Z3 on what `ground` has refuted; false: it does not agree, or cannot say. */
static bool is_confirmed(struct ha_solver *s) {
  const ha_literals *numbers = ha_ground_core(s->ground);
  ha_term_vec formulas = {0};
  HA_VEC(unsigned) which = {0};
  s->core.count = 0;
  FIT(s, s->core, s->formulas.count);
  for (unsigned i = 0; i < numbers->count; i++) {
    unsigned n = numbers->at[i] - 1;
    if (n >= s->formulas.count) {
      tell_smt(s, s->in_force.at[n - s->formulas.count]);
    } else if (!s->core.at[n]) {
      s->core.at[n] = true;
      HA_PUSH(s->scratch, formulas, s->formulas.at[n]);
      HA_PUSH(s->scratch, which, n);
    }
  }
  bool is =
      ha_smt_check(smt_of(s), formulas.at, formulas.count, RLIMIT) == HA_ANSWER_UNSAT;
  for (unsigned i = 0; is && i < which.count; i++)
    s->core.at[which.at[i]] = ha_smt_in_core(s->smt, i);
  return is;
}

static bool give_ground(struct ha_solver *s) {
  bool is_ours = true;
  for (; is_ours && s->given < s->formulas.count + s->in_force.count; s->given++) {
    unsigned n = s->given, known = s->formulas.count;
    ha_term formula = n < known ? s->formulas.at[n] : s->in_force.at[n - known];
    is_ours = ha_ground_assert(s->ground, formula, n + 1);
  }
  return is_ours;
}

/* By `ground` if it can, and then by Z3 only to be sure of a refutation. */
enum ha_answer ha_solver_decide(struct ha_solver *s) {
  if (!s->is_for_smt && give_ground(s)) {
    enum ha_sat sat = ha_ground_check(s->ground);
    s->model = ha_ground_model(s->ground);
    if (sat == HA_SAT_YES)
      return HA_ANSWER_SAT;
    if (sat == HA_SAT_NO && is_confirmed(s))
      return HA_ANSWER_UNSAT;
  }
  s->is_for_smt = true;
  return check_smt(s);
}
