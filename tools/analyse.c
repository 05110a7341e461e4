/* Flags that clang does not know are taken out and the analysis is tried again: a build
 * by another compiler is analysed with the flags both understand, and what is an error
 * to clang alone is none. */
#include "analyse.h"
#include "../report/path.h"
#include "clang.h"
#include "compile.h"
#include "process.h"
#include "session.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_TRIES = 12 };

struct job {
  struct ha_arena *arena;
  const struct ha_session *session;
  const struct ha_compile *compile;
  const struct ha_input *input;
  const char *path; /* of the input, absolute */
  const char *unit; /* name of its document, without .json */
};

/* ---- names ---- */

static uint64_t hash(const char *text) {
  uint64_t h = UINT64_C(14695981039346656037);
  for (; *text; text++)
    h = (h ^ (unsigned char)*text) * UINT64_C(1099511628211);
  return h;
}

/* "list-0123456789abcdef": by what is compiled and how. */
static const char *unit_name(struct ha_arena *arena, const struct ha_compile *compile,
                             const char *file) {
  const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
  return ha_arena_printf(arena, "%.*s-%016" PRIx64, (int)strcspn(base, "."), base,
                         hash(ha_compile_key(arena, compile, file)));
}

static const char *in_units(const struct job *job, const char *ending) {
  return ha_arena_printf(job->arena, "%s/units/%s%s", job->session->directory,
                         job->unit, ending);
}

/* ---- the compiler ---- */

static char **command(const struct job *job, const struct ha_words *flags) {
  struct ha_arena *arena = job->arena;
  struct ha_words words = {0};
  const char *dot = strrchr(job->input->file, '.');
  ha_words_add(arena, &words, job->session->clang);
  ha_words_add_all(arena, &words, flags->list.at);
  ha_words_add(arena, &words, "-fsyntax-only");
  ha_words_add(arena, &words, "-Wno-error");
  ha_words_add(arena, &words, "-fno-color-diagnostics");
  ha_words_add(arena, &words,
               ha_arena_printf(arena, "-fplugin=%s", job->session->plugin));
  ha_words_add_all(arena, &words, job->session->plugin_args.list.at);
  ha_words_add(
      arena, &words,
      ha_arena_printf(arena, "-fplugin-arg-heapabs-json=%s", in_units(job, ".json")));
  if (!dot || strcmp(dot, ".i")) {
    ha_words_add(arena, &words, "-x");
    ha_words_add(arena, &words, "c");
  }
  ha_words_add(arena, &words, job->input->file);
  return ha_words_end(arena, &words);
}

/* The option that an error line complains of; NULL if it is about something else. */
static const char *refused(struct ha_arena *arena, const char *line) {
  static const char *const complaints[] = {
      "error: unknown argument",
      "error: unsupported option",
      "error: unsupported argument",
      "error: invalid value",
      "error: argument unused",
      "error: unknown target CPU",
      "error: the clang compiler does not support"};
  const char *end = line + strcspn(line, "\n");
  for (size_t i = 0; i < sizeof complaints / sizeof *complaints; i++) {
    const char *at = strstr(line, complaints[i]);
    const char *dash = at && at < end ? strchr(at, '-') : NULL;
    if (dash && dash < end)
      return ha_arena_strndup(arena, dash, strcspn(dash, "' \n"));
  }
  return NULL;
}

/* Removes the flags that begin as `refused` does; false if there are none. */
static bool remove_flag(struct ha_words *flags, const char *refused_flag) {
  size_t length = strcspn(refused_flag, "=");
  unsigned kept = 0;
  for (unsigned i = 0; i < flags->list.count; i++) {
    char *flag = flags->list.at[i];
    bool is_it = !strcmp(flag, refused_flag) ||
                 (!strncmp(flag, refused_flag, length) && flag[length] == '=');
    if (!is_it)
      flags->list.at[kept++] = flag;
  }
  bool removed = kept < flags->list.count;
  flags->list.count = kept;
  flags->list.at[kept] = NULL;
  return removed;
}

/* Not from the beginning: with -w nobody sees what pragmas silence. */
static bool silence(struct ha_arena *arena, struct ha_words *flags) {
  for (unsigned i = 0; i < flags->list.count; i++)
    if (!strcmp(flags->list.at[i], "-w"))
      return false;
  ha_words_add(arena, flags, "-w");
  return true;
}

static bool remove_refused(struct ha_arena *arena, struct ha_words *flags,
                           const char *log) {
  bool removed = false;
  for (const char *line = log; line && *line;) {
    const char *flag = refused(arena, line);
    removed |= flag && remove_flag(flags, flag);
    line = strchr(line, '\n');
    line += line != NULL;
  }
  return removed;
}

