/* Results for people and programs: diagnostics, JSON, C reproducers.  What is made of a
 * whole unit or project is in document.h and behind it.
 *
 * Knows gcl/ and the verdict type only.  Every string returned lives in the arena
 * passed in, and depends on the result alone (`ms` apart): two runs of one analysis
 * give the same bytes. */
#ifndef HEAPABS_REPORT_REPORT_H
#define HEAPABS_REPORT_REPORT_H

#include "../gcl/verdict.h"

/* A finding in words, ready for a compiler's diagnostics engine. */
struct ha_note {
  ha_pos pos; /* 0: no place of its own; show it at the finding's */
  const char *message;
};
struct ha_diagnostic {
  enum ha_check_kind kind;
  bool is_remark; /* an unknown, not a warning */
  ha_pos pos;     /* in the entry function: an inlined callee's failure is the call's */
  const char *message; /* without the [heapabs-KIND] suffix */
  HA_VEC(struct ha_note) notes;
};

/* NULL for a proved check. */
struct ha_diagnostic *ha_report_diagnostic(struct ha_arena *arena,
                                           const struct ha_result *result,
                                           ha_check check);

/* A stand-alone C program that includes the user's source, builds the witness's
 * heap, calls the function and fails at the check when compiled with
 * -fsanitize=address,undefined.  NULL if the check is not refuted. */
struct ha_repro_options {
  const char *source;        /* path for #include: absolute, or findable by -I */
  const char *const *cflags; /* NULL-terminated, for the comment; may be NULL */
  /* Functions and variables that the unit uses without defining them, except what
   * system headers declare and the compiler's library builtins: the linker will
   * want them.  NULL-terminated; may be NULL. */
  const char *const *extern_functions, *const *extern_variables;
};
char *ha_report_reproducer(struct ha_arena *arena, const struct ha_result *result,
                           ha_check check, const struct ha_repro_options *options);
/* The reproducer's file name, `a.list_append.null-deref.12.c`: source's base name,
 * function, kind, check id. */
char *ha_report_reproducer_name(struct ha_arena *arena, const struct ha_result *result,
                                ha_check check, const char *source);

/* One element of the JSON's "functions" array (docs/json.md), one line.  With options
 * each finding carries its reproducer; they may be NULL. */
char *ha_report_json(struct ha_arena *arena, const struct ha_result *result,
                     const struct ha_repro_options *options);
/* The element for a function that has no result: crashed, over budget. */
char *ha_report_json_missing(struct ha_arena *arena, const char *function,
                             const char *why);

#endif
