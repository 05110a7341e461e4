// RUN: %verify %s
// A queue whose tail is the address of the last link (BSD style), built locally.
// expected-no-diagnostics
#include <stdlib.h>

struct entry {
  int value;
  struct entry *next;
};
struct squeue {
  struct entry *first;
  struct entry **last;
};

#define SQ_INIT(q) ((q)->first = NULL, (q)->last = &(q)->first)
#define SQ_INSERT_TAIL(q, e)                                                   \
  do {                                                                         \
    (e)->next = NULL;                                                          \
    *(q)->last = (e);                                                          \
    (q)->last = &(e)->next;                                                    \
  } while (0)
#define SQ_FOREACH(v, q) for ((v) = (q)->first; (v); (v) = (v)->next)

int sum_three(int a, int b, int c) {
  struct entry x = {a & 7, NULL}, y = {b & 7, NULL}, z = {c & 7, NULL}, *e;
  struct squeue q;
  int sum = 0;
  SQ_INIT(&q);
  SQ_INSERT_TAIL(&q, &x);
  SQ_INSERT_TAIL(&q, &y);
  SQ_INSERT_TAIL(&q, &z);
  SQ_FOREACH(e, &q)
    sum += e->value;
  return sum;
}

/* Keeps the order of the nodes with a value, drops the others. */
struct entry *select_value(struct entry *list, int value) {
  struct squeue q;
  SQ_INIT(&q);
  while (list) {
    struct entry *next = list->next;
    if (list->value == value)
      SQ_INSERT_TAIL(&q, list);
    else
      free(list);
    list = next;
  }
  return q.first;
}
