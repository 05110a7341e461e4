// RUN: %verify %s
// Iterators that outlive their node or their list.
#include <stdbool.h>
#include <stdlib.h>

typedef struct link_s {
  struct link_s *next;
  long weight;
} Link;
typedef struct {
  Link *head;
} Chain;
typedef struct {
  Link *at;
} Cursor;

/* The cursor stands on the node that goes. */
void drop_negative(Chain *c) {
  Link **from = &c->head;
  Cursor it = {c->head};
  while (it.at) {
    if (it.at->weight < 0) {
      *from = it.at->next;
      free(it.at);
    } else {
      from = &it.at->next;
    }
    it.at = it.at->next; // expected-warning {{[heapabs-use-after-free]}}
  }
}

/* Nothing was found, so the result was never set. */
long heaviest(const Chain *c, long least) {
  Link *best;
  Cursor it = {c->head};
  for (; it.at; it.at = it.at->next)
    if (it.at->weight > least)
      best = it.at;
  return best->weight; // expected-warning {{[heapabs-invalid-deref]}}
}
