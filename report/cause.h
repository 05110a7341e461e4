/* Why a refuted check failed, in more detail than its kind.
 *
 * Replays the witness on a copy of its entry heap and looks at the machine where the
 * run ends: is the pointer uninitialised, past its block, into a frame that is gone;
 * where was the block freed or allocated. */
#ifndef HEAPABS_REPORT_CAUSE_H
#define HEAPABS_REPORT_CAUSE_H

#include "../gcl/verdict.h"

enum ha_cause_kind {
  HA_CAUSE_UNCLEAR, /* the replay did not end at the check, or says no more */
  HA_CAUSE_UNINITIALISED,
  HA_CAUSE_FIELD_OF_NULL, /* not null itself, but `offset` bytes after it */
  HA_CAUSE_OUT_OF_BOUNDS,
  HA_CAUSE_DEAD_FRAME, /* a local whose block or function has been left */
  HA_CAUSE_FREED,
  HA_CAUSE_NOT_HEAP,  /* freed, but a local, a global or a function */
  HA_CAUSE_NOT_START, /* freed in the middle of a block */
  HA_CAUSE_LOST       /* allocated by the run, live, and nothing points to it */
};

struct ha_cause {
  enum ha_cause_kind kind;
  int64_t offset;   /* OUT_OF_BOUNDS, NOT_START: of the pointer in its block */
  uint64_t size;    /* of that block, or of the lost one */
  const char *name; /* of that block; NULL for heap blocks */
  ha_pos allocated; /* by this run; 0 for the input's blocks */
  ha_pos freed;
};

struct ha_cause ha_report_cause(struct ha_arena *arena, const struct ha_result *result,
                                ha_check check);

/* A run in the witness's entry state, about to begin. */
struct ha_run;
struct ha_run *ha_report_entry_run(struct ha_arena *arena,
                                   const struct ha_program *program,
                                   const struct ha_witness *witness);

#endif
