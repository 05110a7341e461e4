// RUN: %verify %s
// Attributes that promise less than the code needs, functions that do return.
#include <stdlib.h>

struct node {
  struct node *next;
  int v;
};

int nullable_type(struct node *_Nullable n) {
  return n->v; // expected-warning {{[heapabs-null-deref]}}
}

/* Only the first one. */
__attribute__((nonnull(1))) int first_only(struct node *a, struct node *b) {
  if (!b)
    a = b;
  return a->v; // expected-warning {{[heapabs-null-deref]}}
}

void complain(const char *why);
int or_complain(struct node *n) {
  if (!n)
    complain("no node");
  return n->v; // expected-warning {{[heapabs-null-deref]}}
}
