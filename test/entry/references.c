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

/* A test on one branch says nothing of the other, which cannot be told that way. */
int on_another_branch(struct server *s) {
  if (s->current != NULL)
    return s->peer->v;
  return s->peer ? s->peer->v : 0;
}

/* A global that is looked at is a reference; one that the code pops from is a list. */
static struct node *myself, *stack;
void set_myself(struct node *n) { myself = n; }
int my_next(void) { return myself->next ? myself->next->v : 0; }
int pop(void) {
  struct node *top = stack;
  stack = top->next; // expected-warning {{[heapabs-null-deref]}}
  return top->v;
}
void push(struct node *n) {
  n->next = stack;
  stack = n;
}

/* Two pointers to their own kind that nothing links or walks along are references. */
struct instance {
  struct instance *leader, *chosen;
  int v;
};
int leader_of(struct instance *i) { return i->leader->v; }
int chosen_or_leader(struct instance *i) {
  if (i->chosen)
    return i->chosen->v;
  return i->leader->v;
}
struct instance *top_of(struct instance *i) {
  while (i->leader->v) // expected-warning {{[heapabs-null-deref]}}
    i = i->leader;
  return i;
}

/* A null that the code has written is its own, whoever reads it … */
struct owned {
  struct owned *next;
  struct other *owner;
};
int disowned(struct owned *x) {
  int sum = 0;
  if (x)
    x->owner = NULL;
  for (struct owned *p = x; p; p = p->next)
    sum = p->owner->v; // expected-warning {{[heapabs-null-deref]}}
  return sum;
}

/* … and no other node's. */
int disown_one(struct owned *x, struct owned *y) {
  int sum = 0;
  x->owner = NULL;
  for (struct owned *p = y; p; p = p->next)
    sum = p->owner->v;
  return sum;
}
