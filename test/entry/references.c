// RUN: %verify %s
// Rule 4: a header that the function is given may be empty; what other objects point to
// is there unless the code tests it.
#include <stddef.h>

struct node {
  struct node *next;
  int v;
};
struct queue {
  struct node *head, *tail;
};
struct other {
  struct other *next;
  int v;
};
struct server {
  struct queue waiting;
  struct node *current;
  struct other *peer;
};

/* A queue is a list, and a list may be empty … */
int front(struct queue *q) {
  return q->head->v; // expected-warning {{[heapabs-null-deref]}}
}

/* … but who serves somebody has somebody to serve, */
int serving(struct server *s) { return s->current->v; }

/* and knows it of the list inside as well. */
int first_waiting(struct server *s) { return s->waiting.head->v; }

/* What is tested may go either way, */
int serving_or_peer(struct server *s) {
  if (s->current == NULL)
    return s->peer->v;
  return s->current->v;
}

int tested_too_late(struct server *s) {
  if (s->current == NULL)
    s->peer->v++;
  return s->current->v; // expected-warning {{[heapabs-null-deref]}}
}

/* and only where it is tested: the peer of one is not the peer of the other. */
int of_two(struct server *s, struct server *t) {
  int sum = t->peer->v;
  if (s->peer != NULL)
    sum += s->peer->v;
  return sum;
}

/* The nodes behind a reference are a list like any other. */
int after_current(struct server *s) {
  return s->current->next->v; // expected-warning {{[heapabs-null-deref]}}
}

/* A record that is embedded in a node and has a life of its own is no list entry. */
struct machine;
struct thread {
  struct machine *machine;
  int id;
};
struct machine {
  struct thread first;
  int load;
};
int load_of(struct thread *t) { return t->machine->load; }
