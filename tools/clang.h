/* Runs the host compiler with the plugin on one file, and reads back what it found. */
#ifndef HEAPABS_TOOLS_CLANG_H
#define HEAPABS_TOOLS_CLANG_H

#include <stdbool.h>

struct ha_arena;

/* What all commands that compile have in common; see ha_clang_help. */
struct ha_clang {
  struct ha_arena *arena;
  const char *clang, *plugin;
  bool is_chosen; /* --clang or --plugin was given: see that they fit */
  bool werror, quiet;
  const char **plugin_args; /* "-fplugin-arg-heapabs-…", NULL-terminated */
  char **cflags;            /* what stood after `--`, NULL-terminated */
};

struct ha_clang *ha_clang_new(struct ha_arena *arena);
void ha_clang_add(struct ha_clang *clang, const char *key, const char *value);

/* Is argv[*index] (with argv[*index + 1] where it takes a value) an option for the
 * plugin or the compiler?  Then takes it and moves *index to its last word. */
bool ha_clang_take_option(struct ha_clang *clang, int argc, char **argv, int *index);
/* What is wrong with a word that is none: it lacks its value, is the compiler's, or is
 * unknown; to be followed by the word. */
const char *ha_clang_complaint(const char *word);
/* Lists those options on stdout. */
void ha_clang_help(void);

/* NULL, or one sentence that says why this compiler cannot analyse: it is no clang, or
 * one of another version than the plugin's. */
const char *ha_clang_problem(const struct ha_clang *clang);

struct ha_counts {
  unsigned proved, refuted, unknown, skipped;
};

/* Analyses `file`, diagnostics on stderr; returns the compiler's exit status.  The
 * unit's JSON is left in *json (malloc'd), NULL if there is none. */
int ha_clang_analyse(const struct ha_clang *clang, const char *file, char **json);
bool ha_counts_add(struct ha_counts *counts, const char *json);

/* Runs a program with stdout and stderr into a file (NULL: as ours); its exit status,
 * 128 + N if signal N ended it, -1 if it could not be started. */
int ha_spawn(char *const *argv, const char *log);
/* A whole file, malloc'd, or NULL with errno set; "-" is stdin. */
char *ha_read_file(const char *path);

#endif
