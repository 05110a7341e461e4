// RUN: %verify %s
// Binary search trees: a child that need not be there.
#include <stdlib.h>

struct tree {
  struct tree *left, *right;
  int key;
};

int find_value(struct tree *t, int key) {
  while (t && t->key != key)
    t = key < t->key ? t->left : t->right;
  return t->key; // expected-warning {{[heapabs-null-deref]}}
}

struct tree *rotate_right(struct tree *t) {
  struct tree *l = t->left;
  t->left = l->right; // expected-warning {{[heapabs-null-deref]}}
  l->right = t;
  return l;
}

int insert(struct tree **root, int key) {
  while (*root)
    root = key < (*root)->key ? &(*root)->left : &(*root)->right;
  *root = malloc(sizeof **root);
  if (!*root)
    return -1;
  (*root)->key = key;
  root = &(*root)->left;
  return (*root)->key; // expected-warning {{[heapabs-invalid-deref]}}
}

/* A node with a right child only. */
struct tree *take_min(struct tree **root) {
  struct tree *parent = NULL, *t = *root;
  if (!t)
    return NULL;
  while (t->left) {
    parent = t;
    t = t->left;
  }
  parent->left = t->right; // expected-warning {{[heapabs-null-deref]}}
  return t;
}

void destroy(struct tree *t) {
  while (t) {
    struct tree *l = t->left;
    free(t);
    if (!l)
      l = t->right; // expected-warning {{[heapabs-use-after-free]}}
    t = l;
  }
}
