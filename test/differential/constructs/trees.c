// RUN: %diff %s
// Binary trees without recursion: search, insertion, leftmost, threaded walks, parents.
#include <stdlib.h>
struct tree {
  struct tree *left, *right, *up;
  int key;
};

struct tree *search(struct tree *t, int key) {
  while (t && t->key != key)
    t = key < t->key ? t->left : t->right;
  return t;
}
struct tree *insert(struct tree *t, int key) {
  struct tree **at = &t, *up = NULL;
  while (*at) {
    up = *at;
    at = key < up->key ? &up->left : &up->right;
  }
  struct tree *n = calloc(1, sizeof *n);
  if (!n)
    return t;
  n->key = key;
  n->up = up;
  *at = n;
  return t;
}
int leftmost(struct tree *t) {
  while (t->left)
    t = t->left;
  return t->key;
}
struct tree *successor(struct tree *t) {
  if (t->right) {
    t = t->right;
    while (t->left)
      t = t->left;
    return t;
  }
  while (t->up && t == t->up->right)
    t = t->up;
  return t->up;
}
struct tree *rotate_right(struct tree *t) {
  struct tree *l = t->left;
  t->left = l->right;
  if (l->right)
    l->right->up = t;
  l->right = t;
  l->up = t->up;
  t->up = l;
  return l;
}
int depth_first(struct tree *t) {
  struct tree *stack[8];
  int top = 0, sum = 0;
  if (t)
    stack[top++] = t;
  while (top > 0) {
    t = stack[--top];
    sum = sum * 2 + t->key;
    if (t->right)
      stack[top++] = t->right;
    if (t->left)
      stack[top++] = t->left;
  }
  return sum;
}
void free_tree(struct tree *t) {
  while (t) {
    struct tree *next;
    if (t->left) {
      next = t->left;
      t->left = NULL;
    } else if (t->right) {
      next = t->right;
      t->right = NULL;
    } else {
      next = t->up;
      free(t);
    }
    t = next;
  }
}

#ifdef NATIVE
#include "native.h"
static struct tree *grow(struct tree *up, unsigned depth, int low, int high) {
  if (depth == 0 || CHOOSE(2) == 0)
    return NULL;
  struct tree *t = OBJECT(struct tree, it->key = (low + high) / 2, it->up = up);
  t->left = grow(t, depth - 1, low, t->key);
  t->right = grow(t, depth - 1, t->key, high);
  return t;
}
static struct tree *some(struct tree *t) {
  for (unsigned way; t && (way = CHOOSE(3)) > 0;)
    t = way == 1 ? t->left : t->right;
  return t;
}
#define TREE grow(NULL, 3, 0, 16)
DIFF(search) { RUN(search, TREE, PICK(8, 4, 14)); }
DIFF(insert) { RUN(insert, TREE, PICK(5, 15)); }
DIFF(leftmost) { RUN(leftmost, TREE); }
DIFF(successor) { RUN(successor, some(TREE)); }
DIFF(rotate_right) { RUN(rotate_right, TREE); }
DIFF(depth_first) { RUN(depth_first, TREE); }
DIFF(free_tree) { VRUN(free_tree, TREE); }
#endif
