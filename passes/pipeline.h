/* From a unit to GCL programs: the order of the passes, and the filter. */
#ifndef HEAPABS_PASSES_PIPELINE_H
#define HEAPABS_PASSES_PIPELINE_H

#include <llvm-c/Types.h>
#include <stdbool.h>

struct ha_arena;
struct ha_program;
struct ha_unit;

struct ha_lower_options {
  bool malloc_may_fail;
  bool whole_program;    /* entry=main: assume initial globals, inline deeper */
  unsigned inline_depth; /* 0: the default */
  unsigned inline_size;  /* instructions in all; 0: the default */
  unsigned checks;       /* bit set of enum ha_check_kind */
  const char *const *assertion_names; /* NULL-terminated, may be NULL */
  /* "zmalloc=malloc": calls of the first do what the second does, one of models.def;
   * "xmalloc=malloc!": and do not return where that returns null.  NULL-terminated, may
   * be NULL. */
  const char *const *models;
};

/* Does this function touch linked structures, by type, itself or in what it calls?
 * Microseconds; decides what deserves an engine. */
bool ha_function_is_relevant(struct ha_unit *unit, LLVMValueRef function);

/* Lowers one function with its callees.  Never fails: what cannot be modelled is
 * havocked and listed among the limitations.  The program lives in `arena`. */
struct ha_program *ha_lower(struct ha_unit *unit, LLVMValueRef function,
                            const struct ha_lower_options *options,
                            struct ha_arena *arena);

#endif
