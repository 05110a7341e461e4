/* Linear probing over FNV-1a; the capacity is a power of two. */
#include "names.h"
#include "arena.h"
#include <assert.h>
#include <string.h>

struct ha_name_slot {
  const char *name; /* NULL: empty */
  uint32_t id;
};

static uint32_t hash(const char *name) {
  uint32_t h = UINT32_C(2166136261);
  for (; *name; name++)
    h = (h ^ (unsigned char)*name) * UINT32_C(16777619);
  return h;
}

/* The slot of `name`, or the empty one where it belongs. */
static struct ha_name_slot *slot(const struct ha_names *names, const char *name) {
  unsigned mask = names->capacity - 1;
  for (unsigned i = hash(name) & mask;; i = (i + 1) & mask)
    if (!names->slots[i].name || strcmp(names->slots[i].name, name) == 0)
      return &names->slots[i];
}

uint32_t ha_names_get(const struct ha_names *names, const char *name) {
  return names->capacity ? slot(names, name)->id : 0;
}

static void grow(struct ha_arena *arena, struct ha_names *names) {
  struct ha_names old = *names;
  names->capacity = old.capacity ? 2 * old.capacity : 64;
  names->slots = ha_arena_alloc(arena, names->capacity * sizeof *names->slots);
  for (unsigned i = 0; i < old.capacity; i++)
    if (old.slots[i].name)
      *slot(names, old.slots[i].name) = old.slots[i];
}

void ha_names_put(struct ha_arena *arena, struct ha_names *names, const char *name,
                  uint32_t id) {
  assert(id && !ha_names_get(names, name));
  if (2 * (names->count + 1) > names->capacity)
    grow(arena, names);
  *slot(names, name) = (struct ha_name_slot){.name = name, .id = id};
  names->count++;
}
