/* Will the compiler do?  Asked before anything is built with it. */
#include "../gcl/arena.h"
#include "clang.h"
#include "process.h"
#include "words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a program says, in a file that is gone again; NULL if it cannot be had. */
static char *ask(struct ha_arena *arena, char *const *argv, int *status) {
  const char *tmp = getenv("TMPDIR");
  char *path = ha_arena_printf(arena, "%s/heapabs-XXXXXX", tmp && *tmp ? tmp : "/tmp");
  int fd = mkstemp(path);
  if (fd < 0)
    return NULL;
  close(fd);
  struct ha_process process = {.argv = argv, .output = path};
  *status = ha_process_run(&process);
  char *text = ha_read_file(path);
  unlink(path);
  return text;
}

static const char *first_error(struct ha_arena *arena, const char *said) {
  static const char error[] = "error: ", ours[] = "heapabs: ";
  const char *at = strstr(said, error);
  at = at ? at + sizeof error - 1 : said;
  if (!strncmp(at, ours, sizeof ours - 1))
    at += sizeof ours - 1;
  return ha_arena_strndup(arena, at, strcspn(at, "\n"));
}

static const char *check_name(const struct ha_clang *clang) {
  int status = 0;
  char *argv[] = {(char *)clang->clang, "--version", NULL};
  char *said = ask(clang->arena, argv, &status);
  bool is_clang = said && !status && strstr(said, "clang version");
  const char *error = NULL;
  if (status == 127 && said)
    error = first_error(clang->arena, said);
  else if (!is_clang)
    error = ha_arena_printf(clang->arena,
                            "'%s' is not clang: the analysis needs clang %s, for which "
                            "the plugin was built (--clang)",
                            clang->clang, HEAPABS_LLVM);
  free(said);
  return error;
}

static const char *check_plugin(const struct ha_clang *clang) {
  int status = 0;
  char *load = ha_arena_printf(clang->arena, "-fplugin=%s", clang->plugin);
  char *fixed[] = {(char *)clang->clang, load, "-fsyntax-only", "-x", "c",
                   "/dev/null",          NULL};
  struct ha_words words = {0};
  ha_words_add_all(clang->arena, &words, fixed);
  ha_words_add_all(clang->arena, &words, (char *const *)clang->plugin_args);
  char *said = ask(clang->arena, ha_words_end(clang->arena, &words), &status);
  const char *error = NULL;
  if (access(clang->plugin, R_OK))
    error = ha_arena_printf(clang->arena, "there is no plugin '%s'", clang->plugin);
  else if (said && status)
    error = ha_arena_printf(clang->arena, "'%s': %s", clang->clang,
                            first_error(clang->arena, said));
  free(said);
  return error;
}

const char *ha_clang_problem(const struct ha_clang *clang) {
  const char *error = check_name(clang);
  return error ? error : check_plugin(clang);
}
