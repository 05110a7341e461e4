/* Chunks in a stack; an allocation bumps the top one.  A chunk that a reset empties is
 * kept as a spare, so that a mark/reset loop costs no malloc. */
#include "arena.h"
#include <assert.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 16, CHUNK = 64 * 1024 };

/* A chunk covers the positions start .. start+capacity of its arena; a mark is such a
 * position.  The chunk above starts where this one's capacity ends. */
struct chunk {
  struct chunk *below;
  size_t start, used, capacity;
  _Alignas(ALIGN) unsigned char bytes[];
};

struct ha_arena {
  struct chunk *top;
  struct chunk *spare;
};

/* Bytes held by all arenas: the one mutable global, a counter for tests. */
static atomic_size_t live;

/* Analyses run in a process of their own, whose death costs the user one remark.
 * SIGKILL is what the kernel sends when memory runs out, so the parent has one case
 * to know, whether the limit was ours or the machine's. */
static _Noreturn void out_of_memory(void) {
  for (;;)
    raise(SIGKILL);
}

static void *take(size_t size) {
  void *memory = malloc(size);
  if (!memory)
    out_of_memory();
  live += size;
  return memory;
}

static void give_back(struct chunk *chunk) {
  if (!chunk)
    return;
  live -= sizeof *chunk + chunk->capacity;
  free(chunk);
}

struct ha_arena *ha_arena_new(void) {
  struct ha_arena *arena = take(sizeof *arena);
  *arena = (struct ha_arena){0};
  return arena;
}

void ha_arena_free(struct ha_arena *arena) {
  if (!arena)
    return;
  ha_arena_reset(arena, 0);
  give_back(arena->spare);
  live -= sizeof *arena;
  free(arena);
}

static size_t position(const struct ha_arena *arena) {
  return arena->top ? arena->top->start + arena->top->used : 0;
}

static struct chunk *chunk_for(struct ha_arena *arena, size_t size) {
  struct chunk *chunk = arena->spare;
  if (chunk && size <= chunk->capacity) {
    arena->spare = NULL;
    return chunk;
  }
  size_t capacity = size > CHUNK / 4 ? size : CHUNK;
  chunk = take(sizeof *chunk + capacity);
  chunk->capacity = capacity;
  return chunk;
}

static void push_chunk(struct ha_arena *arena, size_t size) {
  struct chunk *chunk = chunk_for(arena, size);
  chunk->below = arena->top;
  chunk->start = arena->top ? arena->top->start + arena->top->capacity : 0;
  chunk->used = 0;
  arena->top = chunk;
}

void *ha_arena_alloc(struct ha_arena *arena, size_t size) {
  if (size > SIZE_MAX / 2)
    out_of_memory();
  size_t rounded = size ? (size + ALIGN - 1) / ALIGN * ALIGN : ALIGN;
  if (!arena->top || arena->top->capacity - arena->top->used < rounded)
    push_chunk(arena, rounded);
  void *memory = arena->top->bytes + arena->top->used;
  arena->top->used += rounded;
  return memset(memory, 0, rounded);
}

char *ha_arena_strndup(struct ha_arena *arena, const char *text, size_t len) {
  char *copy = ha_arena_alloc(arena, len + 1);
  if (len)
    memcpy(copy, text, len);
  return copy;
}

char *ha_arena_strdup(struct ha_arena *arena, const char *text) {
  return ha_arena_strndup(arena, text, strlen(text));
}

char *ha_arena_printf(struct ha_arena *arena, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  assert(length >= 0 && "bad format");
  char *text = ha_arena_alloc(arena, (size_t)length + 1);
  va_start(args, format);
  vsnprintf(text, (size_t)length + 1, format, args);
  va_end(args);
  return text;
}

void *ha_arena_grow(struct ha_arena *arena, const void *old, size_t old_size,
                    size_t new_size) {
  assert(old_size <= new_size);
  void *grown = ha_arena_alloc(arena, new_size);
  if (old_size)
    memcpy(grown, old, old_size);
  return grown;
}

size_t ha_arena_mark(struct ha_arena *arena) { return position(arena); }

/* Of two emptied chunks the larger is worth keeping. */
static void retire(struct ha_arena *arena, struct chunk *chunk) {
  struct chunk *other = arena->spare;
  if (other && other->capacity > chunk->capacity) {
    arena->spare = other;
    other = chunk;
  } else {
    arena->spare = chunk;
  }
  give_back(other);
}

void ha_arena_reset(struct ha_arena *arena, size_t mark) {
  assert(mark <= position(arena) && "a mark that was already reset");
  while (arena->top && arena->top->start >= mark) {
    struct chunk *emptied = arena->top;
    arena->top = emptied->below;
    retire(arena, emptied);
  }
  if (arena->top && mark < position(arena))
    arena->top->used = mark - arena->top->start;
}

size_t ha_arena_live(void) { return live; }
