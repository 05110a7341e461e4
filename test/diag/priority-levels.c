// RUN: %verify %s
// A scheduler: one queue per priority, in an array.
// expected-no-diagnostics
#include <stddef.h>

#define LEVELS 3
struct thread {
  struct thread *next;
  int level;
};
struct scheduler {
  struct thread *ready[LEVELS];
};

void make_ready(struct scheduler *s, struct thread *t) {
  int level = t->level;
  if (level < 0)
    level = 0;
  else if (level >= LEVELS)
    level = LEVELS - 1;
  t->next = s->ready[level];
  s->ready[level] = t;
}

struct thread *pick(struct scheduler *s) {
  for (int level = LEVELS - 1; level >= 0; level--) {
    struct thread *t = s->ready[level];
    if (t) {
      s->ready[level] = t->next;
      t->next = NULL;
      return t;
    }
  }
  return NULL;
}

/* Everything of one level goes up to the next. */
void promote(struct scheduler *s) {
  for (int level = LEVELS - 1; level > 0; level--) {
    struct thread **end = &s->ready[level];
    while (*end)
      end = &(*end)->next;
    *end = s->ready[level - 1];
    s->ready[level - 1] = NULL;
  }
}
