#include "source.h"
#include "../gcl/arena.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct ha_source {
  const char *file, *text;
  size_t length;
  HA_VEC(const char *) lines; /* copies, from line 1 */
};

struct ha_sources {
  struct ha_arena *arena;
  const char *directory;
  HA_VEC(struct ha_source *) files;
};

struct ha_sources *ha_sources_new(struct ha_arena *arena, const char *directory) {
  struct ha_sources *sources = ha_arena_alloc(arena, sizeof *sources);
  sources->arena = arena;
  sources->directory = ha_arena_strdup(arena, directory);
  return sources;
}

static void read_text(struct ha_arena *arena, struct ha_source *source, FILE *in) {
  HA_VEC(char) text = {0};
  for (int c; (c = getc(in)) != EOF;)
    HA_PUSH(arena, text, (char)c);
  source->length = text.count;
  HA_PUSH(arena, text, '\0');
  source->text = text.at;
}

static void split(struct ha_arena *arena, struct ha_source *source) {
  const char *end = source->text + source->length;
  for (const char *at = source->text; at < end;) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    size_t length = (size_t)((newline ? newline : end) - at);
    bool has_return = length && at[length - 1] == '\r';
    HA_PUSH(arena, source->lines, ha_arena_strndup(arena, at, length - has_return));
    at += length + 1;
  }
}

static struct ha_source *load(const struct ha_sources *sources, const char *file) {
  struct ha_arena *arena = sources->arena;
  bool is_relative = *file != '/' && *sources->directory;
  const char *path =
      is_relative ? ha_arena_printf(arena, "%s/%s", sources->directory, file) : file;
  struct ha_source *source = ha_arena_alloc(arena, sizeof *source);
  source->file = ha_arena_strdup(arena, file);
  source->text = "";
  FILE *in = *file ? fopen(path, "re") : NULL;
  if (in) {
    read_text(arena, source, in);
    fclose(in);
  }
  split(arena, source);
  return source;
}

const struct ha_source *ha_sources_get(struct ha_sources *sources, const char *file) {
  for (unsigned i = 0; i < sources->files.count; i++)
    if (strcmp(sources->files.at[i]->file, file) == 0)
      return sources->files.at[i];
  struct ha_source *source = load(sources, file);
  HA_PUSH(sources->arena, sources->files, source);
  return source;
}

const char *ha_source_text(const struct ha_source *source, size_t *length) {
  *length = source->length;
  return source->text;
}

const char *ha_source_line(const struct ha_source *source, unsigned line) {
  return line && line <= source->lines.count ? source->lines.at[line - 1] : "";
}
