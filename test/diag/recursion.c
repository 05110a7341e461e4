// RUN: %heapabs -Xclang -verify %arg-json=%t.json %s
// RUN: FileCheck %s < %t.json
// expected-no-diagnostics
// A function that recurses and only reads is proved like a loop that only reads.
#include <stddef.h>

struct node {
  int data;
  struct node *next;
};
struct tree {
  struct tree *left, *right;
  int key;
};

// CHECK: "name":"length",{{[^[]*}}"line":{{[0-9]+}},"verdict":"proved"
int length(struct node *x) { return x ? 1 + length(x->next) : 0; }

// CHECK: "name":"length_of_some",{{[^[]*}}"line":{{[0-9]+}},"verdict":"proved"
int length_of_some(struct node *x) {
  return x->next ? 1 + length_of_some(x->next) : 1;
}

// CHECK: "name":"depth",{{[^[]*}}"line":{{[0-9]+}},"verdict":"proved"
int depth(struct tree *t) {
  if (!t)
    return 0;
  int left = depth(t->left), right = depth(t->right);
  return 1 + (left > right ? left : right);
}

// CHECK: "name":"equal",{{[^[]*}}"line":{{[0-9]+}},"verdict":"proved"
int equal(struct tree *a, struct tree *b) {
  if (!a || !b)
    return a == b;
  return a->key == b->key && equal(a->left, b->left) && equal(a->right, b->right);
}

// CHECK: "name":"even",{{[^[]*}}"line":{{[0-9]+}},"verdict":"proved"
static int odd(struct node *x);
static int even(struct node *x) { return x ? odd(x->next) : 1; }
static int odd(struct node *x) { return x ? even(x->next) : 0; }
int is_even(struct node *x) { return even(x); }

/* The heap keeps no rules here, and nobody can tell what the recursion makes of it. */
// CHECK: "name":"cut",{{[^[]*}}"line":{{[0-9]+}},"verdict":"unknown"
int cut(struct node *x) {
  if (!x || !x->next)
    return 0;
  x->next = x->next->next;
  return cut(x->next);
}
