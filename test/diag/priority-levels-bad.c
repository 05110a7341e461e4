// RUN: %verify %s
// A scheduler: one queue per priority, and priorities without a queue.
#include <stddef.h>

#define LEVELS 3
struct thread {
  struct thread *next;
  int level;
};
struct scheduler {
  struct thread *ready[LEVELS];
};

/* The level one too high. */
void make_ready(struct scheduler *s, struct thread *t) {
  int level = t->level;
  if (level > LEVELS)
    level = LEVELS;
  t->next = s->ready[level]; // expected-warning {{[heapabs-invalid-deref]}}
  s->ready[level] = t;
}

/* Nobody is ready, and the search goes on below the lowest level. */
struct thread *pick(struct scheduler *s) {
  int level = LEVELS - 1;
  while (!s->ready[level]) // expected-warning {{[heapabs-invalid-deref]}}
    level--;
  return s->ready[level];
}

/* The queue of the highest level may be empty. */
int highest(struct scheduler *s) {
  struct thread *t = NULL;
  for (int level = 0; level < LEVELS; level++)
    if (s->ready[level])
      t = s->ready[level];
  return t->level; // expected-warning {{[heapabs-null-deref]}}
}
