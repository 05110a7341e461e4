// RUN: %verify %s
// Attributes and functions that do not return mean what they say.
// expected-no-diagnostics
#include <stdlib.h>

struct node {
  struct node *next;
  int v;
};

__attribute__((nonnull)) int needs(struct node *n) {
  struct node *p = n;
  if (!p)
    return p->v; // never: the attribute says so
  return 0;
}

__attribute__((returns_nonnull)) struct node *some_node(void);
int uses_some(void) { return some_node()->v; }

_Noreturn void die(const char *why);
int or_die(struct node *n) {
  if (!n)
    die("no node");
  return n->v;
}

int impossible(struct node *n) {
  if (!n)
    __builtin_unreachable();
  return n->v;
}

int assumed(struct node *n) {
  __builtin_assume(n == NULL || n->next != NULL);
  return n ? n->next->v : 0;
}

int nonnull_type(struct node *_Nonnull n, struct node *_Nullable m) {
  return m ? m->v : n->v;
}
