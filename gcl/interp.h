/* The concrete interpreter: runs a GCL program on a concrete heap.  It is the judge
 * of every counterexample.
 *
 * All choices come from an oracle, so a run is a function of (program, entry state,
 * answers) and a list of answers is a replay.  A run ends at an exit, at a failed
 * check, or where it can no longer be trusted: a branch or a check whose outcome
 * depends on a tainted or undefined value ends in HA_RUN_TAINTED / HA_RUN_UNDEFINED
 * (a check on an undefined pointer: null-deref and use-after-free pass, access()
 * is false, so the use of an uninitialised pointer is an invalid-deref).  */
#ifndef HEAPABS_GCL_INTERP_H
#define HEAPABS_GCL_INTERP_H

#include "gcl.h"
#include "machine.h"

enum ha_run_status {
  HA_RUN_EXIT,
  HA_RUN_CHECK_FAILED,
  HA_RUN_BLOCKED,   /* an assumption failed: not an execution */
  HA_RUN_STEPS,     /* the step limit */
  HA_RUN_TAINTED,   /* depends on something unmodelled */
  HA_RUN_UNDEFINED, /* branches on an uninitialised value */
  HA_RUN_OVERFLOW,  /* signed overflow, division by zero, shift too far */
  HA_RUN_STOPPED,   /* the oracle said stop */
  HA_RUN_STUCK,     /* an access that no check guards went wrong, or memory ran out */
  HA_RUN_GOING      /* not ended yet */
};

enum ha_ask { HA_ASK_HAVOC, HA_ASK_LAZY };

/* What the oracle is asked: a value for a `havoc`, or for an input byte range that
 * is read for the first time. */
struct ha_question {
  enum ha_ask ask;
  ha_type type;
  enum ha_origin origin;        /* HAVOC */
  const struct ha_cmd_row *cmd; /* HAVOC: the command (callee, var) */
  uint64_t address;             /* LAZY */
  ha_field field;               /* LAZY: through which field it was read; 0: none */
};

struct ha_oracle {
  void *context;
  /* Sets *value and returns true, or returns false to stop the run.  May allocate
   * blocks in the machine (a fresh object an unknown function returns). */
  bool (*answer)(void *context, struct ha_machine *machine,
                 const struct ha_question *question, struct ha_value *value);
};

struct ha_plan;
struct ha_run;

/* Called before each command with the state in which it is about to run. */
struct ha_observer {
  void *context;
  void (*step)(void *context, const struct ha_run *run, uint32_t cmd);
};

/* Says what formulas are worth; the interpreter itself cannot read them. */
struct ha_judge {
  void *context;
  void (*enter)(void *context, struct ha_run *run); /* at the entry, before anything */
  /* False if the state does not say. */
  bool (*holds)(void *context, struct ha_run *run, ha_formula formula, bool *holds);
  void (*note)(void *context, struct ha_run *run, ha_formula formula);
};

struct ha_run {
  const struct ha_program *program;
  struct ha_machine *machine;
  struct ha_value *vars; /* by variable id; params set by the caller */
  uint64_t *obj_address; /* by object id; 0: not alive */
  enum ha_run_status status;
  ha_check failed; /* CHECK_FAILED */
  uint32_t at;     /* the command where it is, or ended (0 at an exit) */
  uint64_t steps;
  struct ha_arena *arena;         /* borrowed: of the machine and of scratch data */
  const struct ha_plan *plan;     /* shared by all runs cloned from one */
  const struct ha_oracle *oracle; /* while it goes */
  const struct ha_judge *judge;   /* NULL: formulas are not known */
};

/* Prepares a run on `machine`: globals and functions get blocks.  With
 * `initial_globals` (entry=main) their contents are the initialisers'; otherwise
 * only constant ones are, and the rest is the caller's to fill (zero until then).
 * Objects defined elsewhere are lazy. */
struct ha_run *ha_run_new(struct ha_arena *arena, const struct ha_program *program,
                          struct ha_machine *machine, bool initial_globals);
/* A copy of a prepared run and its machine: fill the entry state once, run clones. */
struct ha_run *ha_run_clone(const struct ha_run *run, struct ha_arena *arena);
enum ha_run_status ha_run_go(struct ha_run *run, struct ha_oracle oracle,
                             const struct ha_observer *observer, uint64_t step_limit);
/* Outside of a run nobody can be asked: what is still lazy counts as tainted. */
struct ha_value ha_run_eval(const struct ha_run *run, ha_expr expr);

#endif
