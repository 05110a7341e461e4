// RUN: rm -rf %t && mkdir %t
// RUN: %heapabs -w %arg-engine=pdr %arg-cert=%t %arg-json=%t/a.json %s
// RUN: FileCheck %s < %t/a.json
// RUN: heapabs cert --quiet %t/*.smt2 | FileCheck --check-prefix=CERT %s
// Trees and sets of fields in contracts are proved for all heaps, with certificates. The
// ghost parent behind a tree is one of many, so trees that are assumed late, twice, or to
// be none teach nothing that does not hold of every heap.
// CERT-COUNT-5: accepted
#include "../../include/heapabs.h"
#include <stddef.h>

struct tnode {
  struct tnode *left, *right;
};
struct node {
  struct node *next;
  int data;
};

// CHECK: "name":"same",{{.*}}"verdict":"proved"
HA_REQUIRES(tree(left, right, root))
HA_ENSURES(tree(left, right, result))
struct tnode *same(struct tnode *root) { return root; }

// CHECK: "name":"cut",{{.*}}"verdict":"proved"
HA_REQUIRES(tree(left, right, root) && root != null)
HA_ENSURES(tree(left, right, root))
void cut(struct tnode *root) { root->left = NULL; }

// CHECK: "name":"rest",{{.*}}"verdict":"proved"
HA_REQUIRES(list(next, x))
HA_ENSURES(content(next, result).data <= old(content(next, x).data))
struct node *rest(struct node *x) { return x ? x->next : NULL; }

// CHECK: "name":"has",{{.*}}"verdict":"proved"
HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(x->data in content(next, x).data)
void has(struct node *x) {}

// CHECK: "name":"links",{{.*}}"verdict":"proved"
HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(content(next, result).next <= content(next, result) + {null})
struct node *links(struct node *x) { return x->next; }

// The second tree may be a part of the first.
// CHECK: "name":"part",{{.*}}"verdict":"{{unknown|refuted}}"
HA_REQUIRES(tree(left, right, x) && x != null)
HA_REQUIRES(tree(left, right, y) && y != null)
int part(struct tnode *x, struct tnode *y) {
  if (x->left == y)
    HA_ASSERT(false);
  return 0;
}

// CHECK: "name":"later",{{.*}}"verdict":"{{unknown|refuted}}"
int later(struct tnode *x) {
  if (!x)
    return 0;
  HA_ASSUME(tree(left, right, x));
  struct tnode *z = x->left;
  if (!z)
    return 1;
  HA_ASSUME(tree(left, right, z));
  HA_ASSERT(false);
  return 0;
}

// CHECK: "name":"named",{{.*}}"verdict":"{{unknown|refuted}}"
HA_REQUIRES(tree(left, right, x) && x != null)
int named(struct tnode *x) {
  if (!x->left)
    return 0;
  HA_GHOST(bool b = tree(left, right, x->left));
  HA_ASSERT(!b);
  return 0;
}

// CHECK: "name":"none",{{.*}}"verdict":"{{unknown|refuted}}"
HA_REQUIRES(tree(left, right, x) && x != null)
int none(struct tnode *x) {
  if (x->left)
    HA_ASSERT(!tree(left, right, x->left));
  return 0;
}

// What a callee hands back may be what another call handed back.
struct tnode *other(void) HA_ENSURES(tree(left, right, result));
// CHECK: "name":"calls",{{.*}}"verdict":"{{unknown|refuted}}"
int calls(void) {
  struct tnode *y = other(), *z = other();
  HA_ASSERT(y == null || z == null || y->left != z);
  return 0;
}
