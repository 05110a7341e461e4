/* `heapabs check`: the plugin on C files, without a build. */
#include "../gcl/arena.h"
#include "../report/document.h"
#include "../report/findings.h"
#include "check_report.h"
#include "clang.h"
#include "commands.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
  struct ha_clang *clang;
  const char **files;
  unsigned count;
  struct ha_check_outputs outputs;
  bool status_bugs, help;
};

static void usage(void) {
  puts("usage: heapabs check FILE.c… [options] [-- CFLAGS]\n\n"
       "  --json FILE        write the verdicts there, one object per file; - is "
       "stdout\n"
       "  --sarif FILE       write the findings there as SARIF\n"
       "  --plist FILE       write the findings there as a property list\n"
       "  --html DIR         write pages to step through there\n"
       "  --status-bugs      exit with status 1 if something was found");
  ha_clang_help();
}

static bool complain(const char *what, const char *word) {
  fprintf(stderr, "heapabs check: error: %s '%s'\n", what, word);
  return false;
}

/* Where the value of `--NAME` goes, if it is one of the outputs. */
static const char **place_of(struct check *check, const char *name, size_t length) {
  const struct {
    const char *name, **place;
  } places[] = {{"--json", &check->outputs.json},
                {"--sarif", &check->outputs.sarif},
                {"--plist", &check->outputs.plist},
                {"--html", &check->outputs.html}};
  for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
    if (strlen(places[i].name) == length && !strncmp(name, places[i].name, length))
      return places[i].place;
  return NULL;
}

/* Takes argv[*index]; false if it makes no sense. */
static bool take(struct check *check, int argc, char **argv, int *index) {
  const char *word = argv[*index], *equals = strchr(word, '=');
  size_t length = equals ? (size_t)(equals - word) : strlen(word);
  const char **place = place_of(check, word, length);
  if (place && (equals || *index + 1 < argc))
    *place = equals ? equals + 1 : argv[++*index];
  else if (place)
    return complain("this option needs a value:", word);
  else if (!strcmp(word, "--help") || !strcmp(word, "-h"))
    check->help = true;
  else if (!strcmp(word, "--status-bugs"))
    check->status_bugs = true;
  else if (*word != '-')
    check->files[check->count++] = word;
  else if (!ha_clang_take_option(check->clang, argc, argv, index))
    return complain(ha_clang_complaint(word), word);
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

/* Goes on after a file that fails; the worst status. */
static int analyse(const struct check *check, struct ha_counts *counts,
                   struct ha_documents *documents) {
  int worst = 0;
  for (unsigned i = 0; i < check->count; i++) {
    char *json;
    const char *error;
    int status = ha_clang_analyse(check->clang, check->files[i], &json);
    worst = status > worst ? status : worst;
    json_t *document =
        json ? ha_document_parse(check->clang->arena, json, &error) : NULL;
    if (document && ha_counts_add(counts, json))
      HA_PUSH(check->clang->arena, *documents, document);
    else if (json)
      worst = worst ? worst : 1;
    free(json);
  }
  return worst;
}

/* What the source silences is no finding. */
static bool has_findings(struct ha_arena *arena, const struct ha_documents *documents) {
  struct ha_findings all =
      ha_findings_of(arena, (const json_t *const *)documents->at, documents->count);
  for (unsigned i = 0; i < all.count; i++)
    if (!all.at[i].is_suppressed)
      return true;
  return false;
}

static int run(const struct check *check) {
  struct ha_counts counts = {0};
  struct ha_documents documents = {0};
  int worst = analyse(check, &counts, &documents);
  const char *error = ha_check_write(check->clang->arena, &check->outputs, &documents);
  if (error) {
    fprintf(stderr, "heapabs: error: %s\n", error);
    worst = worst ? worst : 1;
  }
  if (documents.count)
    summarise(&counts);
  bool found = has_findings(check->clang->arena, &documents);
  for (unsigned i = 0; i < documents.count; i++)
    json_decref(documents.at[i]);
  if (!worst && !has_entry(check, &counts))
    return 1;
  return worst ? worst : (check->status_bugs && found);
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
