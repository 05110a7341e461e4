// RUN: %verify %s
// Rule 2, trees: several links followed alternatively, nothing shared.
#include <assert.h>
#include <stdlib.h>

struct tree {
  struct tree *left, *right;
  int key;
};

void unshared(struct tree *t, int key) {
  struct tree *l = t->left, *r = t->right;
  struct tree *down = key < t->key ? l : r;
  assert(!l || l != r);
  assert(!down || down != t);
}

/* Freed once each. */
void free_children(struct tree *t, int key) {
  struct tree *near = key < t->key ? t->left : t->right;
  struct tree *far = key < t->key ? t->right : t->left;
  free(near);
  free(far);
  t->left = t->right = NULL;
}

/* A node may have one child only. */
int both(struct tree *t, int key) {
  struct tree *down = key < t->key ? t->left : t->right;
  if (!down)
    return 0;
  return t->left->key; // expected-warning {{[heapabs-null-deref]}}
}
