/* What an analysis says of a function, with its evidence; plain data.
 *
 * Made by refine/, read by report/ and plugin/.  A *refuted* check always carries a
 * witness that the interpreter has replayed; a *proved* one belongs to a result
 * whose `invariants` and `assumes` are the argument; an *unknown* one says why. */
#ifndef HEAPABS_GCL_VERDICT_H
#define HEAPABS_GCL_VERDICT_H

#include "gcl.h"
#include "machine.h"

struct ha_graph;

enum ha_verdict { HA_UNKNOWN, HA_PROVED, HA_REFUTED };
extern const char *const ha_verdict_text[]; /* "unknown", "proved", "refuted" */

struct ha_step {
  ha_pos pos;
  const char *what; /* "assuming 'p' is null", "calling 'f'", "'x' is freed" */
  const char *heap; /* one line, ha_draw_line */
  const struct ha_graph *graph; /* the same as data, graph.h; NULL if not taken */
};

/* One answer the oracle gave, in order: enough to replay and to write a harness. */
struct ha_choice {
  bool lazy;             /* an input cell, else a `havoc` */
  enum ha_origin origin; /* of the havoc */
  const char *callee;    /* CALL_RESULT */
  ha_type type;
  struct ha_value value;
  uint64_t address; /* lazy input: where */
};

struct ha_witness {
  const struct ha_machine *entry; /* the input heap, every lazy byte that was read
                                     filled in */
  const struct ha_value *args;    /* by parameter */
  const uint64_t *obj_address;    /* by object, at entry */
  HA_VEC(struct ha_choice) choices;
  HA_VEC(struct ha_step) steps; /* the last one is the failing check */
};

/* What an abstraction can say of a state on a path to a failure. */
struct ha_abstract_state {
  ha_loc loc;
  const char *says;
};

struct ha_check_result {
  enum ha_verdict verdict;
  const char *engine;               /* which settled it, or gave up last */
  const char *why;                  /* unknown: one clause */
  const struct ha_witness *witness; /* refuted */
  HA_VEC(struct ha_abstract_state)
  abstract; /* unknown: a path that was not excluded,
               though no input takes it */
};

struct ha_invariant {
  ha_loc loc;
  const char *formula;
  const char *background; /* what holds besides, because the code leaves alone what it
                             speaks of, and that pointers are valid; NULL: nothing */
};

/* A formula of the program that cannot be read: where in its text, and why. */
struct ha_mistake {
  ha_formula formula;
  unsigned line, column; /* from 1 */
  const char *message;
};

/* What one engine was tried for, and what it did. */
struct ha_attempt {
  const char *engine;
  double ms;
  uint64_t queries;
  unsigned proved, refuted, left; /* checks */
  unsigned frames, clauses;       /* pdr: N, and the clauses of its invariants */
};

/* A step by which an engine came nearer: what it learnt, and the abstract states, on a
 * path to a failure, that this excludes (NULL: it holds by itself). */
struct ha_refinement {
  const char *engine;
  ha_loc loc;
  const char *learnt, *excluded;
};

struct ha_result {
  const struct ha_program *program;
  enum ha_verdict verdict; /* refuted if a check is; proved if all are; else unknown */
  const char *engine;
  const char *why; /* unknown: the first reason */
  double ms;
  uint64_t queries, cache_hits;
  struct ha_check_result *checks; /* by check id */
  HA_VEC(struct ha_invariant) invariants;
  HA_VEC(const char *) inferred_requires;
  HA_VEC(const char *) assumes;
  const char *certificate; /* the file of it; NULL: none */
  const char
      *suggestion; /* not proved: with this precondition it would be; NULL: none */
  const char *uncertified; /* a proof that was to have one: why not */
  HA_VEC(struct ha_mistake) mistakes;
  HA_VEC(struct ha_attempt) attempts;       /* in order */
  HA_VEC(struct ha_refinement) refinements; /* if an explanation is wanted */
};

#endif
