// RUN: %verify %s
// A flag that is set where there is no list; a state that is left too late.
#include <stdbool.h>
#include <stddef.h>

struct node {
  struct node *next;
  int v;
};

void sort(struct node *head) {
  for (bool again = !head || head->next; again;) {
    again = false;
    for (struct node *p = head; p->next; p = p->next) // expected-warning {{[heapabs-null-deref]}}
      if (p->v > p->next->v) {
        int v = p->v;
        p->v = p->next->v;
        p->next->v = v;
        again = true;
      }
  }
}

enum state { EMPTY, SOME, DONE };

int largest(struct node *list) {
  enum state state = EMPTY;
  struct node *best = NULL;
  for (; state != DONE; list = list->next) {
    if (!list)
      break;
    if (!best || list->v > best->v)
      best = list;
    state = list->next ? SOME : DONE;
  }
  return state == DONE ? 0 : best->v; // expected-warning {{[heapabs-null-deref]}}
}
