#include "inject.h"
#include "../gcl/arena.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>

static void crash(struct ha_arena *arena) {
  (void)arena;
  raise(SIGSEGV);
}

static void hang(struct ha_arena *arena) {
  (void)arena;
  for (;;)
    pause();
}

static void eat_memory(struct ha_arena *arena) {
  for (;;)
    ha_arena_alloc(arena, 1 << 20);
}

void ha_inject(const char *request, const char *function, struct ha_arena *arena) {
  static const struct {
    const char *name;
    void (*fail)(struct ha_arena *arena);
  } failures[] = {{"crash", crash}, {"hang", hang}, {"oom", eat_memory}};
  size_t length = strcspn(request, ":");
  if (!request[length] || strcmp(request + length + 1, function) != 0)
    return;
  for (unsigned i = 0; i < sizeof failures / sizeof failures[0]; i++)
    if (strncmp(request, failures[i].name, length) == 0)
      failures[i].fail(arena);
}
