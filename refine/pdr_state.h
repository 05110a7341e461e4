/* The state of one run of `pdr`, shared by pdr.c and pdr_check.c. */
#ifndef HEAPABS_REFINE_PDR_STATE_H
#define HEAPABS_REFINE_PDR_STATE_H

#include "../domain/sym.h"
#include "../domain/view.h"
#include "../domain/vocab.h"
#include "lazy.h"

struct ha_task;

/* A conjunction of literals of predicates. */
struct ha_cube {
  ha_term *at;
  unsigned count, capacity;
};

/* The negation of a cube; holds in R[1] … R[level] at its cut point. */
struct ha_clause {
  ha_term formula;
  unsigned level;
  struct ha_cube cube;
  bool needed, checked; /* by what is proved (pdr_check.c) */
};

#define HA_EVERY_FRAME UINT32_MAX

struct ha_pdr_cut {
  ha_loc loc;
  ha_term_vec predicates;
  HA_VEC(struct ha_clause) clauses;
};

struct ha_pdr {
  struct ha_arena *arena;
  struct ha_task *task;
  const struct ha_program *program;
  struct ha_terms *terms;
  struct ha_vocab *vocab;
  const struct ha_pieces *pieces; /* ρ and Bad */
  ha_term_vec init;               /* Init */
  HA_VEC(struct ha_pdr_cut) cuts; /* loop heads */
  struct ha_lazy *lazy;           /* the question at hand */
  bool *failed; /* by goal: its path back reached Init, or the solver gave up */
  bool *wanted; /* by goal: part of Bad in this phase */
  unsigned N, depth, queries, goal_limit;
  unsigned invariant; /* R[invariant] is inductive */
  bool out_of_budget, gave_up;
};

struct ha_pdr *ha_pdr_new(struct ha_arena *arena, struct ha_task *task);
struct ha_pdr_cut *ha_pdr_cut(const struct ha_pdr *pdr, ha_loc loc);
void ha_pdr_propagate(struct ha_pdr *pdr);
/* Checks the invariant anew and settles the task's checks. */
void ha_pdr_conclude(struct ha_pdr *pdr);
void ha_pdr_finish(struct ha_pdr *pdr);
/* Tells the result, if it is to be explained, what was learnt at `loc`, and the cube
 * that this excludes (NULL: it is inductive by itself). */
void ha_pdr_explain(struct ha_pdr *pdr, ha_loc loc, ha_term learnt,
                    const struct ha_cube *excluded);

#endif
