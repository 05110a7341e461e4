/* `heapabs gcl`: a guarded-command program from its text form, without a compiler. */
#include "../gcl/arena.h"
#include "../gcl/text.h"
#include "../gcl/validate.h"
#include "../refine/engine.h"
#include "../report/report.h"
#include "clang.h"
#include "commands.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gcl {
  const char *file;
  bool print, json, help;
  struct ha_analysis_options options;
};

static void usage(void) {
  puts("usage: heapabs gcl FILE.gcl [options]\n\n"
       "  --print            print the program instead of analysing it\n"
       "  --json             the result as JSON\n"
       "  --engine NAME      which engine settles the checks (default: auto)\n"
       "  --budget MS        milliseconds (default: 2000)\n"
       "  --initial-globals  globals have their initial values (entry=main)\n"
       "  --help             this list\n\n"
       "engines:");
  for (const struct ha_engine *const *engine = ha_engines; *engine; engine++)
    printf("  %-10s %s\n", (*engine)->name, (*engine)->help);
}

static bool complain(const char *what, const char *word) {
  fprintf(stderr, "heapabs gcl: error: %s '%s'\n", what, word);
  return false;
}

static bool take_engine(struct gcl *gcl, const char *name) {
  if (strcmp(name, "auto") && !ha_engine_find(name))
    return complain("unknown engine", name);
  gcl->options.engine = strcmp(name, "auto") ? name : NULL;
  return true;
}

static bool take_budget(struct gcl *gcl, const char *text) {
  char *end;
  gcl->options.budget_ms = strtod(text, &end);
  if (end == text || *end || !(gcl->options.budget_ms > 0))
    return complain("not a number of milliseconds:", text);
  return true;
}

static bool take(struct gcl *gcl, int argc, char **argv, int *index) {
  const char *word = argv[*index];
  bool more = *index + 1 < argc;
  if (!strcmp(word, "--print"))
    return gcl->print = true;
  if (!strcmp(word, "--json"))
    return gcl->json = true;
  if (!strcmp(word, "--initial-globals"))
    return gcl->options.initial_globals = true;
  if (!strcmp(word, "--help"))
    return gcl->help = true;
  if (!strcmp(word, "--engine") && more)
    return take_engine(gcl, argv[++*index]);
  if (!strcmp(word, "--budget") && more)
    return take_budget(gcl, argv[++*index]);
  if ((*word == '-' && word[1]) || gcl->file)
    return complain("cannot make sense of", word);
  gcl->file = word;
  return true;
}

static bool parse_arguments(struct gcl *gcl, int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (!take(gcl, argc, argv, &i))
      return false;
  if (!gcl->file && !gcl->help)
    return complain("no file given to", argv[0]);
  return true;
}

static struct ha_program *load(const char *file, struct ha_arena *arena) {
  char *text = ha_read_file(file);
  if (!text) {
    fprintf(stderr, "heapabs: error: %s: %s\n", file, strerror(errno));
    return NULL;
  }
  struct ha_text_error error = {0};
  struct ha_program *program = ha_program_parse(arena, text, &error);
  free(text);
  if (!program) {
    fprintf(stderr, "%s:%u:%u: error: %s\n", file, error.line, error.column,
            error.message);
    return NULL;
  }
  const char *invalid = ha_program_validate(program);
  if (!invalid)
    return program;
  fprintf(stderr, "%s: error: %s\n", file, invalid);
  return NULL;
}

static void print_check(struct ha_arena *arena, const struct ha_result *result,
                        ha_check check) {
  const struct ha_check_row *row = &result->program->checks.at[check];
  const struct ha_check_result *found = &result->checks[check];
  printf("check %u %s", check, ha_check_id[row->kind]);
  if (row->text && *row->text)
    printf(" '%s'", row->text);
  printf(": %s", ha_verdict_text[found->verdict]);
  if (found->engine && *found->engine)
    printf(" by %s", found->engine);
  if (found->verdict == HA_UNKNOWN && found->why && *found->why)
    printf(": %s", found->why);
  putchar('\n');
  if (found->verdict != HA_REFUTED)
    return;
  const struct ha_diagnostic *diagnostic = ha_report_diagnostic(arena, result, check);
  printf("  %s\n", diagnostic->message);
  for (unsigned i = 0; i < diagnostic->notes.count; i++)
    printf("  %s\n", diagnostic->notes.at[i].message);
}

static void print_mistakes(const struct ha_result *result) {
  for (unsigned i = 0; i < result->mistakes.count; i++) {
    const struct ha_mistake *m = &result->mistakes.at[i];
    printf("formula %u: %u:%u: %s\n", m->formula, m->line, m->column, m->message);
  }
}

static void print_result(struct ha_arena *arena, const struct ha_result *result) {
  for (ha_check check = 1; check < result->program->checks.count; check++)
    print_check(arena, result, check);
  for (unsigned i = 0; i < result->inferred_requires.count; i++)
    printf("requires %s\n", result->inferred_requires.at[i]);
  for (unsigned i = 0; i < result->assumes.count; i++)
    printf("assumes %s\n", result->assumes.at[i]);
  print_mistakes(result);
  printf("%s: %s\n", result->program->name, ha_verdict_text[result->verdict]);
}

static int run(const struct gcl *gcl, struct ha_arena *arena) {
  struct ha_program *program = load(gcl->file, arena);
  if (!program)
    return 1;
  if (gcl->print) {
    ha_program_print(program, stdout);
    return 0;
  }
  const struct ha_result *result = ha_analyse(arena, program, &gcl->options);
  if (gcl->json)
    puts(ha_report_json(arena, result, NULL));
  else
    print_result(arena, result);
  return 0;
}

int ha_tool_gcl(int argc, char **argv) {
  struct gcl gcl = {.options.budget_ms = 2000};
  if (!parse_arguments(&gcl, argc, argv))
    return 2;
  if (gcl.help) {
    usage();
    return 0;
  }
  struct ha_arena *arena = ha_arena_new();
  int status = run(&gcl, arena);
  ha_arena_free(arena);
  return status;
}
