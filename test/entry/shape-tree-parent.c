// RUN: %verify %s
// A tree whose nodes know their parents: where it ends, its balance tells.  What is
// tested there may be null, what is not the code has other reasons to know.
#include <stddef.h>

enum { BLACK, RED };
struct node {
  struct {
    struct node *left, *right, *parent;
    int color;
  } entry;
  int key;
};

/* A red node has a parent. */
void repaint(struct node *n) {
  struct node *parent, *grandparent;
  while ((parent = n->entry.parent) != NULL && parent->entry.color == RED) {
    grandparent = parent->entry.parent;
    if (parent == grandparent->entry.left)
      grandparent->entry.right->entry.color = BLACK;
    n = grandparent;
  }
}

int tested(struct node *n) {
  struct node *parent = n->entry.parent;
  if (parent == NULL)
    n->key++;
  return parent->key; // expected-warning {{[heapabs-null-deref]}}
}

/* Without parents there is no such order. */
struct plain {
  struct plain *left, *right;
  int key;
};

int leftmost(struct plain *t, int right) {
  t = right ? t->right : t->left;
  return t->key; // expected-warning {{[heapabs-null-deref]}}
}
