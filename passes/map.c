#include "map.h"
#include "../gcl/arena.h"

struct ha_map_entry {
  const void *key;
  uint32_t value;
};

static uint32_t hash(const void *key) {
  uint64_t bits = (uint64_t)(uintptr_t)key >> 3;
  return (uint32_t)(bits * 0x9e3779b97f4a7c15u >> 32);
}

/* The entry of `key`, or the free one where it belongs. */
static struct ha_map_entry *locate(const struct ha_map *map, const void *key) {
  uint32_t mask = map->capacity - 1, i = hash(key) & mask;
  while (map->at[i].key && map->at[i].key != key)
    i = (i + 1) & mask;
  return &map->at[i];
}

static void rehash(struct ha_map *map, struct ha_arena *arena) {
  struct ha_map old = *map;
  map->capacity = old.capacity ? 2 * old.capacity : 16;
  map->at = ha_arena_alloc(arena, map->capacity * sizeof *map->at);
  for (uint32_t i = 0; i < old.capacity; i++)
    if (old.at[i].key)
      *locate(map, old.at[i].key) = old.at[i];
}

uint32_t ha_map_get(const struct ha_map *map, const void *key) {
  return map->capacity ? locate(map, key)->value : 0;
}

void ha_map_set(struct ha_map *map, struct ha_arena *arena, const void *key,
                uint32_t value) {
  if (2 * (map->count + 1) > map->capacity)
    rehash(map, arena);
  struct ha_map_entry *entry = locate(map, key);
  map->count += !entry->key;
  *entry = (struct ha_map_entry){key, value};
}
