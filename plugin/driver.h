/* The analysis of one unit, function by function: filter, lower, analyse, tell.
 *
 * Runs in the forked child (isolate.h); everything it finds goes over the wire. */
#ifndef HEAPABS_PLUGIN_DRIVER_H
#define HEAPABS_PLUGIN_DRIVER_H

#include <llvm-c/Types.h>
#include <stdbool.h>
#include <stdint.h>

struct ha_options;
struct ha_place;
struct ha_repro_options;
struct ha_unit;
struct ha_wire;

struct ha_driver {
  const struct ha_options *options;
  struct ha_unit *unit;
  const LLVMValueRef *functions; /* the defined ones, in source order */
  unsigned count;
  bool analyse;        /* false: only print */
  double allowance_ms; /* what the engines may take in all; 0: as the options say */
  const struct ha_repro_options *repro; /* NULL: no reproducers */
  /* Clang's encodings for a position of the debug info; may be NULL. */
  void (*locate)(void *context, struct ha_place *place);
  void *context;
};

void ha_driver_run(const struct ha_driver *driver, unsigned first, double deadline,
                   struct ha_wire *wire);

#endif
