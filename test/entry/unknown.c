// RUN: %verify %s
// Rule 7: what is unknown is neither trusted nor held against the code.
#include <stdlib.h>

struct node {
  struct node *next;
  int v;
};

struct node *lookup(int key);
void observe(struct node *p);
struct node *current;

/* Nobody asked whether the result may be null. */
int untested_result(int key) { return lookup(key)->v; }

/* Somebody did. */
int tested_result(int key, int *found) {
  struct node *p = lookup(key);
  if (p)
    *found = 1;
  return p->v; // expected-warning {{[heapabs-null-deref]}}
}

/* The callee may have changed the list, but no warning rests on that. */
int observed(struct node *p) {
  if (!p || !p->next)
    return 0;
  observe(p);
  return p->next->v;
}

/* What it cannot reach stays as it was. */
int out_of_reach(struct node *p) {
  struct node *mine = NULL;
  observe(p);
  return mine->v; // expected-warning {{[heapabs-null-deref]}}
}

/* A global has any well-formed value, null where it is tested. */
int global_list(void) {
  if (current)
    current->v++;
  return current->v; // expected-warning {{[heapabs-null-deref]}}
}
