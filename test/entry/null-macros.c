// RUN: %verify %s
// Rule 1: a macro that tests what it is given, for the sake of all who use it, says no
// more about this function than a callee's test would.
#include <stddef.h>

struct part {
  int size;
};

struct node {
  struct node *next;
  struct part part;
  int level, v;
};

void log_line(int v);

#define TRACE(p)                                                                       \
  do {                                                                                 \
    if ((p) && (p)->level > 2)                                                         \
      log_line((p)->level);                                                            \
  } while (0)
#define LEVEL(p) ((p) ? (p)->level : 0)
#define IS_NONE(p) ((p) == NULL)
#define WHEN(condition, what)                                                          \
  do {                                                                                 \
    if (condition)                                                                     \
      what;                                                                            \
  } while (0)

int traced(struct node *p) {
  TRACE(p);
  return p->v;
}

int traced_and_tested(struct node *p) {
  TRACE(p);
  if (!p)
    log_line(0);
  return p->v; // expected-warning {{[heapabs-null-deref]}}
}

int chosen_by_macro(struct node *p) { return LEVEL(p) + p->v; }

/* A macro that only spells the comparison tests nothing by itself. */
int compared_by_macro(struct node *p, int *count) {
  if (IS_NONE(p))
    ++*count;
  return p->v; // expected-warning {{[heapabs-null-deref]}}
}

/* The test is in what the macro is given. */
int tested_in_argument(struct node *p, int *count) {
  WHEN(*count && p && p->v, ++*count);
  return p->v; // expected-warning {{[heapabs-null-deref]}}
}

/* All of this function comes from a macro: its tests are its own. */
#define DEFINE_FIRST(name)                                                             \
  int name(struct node *p) {                                                           \
    if (p && p->level)                                                                 \
      return 1;                                                                        \
    return p->v;                                                                       \
  }
DEFINE_FIRST(first) // expected-warning {{[heapabs-null-deref]}}

/* What is used through a pointer into it is used. */
int through_a_part(struct node *p) {
  struct part *part = &p->part;
  int size = part->size;
  return p ? size + p->v : 0;
}

int through_a_part_after_the_test(struct node *p) {
  struct part *part = &p->part;
  int v = p ? p->v : 0;
  return v + part->size; // expected-warning {{[heapabs-null-deref]}}
}
