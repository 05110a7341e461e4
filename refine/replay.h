/* Repeats a failing run on an ordinary heap, from a fresh machine: the judge between
 * the search and the report. */
#ifndef HEAPABS_REFINE_REPLAY_H
#define HEAPABS_REFINE_REPLAY_H

#include "../gcl/interp.h"
#include "../gcl/verdict.h"
#include "engine.h"

struct ha_heapgen;

/* The answers a run got to its `havoc`s. */
struct ha_replay {
  struct ha_arena *arena;
  HA_VEC(struct ha_choice) choices;
};

void ha_replay_record(struct ha_replay *replay, const struct ha_question *question,
                      struct ha_value value);

/* The witness, in the task's arena, if `check` fails again; NULL if it does not. */
const struct ha_witness *ha_replay_confirm(const struct ha_replay *replay,
                                           const struct ha_task *task,
                                           struct ha_heapgen *gen, ha_check check,
                                           uint64_t step_limit);

#endif
