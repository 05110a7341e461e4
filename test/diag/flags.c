// RUN: %verify %s
// What a flag or a small state says of a pointer is known in the loop that sets it.
// expected-no-diagnostics
#include <stdbool.h>
#include <stddef.h>

struct node {
  struct node *next;
  int v;
};

void sort(struct node *head) {
  for (bool again = head != NULL; again;) {
    again = false;
    for (struct node *p = head; p->next; p = p->next)
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
  return state == EMPTY ? 0 : best->v;
}
