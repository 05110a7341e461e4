// RUN: %verify %s
// A queue whose tail is the address of the last link, left dangling.
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

/* Nobody initialised the queue. */
struct entry *singleton(struct entry *e) {
  struct squeue q;
  q.first = NULL;
  SQ_INSERT_TAIL(&q, e); // expected-warning {{[heapabs-invalid-deref]}}
  return q.first;
}

/* The tail is the link of an entry that has just been freed. */
struct entry *replace_value(struct entry *list, struct entry *fresh, int value) {
  struct squeue q;
  SQ_INIT(&q);
  while (list) {
    struct entry *next = list->next;
    SQ_INSERT_TAIL(&q, list);
    if (list->value == value) {
      free(list);
      break;
    }
    list = next;
  }
  SQ_INSERT_TAIL(&q, fresh); // expected-warning {{[heapabs-use-after-free]}}
  return q.first;
}
