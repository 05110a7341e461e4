#include "judge.h"
#include "../gcl/arena.h"
#include "concrete.h"
#include "contract.h"
#include <string.h>

struct ha_formula_judge {
  struct ha_judge judge;
  struct ha_contracts *contracts;
  const struct ha_program *program;
  struct ha_concrete *concrete;
  bool looks_back;
  struct ha_initial initial;
  /* of the current run */
  struct ha_value *entry_vars;
  struct ha_machine *entry;
  struct ha_ghost_value *ghosts; /* by formula */
};

/* Input that was not decided at the entry is whatever it was decided to be. */
static bool read_entry(void *context, uint64_t address, unsigned size,
                       struct ha_value *value) {
  struct ha_formula_judge *j = context;
  if (j->entry && ha_machine_inside(j->entry, address, size) &&
      !ha_machine_is_lazy(j->entry, address, size)) {
    *value = ha_machine_read(j->entry, address, size);
    return true;
  }
  return j->initial.read && j->initial.read(j->initial.context, address, size, value);
}

static const struct ha_ghost_value *ghost(void *context, ha_symbol symbol) {
  struct ha_formula_judge *j = context;
  struct ha_meaning_row m = ha_vocab_meaning(ha_contracts_vocab(j->contracts), symbol);
  return m.means == HA_MEANS_GHOST ? &j->ghosts[m.id] : NULL;
}

static void enter(void *context, struct ha_run *run) {
  struct ha_formula_judge *j = context;
  size_t vars = run->program->vars.count * sizeof *run->vars;
  j->entry_vars = memcpy(ha_arena_alloc(run->arena, vars), run->vars, vars);
  j->entry = j->looks_back ? ha_machine_clone(run->machine, run->arena) : NULL;
  j->ghosts =
      ha_arena_alloc(run->arena, j->program->formulas.count * sizeof *j->ghosts);
}

static struct ha_moment moment_of(struct ha_formula_judge *j, struct ha_run *run) {
  return (struct ha_moment){.run = run,
                            .entry_vars = j->entry_vars,
                            .entry_read = read_entry,
                            .ghost = ghost,
                            .context = j};
}

static bool holds(void *context, struct ha_run *run, ha_formula formula, bool *holds) {
  struct ha_formula_judge *j = context;
  ha_term term = ha_contract_term(j->contracts, formula);
  struct ha_moment moment = moment_of(j, run);
  if (!term || !j->entry_vars)
    return false;
  enum ha_truth truth = ha_concrete_holds(j->concrete, &moment, term);
  *holds = truth == HA_YES;
  return truth != HA_MAYBE;
}

static void note(void *context, struct ha_run *run, ha_formula formula) {
  struct ha_formula_judge *j = context;
  struct ha_moment moment = moment_of(j, run);
  if (ha_contract_ghost(j->contracts, formula))
    j->ghosts[formula] = ha_concrete_value(j->concrete, &moment,
                                           ha_contract_term(j->contracts, formula));
}

struct ha_formula_judge *ha_judge_new(struct ha_contracts *contracts) {
  struct ha_vocab *vocab = ha_contracts_vocab(contracts);
  struct ha_formula_judge *j =
      ha_arena_alloc(ha_terms_arena(ha_vocab_terms(vocab)), sizeof *j);
  j->judge = (struct ha_judge){j, enter, holds, note};
  j->contracts = contracts;
  j->program = ha_vocab_program(vocab);
  j->concrete = ha_concrete_new(vocab);
  j->looks_back = ha_contracts_look_back(contracts);
  return j;
}

const struct ha_judge *ha_judge_of(struct ha_formula_judge *j) { return &j->judge; }

void ha_judge_set_initial(struct ha_formula_judge *j, struct ha_initial initial) {
  j->initial = initial;
}
