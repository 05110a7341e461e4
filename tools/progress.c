#include "progress.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool measure(unsigned *rows, unsigned *columns) {
  struct winsize size = {0};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || size.ws_row < 4 || size.ws_col < 20)
    return false;
  *rows = size.ws_row;
  *columns = size.ws_col;
  return true;
}

/* Scrolling is confined to all lines but the last; the cursor stays where it is. */
static void claim_line(struct ha_progress *p) {
  fprintf(stderr, "\n\0337\033[1;%ur\0338\033[1A", p->rows - 1);
}

void ha_progress_begin(struct ha_progress *p, unsigned total) {
  const char *terminal = getenv("TERM");
  p->total = total;
  p->start = seconds();
  p->shown = isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") &&
             measure(&p->rows, &p->columns);
  if (p->shown)
    claim_line(p);
}

void ha_progress_add(struct ha_progress *p, const struct ha_event *event) {
  p->done += event->outcome == HA_UNIT_ANALYSED || event->outcome == HA_UNIT_FAILED;
  p->proved += event->proved;
  p->refuted += event->refuted;
  p->unknown += event->unknown;
}

static const char *time_left(struct ha_arena *arena, const struct ha_progress *p,
                             double now) {
  if (!p->done || p->done >= p->total)
    return "";
  double left = (now - p->start) / p->done * (p->total - p->done);
  unsigned whole = (unsigned)(left + 0.5);
  return ha_arena_printf(arena, ", %u:%02u left", whole / 60, whole % 60);
}

const char *ha_progress_text(struct ha_arena *arena, const struct ha_progress *p,
                             double now) {
  const char *of =
      p->total && p->total >= p->done ? ha_arena_printf(arena, " of %u", p->total) : "";
  return ha_arena_printf(
      arena, "%u%s units, %u functions proved, %u refuted, %u unknown%s", p->done, of,
      p->proved, p->refuted, p->unknown, time_left(arena, p, now));
}

void ha_progress_draw(struct ha_progress *p) {
  unsigned rows = p->rows;
  if (!p->shown || !measure(&p->rows, &p->columns))
    return;
  if (rows != p->rows)
    claim_line(p);
  struct ha_arena *arena = ha_arena_new();
  const char *text = ha_progress_text(arena, p, seconds());
  fprintf(stderr, "\0337\033[%u;1H\033[K\033[7m heapabs: %.*s \033[0m\0338", p->rows,
          (int)p->columns - 12, text);
  fflush(stderr);
  ha_arena_free(arena);
}

void ha_progress_end(struct ha_progress *p) {
  if (!p->shown)
    return;
  fprintf(stderr, "\0337\033[1;%ur\033[%u;1H\033[K\0338", p->rows, p->rows);
  fflush(stderr);
  p->shown = false;
}
