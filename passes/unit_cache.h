/* What the passes remember about a unit between the programs lowered from it. */
#ifndef HEAPABS_PASSES_UNIT_CACHE_H
#define HEAPABS_PASSES_UNIT_CACHE_H

#include "../gcl/arena.h"
#include "map.h"
#include <stdbool.h>

struct ha_function;
struct ha_unit;

struct ha_unit_cache {
  struct ha_map instruction_index; /* instruction or argument → its number + 1 */
  struct ha_map function_row;
  HA_VEC(struct ha_function *) functions;
  struct ha_map record_of; /* LLVM struct type → C record */
  struct ha_map relevance; /* function → 1: it touches linked structures */
  bool judged;             /* all of them were */
  struct ha_map writes;    /* function → 1: it may change memory that is not its own */
  bool writers_found;      /* all of them were */
};

struct ha_unit_cache *ha_unit_cache(struct ha_unit *unit);

#endif
