/* `heapabs check`: the plugin on C files, without a build. */
#include "../gcl/arena.h"
#include "clang.h"
#include "commands.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
  struct ha_clang *clang;
  const char **files;
  unsigned count;
  const char *json; /* where to; "-" is stdout */
  bool status_bugs, help;
};

static void usage(void) {
  puts("usage: heapabs check FILE.c… [options] [-- CFLAGS]\n\n"
       "  --json FILE        write the verdicts there, one object per file; - is "
       "stdout\n"
       "  --status-bugs      exit with status 1 if something was found");
  ha_clang_help();
}

static bool complain(const char *what, const char *word) {
  fprintf(stderr, "heapabs check: error: %s '%s'\n", what, word);
  return false;
}

/* Takes argv[*index]; false if it makes no sense. */
static bool take(struct check *check, int argc, char **argv, int *index) {
  const char *word = argv[*index];
  if (!strcmp(word, "--help"))
    check->help = true;
  else if (!strcmp(word, "--status-bugs"))
    check->status_bugs = true;
  else if (!strcmp(word, "--json") && *index + 1 < argc)
    check->json = argv[++*index];
  else if (!strncmp(word, "--json=", 7))
    check->json = word + 7;
  else if (*word != '-')
    check->files[check->count++] = word;
  else if (!ha_clang_take_option(check->clang, argc, argv, index))
    return complain(strcmp(word, "--json") ? ha_clang_complaint(word)
                                           : "this option needs a value:",
                    word);
  return true;
}

static bool parse(struct check *check, int argc, char **argv) {
  check->files =
      ha_arena_alloc(check->clang->arena, (size_t)argc * sizeof *check->files);
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--")) {
      check->clang->cflags = argv + i + 1;
      break;
    }
    if (!take(check, argc, argv, &i))
      return false;
  }
  if (!check->count && !check->help)
    return complain("no file given to", argv[0]);
  return true;
}

static void summarise(const struct ha_counts *counts) {
  unsigned all = counts->proved + counts->refuted + counts->unknown + counts->skipped;
  printf("%u function%s: %u proved, %u refuted, %u unknown, %u skipped as irrelevant\n",
         all, all == 1 ? "" : "s", counts->proved, counts->refuted, counts->unknown,
         counts->skipped);
}

static FILE *open_json(const char *path) {
  if (!path)
    return NULL;
  return strcmp(path, "-") ? fopen(path, "w") : stdout;
}

/* A name that no file has was mistyped. */
static bool has_entry(const struct check *check, const struct ha_counts *counts) {
  static const char option[] = "-fplugin-arg-heapabs-entry=";
  unsigned all = counts->proved + counts->refuted + counts->unknown;
  for (unsigned i = 0; !all && check->clang->plugin_args[i]; i++) {
    const char *argument = check->clang->plugin_args[i];
    if (!strncmp(argument, option, sizeof option - 1)) {
      fprintf(stderr, "heapabs: error: there is no function '%s' in what was given\n",
              argument + sizeof option - 1);
      return false;
    }
  }
  return true;
}

/* Goes on after a file that fails, and ends with the worst status. */
static int run(const struct check *check) {
  FILE *out = open_json(check->json);
  if (check->json && !out) {
    fprintf(stderr, "heapabs check: error: cannot write '%s': %s\n", check->json,
            strerror(errno));
    return 1;
  }
  struct ha_counts counts = {0};
  bool any = false;
  int worst = 0;
  for (unsigned i = 0; i < check->count; i++) {
    char *json;
    int status = ha_clang_analyse(check->clang, check->files[i], &json);
    worst = status > worst ? status : worst;
    if (json && !ha_counts_add(&counts, json))
      worst = worst ? worst : 1;
    any |= json != NULL;
    if (json && out)
      fputs(json, out);
    free(json);
  }
  if (out && out != stdout && fclose(out))
    worst = worst ? worst : 1;
  if (any)
    summarise(&counts);
  if (!worst && !has_entry(check, &counts))
    return 1;
  return worst ? worst : check->status_bugs && counts.refuted;
}

int ha_tool_check(int argc, char **argv) {
  struct ha_arena *arena = ha_arena_new();
  struct check check = {.clang = ha_clang_new(arena)};
  int status = 2;
  if (parse(&check, argc, argv)) {
    status = 0;
    if (check.help)
      usage();
    else
      status = run(&check);
  }
  ha_arena_free(arena);
  return status;
}
