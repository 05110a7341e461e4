/* `heapabs repro`: writes the reproducers of a file's findings, compiles and runs each
 * under ASan and UBSan, and says whether it failed as predicted.
 *
 * What was predicted stands in a reproducer's first line:
 *   (comment) heapabs: KIND in 'FUNCTION', fails at FILE:LINE */
#include "../gcl/arena.h"
#include "clang.h"
#include "commands.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct repro {
  struct ha_arena *arena;
  struct ha_clang *clang;
  const char *file, *directory;
  bool help;
  time_t start;
};

static void usage(void) {
  puts("usage: heapabs repro FILE.c [options] [-- CFLAGS]\n\n"
       "  -o DIR             where the reproducers go (default: heapabs-repro)\n"
       "  --function NAME    only this function's findings");
  ha_clang_help();
}

static bool complain(const char *what, const char *word) {
  fprintf(stderr, "heapabs repro: error: %s '%s'\n", what, word);
  return false;
}

static bool take(struct repro *repro, int argc, char **argv, int *index) {
  const char *word = argv[*index];
  bool more = *index + 1 < argc;
  if (!strcmp(word, "--help"))
    repro->help = true;
  else if (!strcmp(word, "-o") && more)
    repro->directory = argv[++*index];
  else if (!strcmp(word, "--function") && more)
    ha_clang_add(repro->clang, "entry", argv[++*index]);
  else if (*word != '-' && !repro->file)
    repro->file = word;
  else if (!ha_clang_take_option(repro->clang, argc, argv, index))
    return complain(*word == '-' ? ha_clang_complaint(word) : "one file at a time, not",
                    word);
  return true;
}

static bool parse(struct repro *repro, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--")) {
      repro->clang->cflags = argv + i + 1;
      break;
    }
    if (!take(repro, argc, argv, &i))
      return false;
  }
  if (!repro->file && !repro->help)
    return complain("no file given to", argv[0]);
  return true;
}

/* `FILE:LINE` at the end of the first line; NULL if the file is not a reproducer. */
static const char *predicted(struct ha_arena *arena, const char *text) {
  static const char head[] = "/* heapabs: ", fails[] = ", fails at ";
  const char *end = strchr(text, '\n');
  const char *place = strstr(text, fails);
  if (strncmp(text, head, sizeof head - 1) || !end || !place || place > end)
    return NULL;
  place += sizeof fails - 1;
  return ha_arena_strndup(arena, place, (size_t)(end - place));
}

/* A sanitizer names the place with or without its directory and goes on with the
 * column: look for `/FILE:LINE:` and not for LINE as the start of a longer number. */
static bool mentions(const char *log, const char *place) {
  const char *slash = strrchr(place, '/');
  const char *name = slash ? slash + 1 : place;
  size_t length = strlen(name);
  for (const char *at = log; (at = strstr(at, name)); at += length)
    if (at[length] < '0' || at[length] > '9')
      return true;
  return false;
}

static int compile(const struct repro *repro, const char *path, const char *program,
                   const char *log) {
  unsigned flags = 0;
  while (repro->clang->cflags[flags])
    flags++;
  char **argv = ha_arena_alloc(repro->arena, (flags + 16) * sizeof *argv);
  const char *fixed[] = {
      repro->clang->clang,       "-g", "-w",    "-fsanitize=address,undefined",
      "-fno-omit-frame-pointer", "-o", program, path};
  unsigned count = sizeof fixed / sizeof *fixed;
  memcpy(argv, fixed, sizeof fixed);
  memcpy(argv + count, repro->clang->cflags, flags * sizeof *argv);
  return ha_spawn(argv, log);
}

/* One word for people, and whether it is what was predicted. */
static bool judge(const struct repro *repro, const char *path, const char *place,
                  const char **verdict) {
  char *program = ha_arena_printf(repro->arena, "%s.exe", path);
  const char *log = ha_arena_printf(repro->arena, "%s.log", path);
  if (compile(repro, path, program, log)) {
    *verdict = "does not compile";
    return false;
  }
  char *argv[] = {program, NULL};
  int status = ha_spawn(argv, log);
  unlink(program);
  char *text = ha_read_file(log);
  bool there = text && mentions(text, place);
  free(text);
  *verdict = !status  ? "does not fail"
             : !there ? "fails, but elsewhere than at"
                      : "fails as predicted at";
  return status && there;
}

/* An older file is another run's. */
static bool is_old(const struct repro *repro, const char *path) {
  struct stat info;
  return stat(path, &info) || info.st_mtime < repro->start;
}

static bool try_one(const struct repro *repro, const char *name) {
  const char *path = ha_arena_printf(repro->arena, "%s/%s", repro->directory, name);
  if (is_old(repro, path))
    return true;
  char *text = ha_read_file(path);
  const char *place = text ? predicted(repro->arena, text) : NULL;
  free(text);
  if (!place)
    return true;
  const char *verdict;
  bool good = judge(repro, path, place, &verdict);
  printf("%s: %s%s%s\n", path, verdict, strstr(verdict, " at") ? " " : "",
         strstr(verdict, " at") ? place : "");
  return good;
}

static int by_name(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_c(const struct dirent *entry) {
  size_t length = strlen(entry->d_name);
  return length > 2 && !strcmp(entry->d_name + length - 2, ".c");
}

static int try_all(const struct repro *repro) {
  struct dirent **entries;
  int count = scandir(repro->directory, &entries, is_c, by_name);
  int failed = 0;
  for (int i = 0; i < count; i++) {
    failed += !try_one(repro, entries[i]->d_name);
    free(entries[i]);
  }
  if (count >= 0)
    free(entries);
  return failed ? 1 : 0;
}

/* The sanitizers say lines only if they find a symbolizer: the compiler's own. */
static void show_symbolizer(const struct repro *repro) {
  const char *slash = strrchr(repro->clang->clang, '/');
  if (!slash)
    return;
  const char *path =
      ha_arena_printf(repro->arena, "%.*s/llvm-symbolizer",
                      (int)(slash - repro->clang->clang), repro->clang->clang);
  if (!access(path, X_OK))
    setenv("ASAN_SYMBOLIZER_PATH", path, 0);
}

static int run(struct repro *repro) {
  if (mkdir(repro->directory, 0777) && errno != EEXIST) {
    fprintf(stderr, "heapabs: error: cannot make the folder '%s': %s\n",
            repro->directory, strerror(errno));
    return 1;
  }
  ha_clang_add(repro->clang, "repro", repro->directory);
  show_symbolizer(repro);
  char *json;
  int status = ha_clang_analyse(repro->clang, repro->file, &json);
  free(json);
  int failed = try_all(repro);
  return status ? status : failed;
}

int ha_tool_repro(int argc, char **argv) {
  struct ha_arena *arena = ha_arena_new();
  struct repro repro = {arena, ha_clang_new(arena), NULL, "heapabs-repro",
                        false, time(NULL)};
  int status = 2;
  if (parse(&repro, argc, argv)) {
    status = 0;
    if (repro.help)
      usage();
    else
      status = run(&repro);
  }
  ha_arena_free(arena);
  return status;
}
