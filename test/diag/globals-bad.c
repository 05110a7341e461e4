// RUN: %verify %s
// Lists that hang on globals and static locals, empty when it matters.
#include <stdlib.h>

struct timer {
  struct timer *next;
  int due;
};

static struct timer *timers;

/* Nothing is due when there is nothing. */
int timer_fire(int now) {
  while (timers && timers->due > now)
    timers = timers->next;
  return timers->due; // expected-warning {{[heapabs-null-deref]}}
}

/* The head still points to what was freed. */
int timer_reset(void) {
  for (struct timer *t = timers, *next; t; t = next) {
    next = t->next;
    free(t);
  }
  return timers ? timers->due : 0; // expected-warning {{[heapabs-use-after-free]}}
}

/* The first call makes the cache, and may fail. */
int timer_cached(void) {
  static struct timer *cache;
  if (!cache)
    cache = calloc(1, sizeof *cache);
  return cache->due; // expected-warning {{[heapabs-null-deref]}}
}

/* Gives back only one of the two. */
void timer_replace(int due) {
  struct timer *t = malloc(sizeof *t), *spare = malloc(sizeof *spare);
  if (!t || !spare) {
    free(t);
    return; // expected-warning {{[heapabs-leak]}}
  }
  t->due = spare->due = due;
  t->next = NULL;
  spare->next = t;
  timers = spare;
}
