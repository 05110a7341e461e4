/* One run of a program on an input that is decided as the run reads it: what the
 * searches for counterexamples have in common.
 *
 * A run that fails is frozen into an ordinary heap and repeated from a fresh machine;
 * only what fails there again, and is the code's own fault, is refuted. */
#ifndef HEAPABS_REFINE_TRIAL_H
#define HEAPABS_REFINE_TRIAL_H

#include "heapgen.h"
#include "replay.h"

struct ha_task;

/* Turns away inputs that are not looked for. */
struct ha_critic {
  void *context;
  bool (*likes_input)(void *context, const struct ha_run *run);
  bool (*likes_answer)(void *context, const struct ha_question *question,
                       struct ha_value value);
};

struct ha_trial {
  struct ha_task *task;
  const char *engine; /* in whose name checks are refuted */
  struct ha_heapgen_plan plan;
  struct ha_run *prepared;
  struct ha_arena *scratch; /* of one run */
  struct ha_chooser chooser;
  const struct ha_critic *critic; /* NULL: everything is welcome */
  uint64_t run_steps;
  struct ha_replay replay; /* of the run at hand */
  uint64_t steps;          /* of all runs */
  unsigned refuted;        /* checks */
};

/* `shared` outlives the runs; inputs have at most so many nodes. */
struct ha_trial *ha_trial_new(struct ha_arena *shared, struct ha_task *task,
                              const char *engine, unsigned max_nodes);
void ha_trial_free(struct ha_trial *trial);
void ha_trial_run(struct ha_trial *trial);

#endif
