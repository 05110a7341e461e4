/* Marks by which people silence findings: comments (`NOLINT(heapabs-leak)` with
 * NEXTLINE, BEGIN and END, `codechecker_suppress [heapabs-leak] why`), what the
 * syntax tree says of `__attribute__((suppress))`, and clang of its pragmas.
 *
 * A mark covers some lines of a file, for some rules or for all.  Each knows whether it
 * has ever been of use. */
#ifndef HEAPABS_REPORT_MARKS_H
#define HEAPABS_REPORT_MARKS_H

#include <stdbool.h>

struct ha_arena;
struct ha_marks;

struct ha_mark {
  const char *file;     /* as it was first called */
  unsigned line;        /* where it stands */
  unsigned first, last; /* the lines it covers; none if last < first */
  const char *by;       /* "attribute", "pragma"; NULL: a comment */
  const char *rules;    /* patterns, comma-separated; NULL for all */
  const char *text;     /* "NOLINT(heapabs-leak)" */
  const char *why;      /* what else the comment says; "" if nothing */
  bool used;
};

/* Relative names begin in `directory`, and one file may have several. */
struct ha_marks *ha_marks_new(struct ha_arena *arena, const char *directory);
/* A mark that no comment makes; the texts are copied. */
void ha_marks_add(struct ha_marks *marks, const struct ha_mark *mark);
/* The first mark that covers the place, which is then used; NULL if there is none. */
const struct ha_mark *ha_marks_find(struct ha_marks *marks, const char *file,
                                    unsigned line, const char *rule);
/* Reads a file's comments now rather than when it is first asked about. */
void ha_marks_read(struct ha_marks *marks, const char *file);

/* By index, in the order of reading. */
unsigned ha_marks_count(const struct ha_marks *marks);
const struct ha_mark *ha_marks_get(const struct ha_marks *marks, unsigned index);
/* Does it name a rule of ours?  A bare NOLINT may be meant for someone else. */
bool ha_mark_is_ours(const struct ha_mark *mark);

#endif
