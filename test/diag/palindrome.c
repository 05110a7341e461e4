// RUN: %verify %s
// Comparing a list with itself from both ends, and joining it again.
// expected-no-diagnostics
#include <stddef.h>

struct node {
  struct node *next;
  char c;
};

static struct node *reverse(struct node *p) {
  struct node *done = NULL;
  while (p) {
    struct node *next = p->next;
    p->next = done;
    done = p;
    p = next;
  }
  return done;
}

int is_palindrome(struct node *list) {
  struct node *slow = list, *fast = list, *back, *p;
  int same = 1;
  if (!list)
    return 1;
  while (fast->next && fast->next->next) {
    slow = slow->next;
    fast = fast->next->next;
  }
  back = reverse(slow->next);
  for (p = back; p && same; p = p->next, list = list->next)
    same = p->c == list->c;
  slow->next = reverse(back);
  return same;
}

/* The tortoise and the hare. */
int has_cycle(const struct node *list) {
  const struct node *slow = list, *fast = list;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
    if (slow == fast)
      return 1;
  }
  return 0;
}
