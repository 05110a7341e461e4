// RUN: %verify %s
// Binary search trees without recursion.
// expected-no-diagnostics
#include <stdlib.h>

struct tree {
  struct tree *left, *right;
  int key;
};

struct tree *find(struct tree *t, int key) {
  while (t && t->key != key)
    t = key < t->key ? t->left : t->right;
  return t;
}

const struct tree *leftmost(const struct tree *t) {
  if (!t)
    return NULL;
  while (t->left)
    t = t->left;
  return t;
}

int insert(struct tree **root, int key) {
  while (*root) {
    if (key == (*root)->key)
      return 0;
    root = key < (*root)->key ? &(*root)->left : &(*root)->right;
  }
  *root = calloc(1, sizeof **root);
  if (!*root)
    return -1;
  (*root)->key = key;
  return 1;
}

struct tree *rotate_right(struct tree *t) {
  struct tree *l = t->left;
  if (!l)
    return t;
  t->left = l->right;
  l->right = t;
  return l;
}

/* Unlinks and returns the node with the smallest key. */
struct tree *take_min(struct tree **root) {
  struct tree *min;
  if (!*root)
    return NULL;
  while ((*root)->left)
    root = &(*root)->left;
  min = *root;
  *root = min->right;
  min->right = NULL;
  return min;
}

/* Turns the tree into a list along `right`, freeing it as it goes. */
void destroy(struct tree *t) {
  while (t) {
    struct tree *l = t->left;
    if (l) {
      t->left = l->right;
      l->right = t;
      t = l;
    } else {
      struct tree *r = t->right;
      free(t);
      t = r;
    }
  }
}
