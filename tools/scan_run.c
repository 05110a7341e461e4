/* The part of a scan in which things are compiled. */
#include "analyse.h"
#include "compdb.h"
#include "compile.h"
#include "process.h"
#include "progress.h"
#include "scan.h"
#include "wrappers.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Signals are not handled but waited for: no handler, no state to share with one. */
struct watch {
  struct ha_scan *scan;
  struct ha_progress progress;
  long position; /* in the log */
  sigset_t awaited, before;
  unsigned stops; /* how often we were told to stop */
};

static void begin(struct watch *watch, unsigned total) {
  sigset_t *set = &watch->awaited;
  sigemptyset(set);
  sigaddset(set, SIGCHLD);
  sigaddset(set, SIGINT);
  sigaddset(set, SIGTERM);
  sigaddset(set, SIGHUP);
  sigprocmask(SIG_BLOCK, set, &watch->before);
  ha_progress_begin(&watch->progress, total);
}

static void end(struct watch *watch) {
  ha_progress_end(&watch->progress);
  sigprocmask(SIG_SETMASK, &watch->before, NULL);
}

static void on_event(void *context, const struct ha_event *event) {
  ha_progress_add(context, event);
}

static void show(struct watch *watch) {
  if (!watch->progress.shown)
    return;
  struct ha_arena *arena = ha_arena_new();
  ha_session_read_log(arena, &watch->scan->session, &watch->position, on_event,
                      &watch->progress);
  ha_arena_free(arena);
  ha_progress_draw(&watch->progress);
}

/* Waits until a child ends, a signal comes or a moment has passed.  The signal that
 * tells us to stop, if it is one. */
static int await(struct watch *watch) {
  struct timespec moment = {.tv_nsec = 250 * 1000 * 1000};
  show(watch);
  int signal_number = sigtimedwait(&watch->awaited, NULL, &moment);
  if (signal_number <= 0 || signal_number == SIGCHLD)
    return 0;
  watch->stops++;
  watch->scan->interrupted = signal_number;
  return signal_number;
}

static int status_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* ---- a build ---- */

static bool is_one_of(const char *program, const char *const *names) {
  const char *slash = strrchr(program, '/'), *base = slash ? slash + 1 : program;
  for (; *names; names++)
    if (!strcmp(base, *names))
      return true;
  return false;
}

/* A compiler by its path goes through us; make and ninja are told to go on. */
static char **build_command(struct ha_scan *scan) {
  static const char *const makes[] = {"make", "gmake", NULL};
  static const char *const ninjas[] = {"ninja", "ninja-build", NULL};
  const char *program = scan->build[0], *slash = strrchr(program, '/');
  struct ha_words words = {0};
  if (slash && ha_compile_is_compiler(slash + 1)) {
    ha_words_add(scan->arena, &words, ha_wrappers_self(scan->arena));
    ha_words_add(scan->arena, &words, "cc");
  }
  ha_words_add(scan->arena, &words, program);
  if (scan->keep_going && is_one_of(program, makes))
    ha_words_add(scan->arena, &words, "-k");
  if (scan->keep_going && is_one_of(program, ninjas))
    ha_words_add(scan->arena, &words, "-k0");
  ha_words_add_all(scan->arena, &words, scan->build + 1);
  return ha_words_end(scan->arena, &words);
}

/* As many as the last time, if there was one. */
static unsigned expected_units(struct ha_scan *scan) {
  if (!scan->output)
    return 0;
  struct ha_session before = {
      .directory = ha_arena_printf(scan->arena, "%s/latest", scan->output)};
  struct ha_progress counted = {0};
  long position = 0;
  ha_session_read_log(scan->arena, &before, &position, on_event, &counted);
  return counted.done;
}

/* The terminal tells the build of Ctrl-C; of other signals only we know.  Told twice,
 * we do not wait for it. */
static int wait_for_build(struct watch *watch, pid_t child) {
  int status = 0;
  while (child > 0 && watch->stops < 2) {
    pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child)
      return status_of(status);
    int told = await(watch);
    if (told && told != SIGINT)
      kill(child, told);
  }
  return watch->stops ? 128 + watch->scan->interrupted : 127;
}

void ha_scan_build(struct ha_scan *scan) {
  const char *error;
  const char *folder = ha_wrappers_make(scan->arena, &error);
  if (!folder) {
    scan->build_status = ha_scan_error("%s", error);
    return;
  }
  struct ha_compilers compilers = {scan->use_cc, scan->use_cxx, scan->keep_cc};
  ha_wrappers_set(scan->arena, folder, &compilers);
  setenv(HA_SESSION_VARIABLE, scan->session.directory, 1);
  struct watch watch = {.scan = scan};
  struct ha_process process = {.argv = build_command(scan), .mask = &watch.before};
  if (scan->verbose)
    fprintf(stderr, "heapabs: CC='%s' %s\n", getenv("CC") ? getenv("CC") : "",
            ha_words_show(scan->arena, process.argv));
  begin(&watch, expected_units(scan));
  scan->build_status = wait_for_build(&watch, ha_process_start(&process));
  end(&watch);
}

/* ---- the compiles of a database ---- */

struct pool {
  pid_t *running; /* process groups; 0: free */
  unsigned size, busy;
};

static void start(struct watch *watch, struct pool *pool,
                  const struct ha_compdb_entry *entry) {
  const struct ha_scan *scan = watch->scan;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    sigprocmask(SIG_SETMASK, &watch->before, NULL);
    ha_analyse_compile(scan->arena, &scan->session, entry->argv, entry->directory);
    _exit(0);
  }
  for (unsigned i = 0; child > 0 && i < pool->size; i++)
    if (!pool->running[i]) {
      pool->running[i] = child;
      pool->busy++;
      return;
    }
}

static void collect(struct pool *pool) {
  for (unsigned i = 0; i < pool->size; i++)
    if (pool->running[i] && waitpid(pool->running[i], NULL, WNOHANG)) {
      pool->running[i] = 0;
      pool->busy--;
    }
}

static void stop(const struct pool *pool) {
  for (unsigned i = 0; i < pool->size; i++)
    if (pool->running[i])
      kill(-pool->running[i], SIGTERM);
}

void ha_scan_compdb(struct ha_scan *scan, const struct ha_compdb *db) {
  struct pool pool = {.size = scan->session.jobs};
  pool.running = ha_arena_alloc(scan->arena, pool.size * sizeof *pool.running);
  struct watch watch = {.scan = scan};
  begin(&watch, db->entries.count);
  for (unsigned next = 0; next < db->entries.count || pool.busy;) {
    if (next < db->entries.count && pool.busy < pool.size) {
      start(&watch, &pool, &db->entries.at[next++]);
      continue;
    }
    if (await(&watch)) {
      stop(&pool);
      next = db->entries.count;
    }
    collect(&pool);
  }
  end(&watch);
}
