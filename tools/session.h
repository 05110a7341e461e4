/* What a scan and the compilers it has wrapped share: a folder that will be the report.
 *
 *   units/scan.json   how to analyse; written once, before the build
 *   units/NAME.json   the document of a unit, written whole or not at all
 *   units/log         a line per unit: what became of it
 *   failures/NAME.log what the compiler said of a unit that could not be analysed */
#ifndef HEAPABS_TOOLS_SESSION_H
#define HEAPABS_TOOLS_SESSION_H

#include "words.h"
#include <stdbool.h>

struct ha_session {
  const char *directory; /* absolute */
  const char *clang, *plugin;
  struct ha_words plugin_args;
  struct ha_words exclude; /* absolute: what lies below is not analysed */
  unsigned jobs;           /* analyses at a time */
  bool verbose;
};

/* The variable that tells a wrapped compiler of the folder. */
#define HA_SESSION_VARIABLE "HEAPABS_SCAN"

/* NULL, or one sentence that says what went wrong. */
const char *ha_session_write(struct ha_arena *arena, const struct ha_session *session);
/* NULL if there is no session in that folder. */
struct ha_session *ha_session_open(struct ha_arena *arena, const char *directory);

/* What became of a unit. */
enum ha_outcome {
  HA_UNIT_ANALYSED,
  HA_UNIT_FAILED,   /* our clang does not compile it */
  HA_UNIT_EXCLUDED, /* by --exclude */
  HA_UNIT_REPEATED, /* compiled before, with flags that mean the same */
  HA_UNIT_OTHER,    /* not C */
  HA_UNIT_PROBE,    /* made to try the compiler */
  HA_UNIT_OUTCOMES
};
struct ha_event {
  enum ha_outcome outcome;
  const char *file; /* absolute */
  const char *unit; /* ANALYSED: name of its document below units/ */
  const char *why;  /* FAILED: one sentence */
  unsigned proved, refuted, unknown;
};

void ha_session_log(struct ha_arena *arena, const struct ha_session *session,
                    const struct ha_event *event);
/* Reads the events that have come since *position (0 at first). */
typedef void ha_event_reader(void *context, const struct ha_event *event);
void ha_session_read_log(struct ha_arena *arena, const struct ha_session *session,
                         long *position, ha_event_reader *reader, void *context);

/* How many units somebody began to analyse. */
unsigned ha_session_begun(struct ha_arena *arena, const struct ha_session *session);
/* Removes what only a running scan needs. */
void ha_session_tidy(struct ha_arena *arena, const struct ha_session *session);

/* Waits until fewer than `jobs` analyses run; a handle to give back. */
int ha_session_enter(struct ha_arena *arena, const struct ha_session *session);
void ha_session_leave(int slot);

#endif
