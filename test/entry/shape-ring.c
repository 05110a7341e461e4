// RUN: %verify %s
// Rule 2, rings: circular where a walk ends only by comparing pointers, and bare heads.
#include <assert.h>
#include <stddef.h>

struct node {
  struct node *next;
  int v;
};
struct list_head {
  struct list_head *next, *prev;
};

/* No test for null: a ring. */
int ring_length(struct node *ring) {
  int n = 1;
  for (struct node *p = ring->next; p != ring; p = p->next)
    n++;
  return n;
}

/* One null test, and it is a list. */
int list_after_all(struct node *ring) {
  int n = 1;
  struct node *p = ring->next;
  while (p != ring && p)
    p = p->next, n++;
  return n + p->v; // expected-warning {{[heapabs-null-deref]}}
}

/* A ring may have one node. */
void two_players(struct node *ring) {
  struct node *p = ring;
  while (p->next != ring)
    p = p->next;
  assert(p != ring); // expected-warning {{[heapabs-assert]}}
}

/* A bare head is circular: its neighbours are there, and point back. */
void bare(struct list_head *head) {
  assert(head->next->prev == head);
  assert(head->prev->next == head);
}

/* … and may be all there is. */
void bare_and_empty(struct list_head *head) {
  assert(head->next != head); // expected-warning {{[heapabs-assert]}}
}
