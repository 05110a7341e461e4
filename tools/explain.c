/* `heapabs explain`: how the verdict of one function came about. */
#include "../gcl/arena.h"
#include "clang.h"
#include "commands.h"
#include "process.h"
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct explain {
  struct ha_arena *arena;
  struct ha_clang *clang;
  const char *function, *file, *dot, *svg;
  bool help;
};

static void usage(void) {
  puts("usage: heapabs explain FUNCTION FILE.c [options] [-- CFLAGS]\n\n"
       "  --dot FILE         write its control flow with invariants and heaps there\n"
       "  --svg FILE         the same as a picture, by graphviz");
  ha_clang_help();
}

static bool complain(const char *what, const char *word) {
  fprintf(stderr, "heapabs explain: error: %s '%s'\n", what, word);
  return false;
}

static bool take(struct explain *e, int argc, char **argv, int *index) {
  const char *word = argv[*index];
  const char **place = !strcmp(word, "--dot")   ? &e->dot
                       : !strcmp(word, "--svg") ? &e->svg
                                                : NULL;
  if (place && *index + 1 < argc)
    *place = argv[++*index];
  else if (!strcmp(word, "--help"))
    e->help = true;
  else if (*word != '-' && !e->function)
    e->function = word;
  else if (*word != '-' && !e->file)
    e->file = word;
  else if (place || !ha_clang_take_option(e->clang, argc, argv, index))
    return complain("unknown option, or one without its value:", word);
  return true;
}

static bool parse(struct explain *e, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--")) {
      e->clang->cflags = argv + i + 1;
      break;
    }
    if (!take(e, argc, argv, &i))
      return false;
  }
  if (!e->file && !e->help)
    return complain(e->function ? "no file given to" : "no function given to", argv[0]);
  return true;
}

static bool was_explained(const struct explain *e, const char *json) {
  json_t *unit = json ? json_loads(json, 0, NULL) : NULL;
  size_t index;
  const json_t *function;
  bool found = false;
  json_array_foreach(json_object_get(unit, "functions"), index, function) {
    const char *name = json_string_value(json_object_get(function, "name"));
    found |= name && !strcmp(name, e->function);
  }
  json_decref(unit);
  return found;
}

/* Beside the picture first: what is there stays until there is a new one. */
static int draw(const struct explain *e, const char *dot) {
  const char *draft = ha_arena_printf(e->arena, "%s.%d", e->svg, (int)getpid());
  char *argv[] = {"dot", "-Tsvg", "-o", (char *)draft, (char *)dot, NULL};
  struct ha_process process = {.argv = argv};
  int status = ha_process_run(&process);
  if (status == 127)
    fputs("heapabs: error: --svg needs the program 'dot' of graphviz\n", stderr);
  if (!status && rename(draft, e->svg)) {
    fprintf(stderr, "heapabs: error: cannot write '%s': %s\n", e->svg, strerror(errno));
    status = 1;
  }
  unlink(draft);
  return status ? 1 : 0;
}

static const char *scratch(const struct explain *e) {
  const char *tmp = getenv("TMPDIR");
  char *path =
      ha_arena_printf(e->arena, "%s/heapabs-XXXXXX", tmp && *tmp ? tmp : "/tmp");
  int fd = mkstemp(path);
  if (fd >= 0)
    close(fd);
  return path;
}

static int run(const struct explain *e) {
  const char *dot = e->dot;
  if (!dot && e->svg)
    dot = scratch(e);
  ha_clang_add(e->clang, "explain", e->function);
  ha_clang_add(e->clang, "only", e->function);
  if (dot)
    ha_clang_add(e->clang, "dot", dot);
  e->clang->quiet = true;
  char *json;
  int status = ha_clang_analyse(e->clang, e->file, &json);
  if (!status && !was_explained(e, json)) {
    fprintf(stderr, "heapabs: error: there is no function '%s' in '%s'\n", e->function,
            e->file);
    status = 1;
  }
  free(json);
  if (!status && e->svg)
    status = draw(e, dot);
  if (dot && dot != e->dot)
    unlink(dot);
  return status;
}

int ha_tool_explain(int argc, char **argv) {
  struct ha_arena *arena = ha_arena_new();
  struct explain e = {.arena = arena, .clang = ha_clang_new(arena)};
  int status = 2;
  if (parse(&e, argc, argv)) {
    status = 0;
    if (e.help)
      usage();
    else
      status = run(&e);
  }
  ha_arena_free(arena);
  return status;
}
