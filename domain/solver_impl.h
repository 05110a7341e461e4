/* Inside the solver: its state, and the step that decides what has been asserted. */
#ifndef HEAPABS_DOMAIN_SOLVER_IMPL_H
#define HEAPABS_DOMAIN_SOLVER_IMPL_H

#include "active.h"
#include "ground.h"
#include "sheet.h"
#include "solver.h"

/* A formula that holds by itself: in which query it was used last, and whether Z3 has
 * it. */
struct force {
  uint32_t query;
  bool in_smt;
};

struct ha_solver {
  struct ha_arena *arena, *scratch; /* scratch: of one round */
  struct ha_vocab *vocab;
  struct ha_terms *terms;
  struct ha_ground *ground;
  struct ha_smt *smt; /* NULL until it is needed */
  struct ha_unfolder *unfolder;
  struct ha_expander *expander;
  struct ha_skolem *skolem;
  struct ha_solver_stats stats;
  HA_VEC(struct ha_instance) instances;
  HA_VEC(uint32_t) first_of; /* by quantifier: its last instance + 1, chained … */
  HA_VEC(uint32_t)
  first_at;                   /* by object: the last axiom instance + 1 of which it
                                 is the youngest term … */
  HA_VEC(uint32_t) next_of;   /* … by instance */
  HA_VEC(uint32_t) activated; /* by instance: the query it was last active in */
  HA_VEC(ha_term) asserted;   /* by instance: the formula, with its guard */
  struct ha_sheet force;      /* by formula: struct force */
  ha_term_vec valid;          /* Γ and ¬F */
  ha_term_vec asked;          /* the query, unfolded */
  ha_term_vec formulas;       /* … and without quantifiers, as assumed */
  ha_term_vec proxies;        /* active ones, as terms */
  ha_term_vec watched;
  struct ha_cache *cache; /* or NULL */
  struct ha_alpha *alpha;
  ha_term_vec in_force; /* axioms, facts, … of the query */
  unsigned given;       /* of those, to `ground` */
  bool is_for_smt;      /* the query is not one for `ground` */
  HA_VEC(bool) core;    /* by formula, after UNSAT */
  struct ha_model *model;
  double deadline_ms;
  unsigned met; /* active terms that have been looked at */
  struct ha_active active;
  struct ha_view *view;
  struct ha_structure *heap; /* of the last model */
  enum ha_truth genuine;     /* does all that was asked hold on it? */
  bool has_model;
};

#define FIT(s, vec, index)                                                             \
  do {                                                                                 \
    while ((vec).count <= (index))                                                     \
      HA_PUSH((s)->arena, vec, 0);                                                     \
  } while (0)

static inline struct force *ha_solver_force(struct ha_solver *s, ha_term formula) {
  return ha_sheet_slot(s->arena, &s->force, formula, sizeof(struct force));
}

/* Is there a model of the query's formulas and of all that is in force?  After SAT it
 * is `model`; after UNSAT the formulas that are needed are marked in `core`. */
enum ha_answer ha_solver_decide(struct ha_solver *s);

#endif
