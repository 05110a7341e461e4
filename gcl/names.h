/* A table from names to ids, in an arena.  Zero-initialised it is empty; names are
 * borrowed and must stay. */
#ifndef HEAPABS_GCL_NAMES_H
#define HEAPABS_GCL_NAMES_H

#include <stdint.h>

struct ha_arena;

struct ha_names {
  struct ha_name_slot *slots; /* open addressing, at most half full */
  unsigned count, capacity;
};

uint32_t ha_names_get(const struct ha_names *names,
                      const char *name); /* 0: not there */
/* The name must not be there yet; id is not 0. */
void ha_names_put(struct ha_arena *arena, struct ha_names *names, const char *name,
                  uint32_t id);

#endif
