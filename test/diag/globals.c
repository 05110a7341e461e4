// RUN: %verify %s
// Lists that hang on globals and static locals.
// expected-no-diagnostics
#include <stdlib.h>

struct timer {
  struct timer *next;
  int due;
};

static struct timer *timers;
struct timer *expired;

int timer_add(int due) {
  struct timer *t = malloc(sizeof *t), **pp = &timers;
  if (!t)
    return -1;
  t->due = due;
  while (*pp && (*pp)->due < due)
    pp = &(*pp)->next;
  t->next = *pp;
  *pp = t;
  return 0;
}

void timer_run(int now) {
  while (timers && timers->due <= now) {
    struct timer *t = timers;
    timers = t->next;
    t->next = expired;
    expired = t;
  }
}

/* A cache of one: what malloc gave stays reachable from the static variable. */
struct timer *timer_cached(void) {
  static struct timer *cache;
  if (!cache)
    cache = calloc(1, sizeof *cache);
  return cache;
}

int next_due(void) { return timers ? timers->due : -1; }
