#include "clang.h"
#include "../gcl/arena.h"
#include "../report/path.h"
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The plugin's options that make sense here; values are checked by the plugin.  A path
 * is meant from where we are, wherever the compiler runs. */
static const struct {
  const char *key, *value; /* value: what it takes; NULL: it is a flag */
  const char *help;
  bool is_path;
} options[] = {
    {"engine", "NAME", "which engine settles the checks (default: auto)", false},
    {"budget", "MS", "milliseconds per function", false},
    {"unit_budget", "MS", "milliseconds per file", false},
    {"memory", "MB", "megabytes the analysis may use", false},
    {"checks", "KINDS", "which kinds of checks are made", false},
    {"entry", "FUNCTION", "analyse this function only; main: the whole program", false},
    {"malloc", "WHAT", "may-fail or never-null", false},
    {"assertion_names", "NAMES", "functions that mean assert, comma-separated", false},
    {"models", "MODELS", "zmalloc=malloc,…: functions that do as one of C's", false},
    {"disable", "KINDS", "kinds that are not reported", false},
    {"error", "KINDS", "kinds that are errors", false},
    {"repro", "DIR", "write a failing C program per finding there", true},
    {"cert", "DIR", "write a certificate per proved function there", true},
    {"cache", "FILE", "keep answers of the solver there for the next time", true},
    {"strict", NULL, "warn about what could not be settled, too", false},
    {"remarks", NULL, "remark on functions that could not be settled", false},
};
enum { OPTIONS = sizeof options / sizeof *options };

/* ---- options ---- */

/* The plugin lies beside the directory of this program (build/bin, build), or where it
 * was installed with it (PREFIX/bin, PREFIX/lib/heapabs). */
static const char *find_plugin(struct ha_arena *arena) {
  char self[4096];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length < 0)
    return "heapabs.so";
  self[length] = 0;
  for (int up = 0; up < 2; up++) {
    char *slash = strrchr(self, '/');
    if (slash)
      *slash = 0;
  }
  const char *built = ha_arena_printf(arena, "%s/heapabs.so", self);
  const char *installed =
      ha_arena_printf(arena, "%s/" HEAPABS_LIBDIR "/heapabs/heapabs.so", self);
  return access(built, R_OK) && !access(installed, R_OK) ? installed : built;
}

struct ha_clang *ha_clang_new(struct ha_arena *arena) {
  static char *no_flags[] = {NULL};
  struct ha_clang *clang = ha_arena_alloc(arena, sizeof *clang);
  clang->arena = arena;
  clang->clang = HEAPABS_CLANG;
  clang->plugin = find_plugin(arena);
  clang->plugin_args = ha_arena_alloc(arena, sizeof *clang->plugin_args);
  clang->cflags = no_flags;
  return clang;
}

static unsigned count_words(const char *const *words) {
  unsigned count = 0;
  while (words[count])
    count++;
  return count;
}

void ha_clang_add(struct ha_clang *clang, const char *key, const char *value) {
  unsigned count = count_words(clang->plugin_args);
  size_t size = sizeof *clang->plugin_args;
  clang->plugin_args = ha_arena_grow(clang->arena, clang->plugin_args,
                                     (count + 1) * size, (count + 2) * size);
  clang->plugin_args[count] =
      ha_arena_printf(clang->arena, "-fplugin-arg-heapabs-%s=%s", key, value);
}

/* The value of `--key value` or `--key=value`; NULL if this is another option. */
static const char *value_of(const char *key, int argc, char **argv, int *index) {
  size_t length = strlen(key);
  const char *word = argv[*index];
  if (strncmp(word, "--", 2) || strncmp(word + 2, key, length))
    return NULL;
  if (word[2 + length] == '=')
    return word + 3 + length;
  return !word[2 + length] && *index + 1 < argc ? argv[++*index] : NULL;
}

static const char *from_here(struct ha_arena *arena, const char *path) {
  char here[PATH_MAX];
  return getcwd(here, sizeof here) ? ha_path_absolute(arena, here, path) : path;
}

static bool take_plugin_option(struct ha_clang *clang, int argc, char **argv,
                               int *index) {
  for (unsigned i = 0; i < OPTIONS; i++) {
    const char *key = options[i].key;
    if (!options[i].value && !strncmp(argv[*index], "--", 2) &&
        !strcmp(argv[*index] + 2, key)) {
      ha_clang_add(clang, key, "on");
      return true;
    }
    const char *value = options[i].value ? value_of(key, argc, argv, index) : NULL;
    if (value) {
      bool moves = options[i].is_path && strcmp(value, "off");
      ha_clang_add(clang, key, moves ? from_here(clang->arena, value) : value);
      return true;
    }
  }
  return false;
}

bool ha_clang_take_option(struct ha_clang *clang, int argc, char **argv, int *index) {
  if (!strcmp(argv[*index], "-Werror") || !strcmp(argv[*index], "--werror")) {
    clang->werror = true;
    return true;
  }
  const char *path = value_of("clang", argc, argv, index);
  if (path) {
    clang->clang = path;
    return clang->is_chosen = true;
  }
  path = value_of("plugin", argc, argv, index);
  if (path) {
    clang->plugin = path;
    return clang->is_chosen = true;
  }
  return take_plugin_option(clang, argc, argv, index);
}

const char *ha_clang_complaint(const char *word) {
  static const char *const compiler[] = {"-I", "-D",   "-U", "-f", "-m", "-O", "-W",
                                         "-s", "-std", "-i", "-x", "-g", "-p"};
  for (unsigned i = 0; i < OPTIONS; i++)
    if (!strncmp(word, "--", 2) && !strcmp(word + 2, options[i].key) &&
        options[i].value)
      return "this option needs a value:";
  if (!strcmp(word, "--clang") || !strcmp(word, "--plugin"))
    return "this option needs a value:";
  for (size_t i = 0; i < sizeof compiler / sizeof *compiler; i++)
    if (!strncmp(word, compiler[i], strlen(compiler[i])))
      return "flags for the compiler go after '--', not before it:";
  return "unknown option";
}

