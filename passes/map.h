/* A hash map from addresses to numbers, in an arena.  Lookups only: nothing is ever
 * printed in its order, so addresses never show in any output. */
#ifndef HEAPABS_PASSES_MAP_H
#define HEAPABS_PASSES_MAP_H

#include <stdint.h>

struct ha_arena;

struct ha_map {
  struct ha_map_entry *at;
  uint32_t count, capacity; /* capacity is 0 or a power of two */
};

/* 0 for an unknown key, so store ids from 1 on. */
uint32_t ha_map_get(const struct ha_map *map, const void *key);
void ha_map_set(struct ha_map *map, struct ha_arena *arena, const void *key,
                uint32_t value);

#endif
