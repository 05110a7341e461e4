/* Satisfiability of ground formulas without arithmetic, one question at a time.
 *
 * Most rounds of the lazy loop (solver.h) ask for nothing more: equality, functions,
 * truth values.  This is that, by clauses (cdcl.h) and congruence (congruence.h), at a
 * small part of what a call of Z3 costs.  Its models go the way of all models: they are
 * completed to a heap and looked at.  Its refutations are no proof of ours, but they
 * say which few assertions Z3 has to refute. */
#ifndef HEAPABS_DOMAIN_GROUND_H
#define HEAPABS_DOMAIN_GROUND_H

#include "cdcl.h"
#include "term.h"

struct ha_ground;
struct ha_model;

struct ha_ground *ha_ground_new(struct ha_terms *terms);
void ha_ground_free(struct ha_ground *ground);

void ha_ground_begin(struct ha_ground *ground); /* a new question */
/* Formulas as ha_smt_assert takes them; false: not one for us (an order, a sum), and
 * the question is to be asked elsewhere.  `number`, from 1 on, names it in the core. */
bool ha_ground_assert(struct ha_ground *ground, ha_term formula, unsigned number);
enum ha_sat ha_ground_check(struct ha_ground *ground);
/* After NO: the numbers of assertions that have no model. */
const ha_literals *ha_ground_core(struct ha_ground *ground);
/* After YES, until the next question or check.  It says what some choice of true parts
 * of what was asserted needs, and no more. */
struct ha_model *ha_ground_model(struct ha_ground *ground);

#endif