/* The first line that says what is wrong, without what is in front of it. */
static const char *first_error(struct ha_arena *arena, const char *log) {
  const char *at = strstr(log, "error: ");
  if (!at)
    at = strstr(log, "fatal error: ");
  at = at ? strchr(at, ' ') + 1 : log;
  return ha_arena_strndup(arena, at, strcspn(at, "\n"));
}

/* ---- outcomes ---- */

static void tell(const struct job *job, enum ha_outcome outcome, const char *why) {
  struct ha_event event = {.outcome = outcome, .file = job->path, .why = why};
  ha_session_log(job->arena, job->session, &event);
}

static void keep_log(const struct job *job, const char *log) {
  const char *folder =
      ha_arena_printf(job->arena, "%s/failures", job->session->directory);
  mkdir(folder, 0777);
  rename(log, ha_arena_printf(job->arena, "%s/%s.log", folder, job->unit));
}

/* Without a document there is nothing to analyse: a header being precompiled. */
static void conclude(const struct job *job, int status, const char *log,
                     const char *said) {
  char *json = ha_read_file(in_units(job, ".json"));
  struct ha_counts counts = {0};
  if (json && ha_counts_add(&counts, json)) {
    struct ha_event event = {.outcome = HA_UNIT_ANALYSED,
                             .file = job->path,
                             .unit = ha_arena_printf(job->arena, "%s.json", job->unit),
                             .proved = counts.proved,
                             .refuted = counts.refuted,
                             .unknown = counts.unknown};
    ha_session_log(job->arena, job->session, &event);
    unlink(log);
  } else {
    tell(job, HA_UNIT_FAILED,
         *said ? first_error(job->arena, said)
               : ha_arena_printf(job->arena, "the compiler ended with status %d",
                                 status));
    keep_log(job, log);
  }
  free(json);
}

static void run(const struct job *job) {
  struct ha_words flags = {0};
  ha_words_add_all(job->arena, &flags, job->compile->flags.list.at);
  const char *log = in_units(job, ".log");
  char *said = NULL;
  int status = 0;
  for (unsigned i = 0; i < MAX_TRIES; i++) {
    char **argv = command(job, (ha_words_end(job->arena, &flags), &flags));
    struct ha_process process = {
        .argv = argv, .directory = job->compile->directory, .output = log};
    status = ha_process_run(&process);
    free(said);
    said = ha_read_file(log);
    bool is_analysed = !access(in_units(job, ".json"), F_OK); /* our own -Werror */
    if (!status || !said || is_analysed)
      break;
    if (!remove_refused(job->arena, &flags, said) && !silence(job->arena, &flags))
      break;
  }
  conclude(job, status, log, said ? said : "");
  free(said);
}

/* ---- inputs ---- */

static bool is_excluded(const struct job *job) {
  for (unsigned i = 0; i < job->session->exclude.list.count; i++) {
    const char *folder = job->session->exclude.list.at[i];
    if (!strcmp(folder, job->path) || ha_path_below(folder, job->path))
      return true;
  }
  return false;
}

/* Whoever makes the file analyses the unit. */
static bool is_first(const struct job *job) {
  int fd = open(in_units(job, ".claim"), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd >= 0)
    close(fd);
  return fd >= 0 || errno != EEXIST;
}

static void analyse(const struct job *job) {
  if (job->input->language == HA_LANGUAGE_OTHER)
    return;
  if (ha_compile_is_probe(job->compile->directory, job->input->file)) {
    tell(job, HA_UNIT_PROBE, "");
  } else if (job->input->language == HA_LANGUAGE_CXX) {
    tell(job, HA_UNIT_OTHER, "C++");
  } else if (is_excluded(job)) {
    tell(job, HA_UNIT_EXCLUDED, "");
  } else if (!is_first(job)) {
    tell(job, HA_UNIT_REPEATED, "");
  } else {
    int slot = ha_session_enter(job->arena, job->session);
    run(job);
    ha_session_leave(slot);
  }
}

void ha_analyse_compile(struct ha_arena *arena, const struct ha_session *session,
                        char *const *argv, const char *directory) {
  struct ha_compile compile = ha_compile_parse(arena, argv, directory);
  for (unsigned i = 0; compile.compiles && i < compile.inputs.count; i++) {
    const struct ha_input *input = &compile.inputs.at[i];
    struct job job = {.arena = arena,
                      .session = session,
                      .compile = &compile,
                      .input = input,
                      .path = ha_path_absolute(arena, directory, input->file),
                      .unit = unit_name(arena, &compile, input->file)};
    analyse(&job);
  }
}
