/* The parts of a C reproducer; see reproducer.c for how they fit together. */
#ifndef HEAPABS_REPORT_REPRO_H
#define HEAPABS_REPORT_REPRO_H

#include "report.h"
#include <stdio.h>

struct ha_repro {
  struct ha_arena *arena;
  FILE *out;
  const struct ha_result *result;
  const struct ha_program *program;
  const struct ha_witness *witness;
  ha_check check;
  const struct ha_repro_options *options;
};

bool ha_repro_is_identifier(const char *name);

/* repro_heap.c: the input heap and the globals. */

/* A C expression of type `void *` for an address of the witness's entry heap. */
const char *ha_repro_pointer(struct ha_repro *repro, uint64_t address);
/* A C expression for a value of a type, to pass or to return. */
const char *ha_repro_value(struct ha_repro *repro, ha_type type, struct ha_value value);
void ha_repro_declare_heap(struct ha_repro *repro);
void ha_repro_build_heap(struct ha_repro *repro);

/* repro_stubs.c: what the source takes from elsewhere. */

/* Before the source: redirects the allocation functions. */
void ha_repro_redirect(struct ha_repro *repro);
/* After it: their replacements, and every function the source only declares. */
void ha_repro_stubs(struct ha_repro *repro);
/* The recorded answers, as statements: pointers are known only at run time. */
void ha_repro_answers(struct ha_repro *repro);

/* repro_call.c: the function `ha_call`, which makes the call. */
void ha_repro_call(struct ha_repro *repro);

#endif
