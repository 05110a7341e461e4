/* An arena owns every byte of one analysis: allocate freely, free once.
 *
 * Pointers from ha_arena_alloc stay valid until the arena is freed or reset to a
 * mark taken before the allocation; memory is zeroed.  ha_arena_live() is the sum
 * of the bytes held by all arenas of the process, so a test can end by asserting
 * that it is zero.  There is no failure to handle: when memory runs out the process
 * ends by SIGKILL, as it would at the hands of the kernel, and the parent that
 * started the analysis reports it. */
#ifndef HEAPABS_GCL_ARENA_H
#define HEAPABS_GCL_ARENA_H

#include <stddef.h>

struct ha_arena;

struct ha_arena *ha_arena_new(void);
void ha_arena_free(struct ha_arena *arena);

void *ha_arena_alloc(struct ha_arena *arena, size_t size);
char *ha_arena_strdup(struct ha_arena *arena, const char *text);
char *ha_arena_strndup(struct ha_arena *arena, const char *text, size_t len);
__attribute__((format(printf, 2, 3))) char *ha_arena_printf(struct ha_arena *arena,
                                                            const char *format, ...);

/* Copies `old_size` bytes into a new allocation of `new_size`; the old one stays. */
void *ha_arena_grow(struct ha_arena *arena, const void *old, size_t old_size,
                    size_t new_size);

size_t ha_arena_mark(struct ha_arena *arena);
void ha_arena_reset(struct ha_arena *arena, size_t mark);
size_t ha_arena_live(void);

/* A growable array inside an arena: HA_VEC(type) v = {0}; HA_PUSH(arena, v, item).
 * Growing moves the items: hold indices, not pointers, across a push. */
#define HA_VEC(type)                                                                   \
  struct {                                                                             \
    type *at;                                                                          \
    unsigned count, capacity;                                                          \
  }
#define HA_PUSH(arena, vec, ...)                                                       \
  do {                                                                                 \
    if ((vec).count == (vec).capacity) {                                               \
      unsigned grown = (vec).capacity ? 2 * (vec).capacity : 8;                        \
      (vec).at = ha_arena_grow(arena, (vec).at, (vec).count * sizeof *(vec).at,        \
                               grown * sizeof *(vec).at);                              \
      (vec).capacity = grown;                                                          \
    }                                                                                  \
    (vec).at[(vec).count++] = (__VA_ARGS__);                                           \
  } while (0)

#endif
