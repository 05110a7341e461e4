/* The judge that a run of the interpreter asks about its formulas: they are evaluated
 * in the state of the run, with the state at the entry for old(…) and the values that
 * the ghosts were given.  One judge serves one run at a time. */
#ifndef HEAPABS_DOMAIN_JUDGE_H
#define HEAPABS_DOMAIN_JUDGE_H

#include "../gcl/interp.h"

struct ha_contracts;
struct ha_formula_judge;

struct ha_formula_judge *ha_judge_new(struct ha_contracts *contracts);
/* To be put into a run before it goes. */
const struct ha_judge *ha_judge_of(struct ha_formula_judge *judge);

/* What was at an address at the entry, where the machine as it was then cannot say:
 * input that is decided as it is read.  False: not known. */
struct ha_initial {
  void *context;
  bool (*read)(void *context, uint64_t address, unsigned size, struct ha_value *value);
};
void ha_judge_set_initial(struct ha_formula_judge *judge, struct ha_initial initial);

#endif
