// RUN: %verify %s
// Comparing a list with itself from both ends, past the middle.
#include <stddef.h>

struct node {
  struct node *next;
  char c;
};

/* The second half of a list of one is empty. */
int ends_match(struct node *list) {
  struct node *slow = list, *fast = list;
  if (!list)
    return 1;
  while (fast->next && fast->next->next) {
    slow = slow->next;
    fast = fast->next->next;
  }
  return slow->next->c == list->c; // expected-warning {{[heapabs-null-deref]}}
}

int has_cycle(const struct node *list) {
  const struct node *slow = list, *fast = list;
  while (fast) {
    slow = slow->next;
    fast = fast->next->next; // expected-warning {{[heapabs-null-deref]}}
    if (slow == fast)
      return 1;
  }
  return 0;
}
