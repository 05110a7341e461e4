/* `heapabs cc COMPILER ARGUMENTS…`: the compiler, and then an analysis of what it has
 * compiled.  The links of wrappers.c lead here, too.
 *
 * The compiler runs first, with the very words it was given; its exit status is ours,
 * and a signal that ends it ends us.  Nothing the analysis does can be seen from
 * outside: it writes only into the scan's folder. */
#include "../gcl/arena.h"
#include "analyse.h"
#include "commands.h"
#include "compile.h"
#include "process.h"
#include "session.h"
#include "wrappers.h"
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Set while a wrapped compiler runs: what it calls in turn is none of our business. */
#define INNER "HEAPABS_SCAN_INNER"

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

__attribute__((noreturn)) static void become(char **argv) {
  execv(argv[0], argv);
  fprintf(stderr, "heapabs: error: cannot run '%s': %s\n", argv[0], strerror(errno));
  _exit(127);
}

/* Waits as the shell does: a signal to us both ends the compiler first. */
static int compile(char **argv) {
  setenv(INNER, "1", 1);
  struct ha_process process = {.argv = argv};
  pid_t child = ha_process_start(&process);
  unsetenv(INNER);
  if (child < 0)
    become(argv);
  void (*old)(int) = signal(SIGINT, SIG_IGN);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  signal(SIGINT, old);
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}

/* What a launcher launches: `ccache gcc -c a.c` from `gcc` on. */
static char **compiler_words(char **argv) {
  bool launches = ha_compile_is_launcher(base_name(argv[0])) && argv[1] &&
                  ha_compile_is_compiler(base_name(argv[1]));
  return launches ? argv + 1 : argv;
}

static void analyse(struct ha_arena *arena, const char *folder, char **argv) {
  char directory[PATH_MAX];
  const struct ha_session *session = ha_session_open(arena, folder);
  if (session && getcwd(directory, sizeof directory))
    ha_analyse_compile(arena, session, compiler_words(argv), directory);
}

static int run(struct ha_arena *arena, const char *name, char **argv) {
  const char *real = ha_wrappers_real(arena, name);
  if (!real) {
    fprintf(stderr, "heapabs: error: there is no '%s' on the PATH\n", name);
    return 127;
  }
  argv[0] = ha_arena_strdup(arena, real);
  const char *folder = getenv(HA_SESSION_VARIABLE);
  if (!folder || !*folder || getenv(INNER))
    become(argv);
  int status = compile(argv);
  if (!status)
    analyse(arena, folder, argv);
  return status;
}

int ha_tool_cc(int argc, char **argv) {
  if (argc < 2 || !strcmp(argv[1], "--help")) {
    fputs("usage: heapabs cc COMPILER ARGUMENTS…\n\n"
          "Runs the compiler. Inside of `heapabs scan` what it compiles is analysed.\n",
          argc < 2 ? stderr : stdout);
    return argc < 2 ? 2 : 0;
  }
  struct ha_arena *arena = ha_arena_new();
  int status = run(arena, argv[1], argv + 1);
  ha_arena_free(arena);
  return status;
}

bool ha_tool_is_compiler(const char *program) {
  const char *name = base_name(program);
  return ha_compile_is_compiler(name) || ha_compile_is_launcher(name);
}

int ha_tool_as_compiler(char **argv) {
  struct ha_arena *arena = ha_arena_new();
  int status = run(arena, base_name(argv[0]), argv);
  ha_arena_free(arena);
  return status;
}
