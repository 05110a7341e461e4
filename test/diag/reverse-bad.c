// RUN: %verify %s
// Reversals that forget the empty list or the short one.
#include <stddef.h>

struct node { struct node *next; int v; };

/* Fetches the successor of the node after the last. */
struct node *reverse(struct node *list) {
  struct node *done = NULL, *rest;
  if (!list)
    return NULL;
  rest = list->next;
  do {
    list->next = done;
    done = list;
    list = rest;
    rest = rest->next; // expected-warning {{[heapabs-null-deref]}}
  } while (list);
  return done;
}

/* With k <= 0 and no list, first is null. */
struct node *reverse_prefix(struct node *list, int k) {
  struct node *done = NULL, *first = list;
  while (list && k-- > 0) {
    struct node *rest = list->next;
    list->next = done;
    done = list;
    list = rest;
  }
  first->next = list; // expected-warning {{[heapabs-null-deref]}}
  return done ? done : list;
}
