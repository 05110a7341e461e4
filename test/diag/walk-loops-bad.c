// RUN: %verify %s
// Walks that look one node past the end, in every loop form.
#include <stddef.h>

struct node {
  struct node *next;
  int value;
};

/* Tests the list only after having used it. */
int length_do(const struct node *p) {
  int n = 0;
  if (p == NULL)
    n = -1;
  do {
    n++;
    p = p->next; // expected-warning {{[heapabs-null-deref]}}
  } while (p);
  return n;
}

/* The last node has no successor whose value could be compared. */
int is_sorted(const struct node *list) {
  for (const struct node *p = list; p != NULL; p = p->next)
    if (p->value > p->next->value) // expected-warning {{[heapabs-null-deref]}}
      return 0;
  return 1;
}

/* The value is never found, and nobody asked for the end. */
struct node *find(struct node *p, int value) {
  if (!p)
    return NULL;
again:
  if (p->value == value) // expected-warning {{[heapabs-null-deref]}}
    return p;
  p = p->next;
  goto again;
}

/* The condition reads the node before it asks whether there is one. */
int count_until(const struct node *p, int value) {
  int n = 0;
  if (!p)
    return 0;
  while (p->value != value && p) { // expected-warning {{[heapabs-null-deref]}}
    n++;
    p = p->next;
  }
  return n;
}