/* Texts that are too long for their column get a line of their own. */
static void print_option(const char *key, const char *value, const char *help) {
  int width = printf("  --%s%s%s", key, *value ? " " : "", value);
  printf(width > 19 ? "\n%*s %s\n" : "%*s %s\n", width > 19 ? 20 : 20 - width, "",
         help);
}

void ha_clang_help(void) {
  for (unsigned i = 0; i < OPTIONS; i++)
    print_option(options[i].key, options[i].value ? options[i].value : "",
                 options[i].help);
  puts("  -Werror            findings are errors");
  print_option("clang", "CLANG", "the compiler to run (default: " HEAPABS_CLANG ")");
  print_option("plugin", "FILE", "the plugin to load (default: beside this program)");
  print_option("help", "", "this list");
}

/* ---- processes and files ---- */

static int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int ha_spawn(char *const *argv, const char *log) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (log) {
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC,
                                     0644);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
  }
  pid_t child;
  int error = posix_spawnp(&child, argv[0], &actions, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error) {
    fprintf(stderr, "heapabs: error: cannot run '%s': %s\n", argv[0], strerror(error));
    return -1;
  }
  return wait_for(child);
}

static char *read_stream(FILE *in) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  char chunk[4096];
  for (size_t got; out && (got = fread(chunk, 1, sizeof chunk, in));)
    fwrite(chunk, 1, got, out);
  if (out)
    fclose(out);
  return text;
}

char *ha_read_file(const char *path) {
  if (!strcmp(path, "-"))
    return read_stream(stdin);
  FILE *in = fopen(path, "r");
  if (!in)
    return NULL;
  char *text = read_stream(in);
  fclose(in);
  return text;
}

/* ---- the compiler ---- */

static void append(char ***end, const char *const *words) {
  for (; *words; words++)
    *(*end)++ = (char *)*words;
}

static char **command_line(const struct ha_clang *clang, const char *file,
                           const char *json) {
  unsigned count = count_words(clang->plugin_args) +
                   count_words((const char *const *)clang->cflags) + 8;
  char **argv = ha_arena_alloc(clang->arena, count * sizeof *argv), **end = argv;
  const char *first[] = {clang->clang, "-fsyntax-only",
                         ha_arena_printf(clang->arena, "-fplugin=%s", clang->plugin),
                         clang->quiet    ? "-w"
                         : clang->werror ? "-Werror"
                                         : NULL,
                         NULL};
  append(&end, first);
  append(&end, clang->plugin_args);
  *end++ = ha_arena_printf(clang->arena, "-fplugin-arg-heapabs-json=%s", json);
  append(&end, (const char *const *)clang->cflags);
  *end++ = (char *)file;
  return argv;
}

/* A name that the compiler takes for C, or a language that was asked for. */
static bool is_c(const struct ha_clang *clang, const char *file) {
  const char *dot = strrchr(file, '.');
  for (unsigned i = 0; clang->cflags[i]; i++)
    if (!strncmp(clang->cflags[i], "-x", 2))
      return true;
  return dot && (!strcmp(dot, ".c") || !strcmp(dot, ".h") || !strcmp(dot, ".i"));
}

/* NULL, or why the file cannot be analysed. */
static const char *input_problem(const struct ha_clang *clang, const char *file) {
  struct stat info;
  if (access(file, R_OK) || stat(file, &info))
    return strerror(errno);
  if (S_ISDIR(info.st_mode))
    return strerror(EISDIR);
  return is_c(clang, file) ? NULL : "not a C file (its name does not end in .c)";
}

int ha_clang_analyse(const struct ha_clang *clang, const char *file, char **json) {
  *json = NULL;
  const char *unfit = clang->is_chosen ? ha_clang_problem(clang) : NULL;
  if (unfit) {
    fprintf(stderr, "heapabs: error: %s\n", unfit);
    return 1;
  }
  const char *problem = input_problem(clang, file);
  if (problem) {
    fprintf(stderr, "heapabs: error: %s: %s\n", file, problem);
    return 1;
  }
  const char *tmp = getenv("TMPDIR");
  char *path = ha_arena_printf(clang->arena, "%s/heapabs-XXXXXX", tmp ? tmp : "/tmp");
  int fd = mkstemp(path);
  if (fd < 0) {
    fprintf(stderr, "heapabs: error: %s: %s\n", path, strerror(errno));
    return 1;
  }
  close(fd);
  int status = ha_spawn(command_line(clang, file, path), NULL);
  *json = ha_read_file(path);
  if (*json && !**json) {
    free(*json);
    *json = NULL;
  }
  unlink(path);
  return status < 0 ? 1 : status;
}

bool ha_counts_add(struct ha_counts *counts, const char *json) {
  json_t *unit = json_loads(json, 0, NULL);
  if (!unit)
    return false;
  size_t index;
  json_t *function;
  json_array_foreach(json_object_get(unit, "functions"), index, function) {
    const char *verdict = json_string_value(json_object_get(function, "verdict"));
    counts->proved += verdict && !strcmp(verdict, "proved");
    counts->refuted += verdict && !strcmp(verdict, "refuted");
    counts->unknown += !verdict || !strcmp(verdict, "unknown");
  }
  counts->skipped += (unsigned)json_integer_value(json_object_get(unit, "skipped"));
  json_decref(unit);
  return true;
}
