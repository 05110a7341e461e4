// RUN: %verify %s
// Every loop form walks a list to its end and no further.
// expected-no-diagnostics
#include <stddef.h>

struct node {
  struct node *next;
  int value;
};

int length_while(const struct node *p) {
  int n = 0;
  while (p) {
    n++;
    p = p->next;
  }
  return n;
}

int sum_for(const struct node *list) {
  int sum = 0;
  for (const struct node *p = list; p != NULL; p = p->next)
    sum += p->value & 0xff;
  return sum;
}

/* Relies on a first node without testing: that is its precondition. */
int length_do(const struct node *p) {
  int n = 0;
  do {
    n++;
    p = p->next;
  } while (p);
  return n;
}

int length_goto(struct node *p) {
  int n = 0;
again:
  if (p == 0)
    goto done;
  n++;
  p = p->next;
  goto again;
done:
  return n;
}

int has_zero(struct node *p) {
  for (;;) {
    if (!p)
      return 0;
    if (!p->value)
      return 1;
    p = p->next;
  }
}
