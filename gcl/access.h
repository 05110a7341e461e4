/* Reading and writing memory through fields, for the interpreter.
 *
 * This is where lazy input becomes decided: whatever reads a lazy bit asks the
 * oracle first and writes the answer back, so that each input is chosen once. */
#ifndef HEAPABS_GCL_ACCESS_H
#define HEAPABS_GCL_ACCESS_H

#include "interp.h"

/* The bytes that hold a field, and where in them its bits are. */
struct ha_window {
  uint64_t offset;       /* of the first byte, from the record's start */
  uint64_t size;         /* bytes */
  unsigned shift, width; /* bits; width 0: too wide for a value */
  bool is_bits;          /* a bit-field: shares its bytes */
};
struct ha_window ha_access_window(const struct ha_types *types, ha_field field);

/* `address` is the record's; the window must lie inside a block. */
struct ha_value ha_access_load(struct ha_run *run, uint64_t address, ha_field field);
void ha_access_store(struct ha_run *run, uint64_t address, ha_field field,
                     struct ha_value value);
/* One byte; unknown if it is in no live block. */
struct ha_value ha_access_byte(struct ha_run *run, uint64_t address);
/* Decides every lazy bit of the range; false if the run ended over it. */
bool ha_access_settle(struct ha_run *run, uint64_t address, uint64_t size);

#endif
