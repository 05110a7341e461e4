/* The state of one run of `pdr`, shared by pdr.c and pdr_check.c. */
#ifndef HEAPABS_REFINE_PDR_STATE_H
#define HEAPABS_REFINE_PDR_STATE_H

#include "../domain/sym.h"
#include "../domain/view.h"
#include "../domain/vocab.h"
#include "lazy.h"

struct ha_live;
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
  bool is_background;   /* about what the code leaves alone, or a pointer's validity */
  bool needed, checked; /* by what is proved (pdr_check.c) */
};

#define HA_EVERY_FRAME UINT32_MAX

/* A piece of an abstract path to Bad, and the states it ends in there. */
struct ha_pdr_step {
  const struct ha_piece *piece;
  struct ha_cube cube;
};

/* A goal whose abstract path reached Init. */
struct ha_pdr_failure {
  unsigned goal;
  HA_VEC(struct ha_pdr_step) steps; /* from the entry on */
  bool is_spurious;                 /* no input takes it */
  bool is_exact; /* full cubes and heaps all the way: no combination of the predicates
                 proves the goal */
};

struct ha_pdr_cut {
  ha_loc loc;
  ha_term_vec predicates;
  unsigned given; /* so many before any were found by refinement */
  HA_VEC(struct ha_clause) clauses;
};

struct ha_pdr {
  struct ha_arena *arena;
  struct ha_task *task;
  const struct ha_program *program;
  struct ha_terms *terms;
  struct ha_vocab *vocab;
  const struct ha_pieces *pieces; /* ρ and Bad */
  const struct ha_live *live;
  ha_term_vec init;               /* Init */
  HA_VEC(struct ha_pdr_cut) cuts; /* loop heads */
  struct ha_lazy *lazy;           /* the question at hand */
  bool *failed; /* by goal: its path back reached Init, or the solver gave up */
  bool *wanted; /* by goal: part of Bad in this phase */
  HA_VEC(struct ha_pdr_step) path; /* to Bad, the last piece first */
  bool path_is_exact;
  HA_VEC(struct ha_pdr_failure) failures;
  unsigned N, queries, goal_limit;
  unsigned rounds;    /* of refinement */
  unsigned invariant; /* R[invariant] is inductive */
  bool out_of_budget, gave_up;
};

/* Algorithm 1, with all that surrounds it here. */
void ha_pdr_search(struct ha_pdr *pdr);
/* Looks for what the input could promise so that everything is proved. */
void ha_pdr_suggest(struct ha_task *task);
struct ha_pdr *ha_pdr_new(struct ha_arena *arena, struct ha_task *task);
struct ha_pdr_cut *ha_pdr_cut(const struct ha_pdr *pdr, ha_loc loc);
void ha_pdr_propagate(struct ha_pdr *pdr);
/* Checks the invariant anew and settles the task's checks. */
void ha_pdr_conclude(struct ha_pdr *pdr);
/* pdr_tell.c: the invariant at each loop head, as people read it. */
void ha_pdr_tell(struct ha_pdr *pdr, struct ha_lazy *lazy);
void ha_pdr_finish(struct ha_pdr *pdr);
/* The abstract path at hand reached Init (Algorithm 2, lines 2 to 5): a concrete
 * counterexample if some heap takes it, else an abstraction failure. */
void ha_pdr_fail(struct ha_pdr *pdr, unsigned goal);
/* Adds predicates for the paths that no input takes, and opens their goals again;
 * false: there are none. */
bool ha_pdr_refine(struct ha_pdr *pdr);
/* Looks for counterexamples to the goals that failed on paths of few pieces. */
void ha_pdr_try_paths(struct ha_pdr *pdr);
/* Why its check is unknown, if that is all that was found out; NULL: nothing was. */
const char *ha_pdr_why(struct ha_pdr *pdr, ha_check check);
/* A formula as people read it, in the task's arena. */
const char *ha_pdr_text(struct ha_pdr *pdr, ha_term formula);
/* Tells the result, if it is to be explained, what was learnt at `loc`, and the cube
 * that this excludes (NULL: it is inductive by itself). */
void ha_pdr_explain(struct ha_pdr *pdr, ha_loc loc, ha_term learnt,
                    const struct ha_cube *excluded);

#endif
