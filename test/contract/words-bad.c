// RUN: %verify %s
// Every word of the grammar in a postcondition that is broken, each refuted with its heap.
#include "../../include/heapabs.h"
#include <stddef.h>

struct node {
  struct node *next, *prev;
  int data;
};
struct tnode {
  struct tnode *left, *right;
};
struct pnode {
  struct pnode *left, *right, *up;
};
struct hnode {
  struct hnode *left, *right, *thread;
};
struct table {
  struct node *row[3];
};

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(forall v. v in content(next, x) ==> v->data <= x->data) // expected-warning {{'words_0' does not ensure}}
void words_0(struct node *x) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(exists v. v in content(next, x) && v->next == x) // expected-warning {{'words_1' does not ensure}}
void words_1(struct node *x) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(reach(next, x->next, x)) // expected-warning {{'words_2' does not ensure}}
void words_2(struct node *x) {}

HA_REQUIRES(ring(next, x))
HA_ENSURES(acyclic(next, x)) // expected-warning {{'words_3' does not ensure}}
void words_3(struct node *x) {}

HA_REQUIRES(list(next, x) && list(next, y) && x != null)
HA_ENSURES(lseg(next, x, y)) // expected-warning {{'words_4' does not ensure}}
void words_4(struct node *x, struct node *y) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(ring(next, x)) // expected-warning {{'words_5' does not ensure}}
void words_5(struct node *x) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(len(next, x) == 1) // expected-warning {{'words_6' does not ensure}}
void words_6(struct node *x) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(content(next, x).data == {x->data}) // expected-warning {{'words_7' does not ensure}}
void words_7(struct node *x) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(values(next, data, x) == bag{x->data}) // expected-warning {{'words_8' does not ensure}}
void words_8(struct node *x) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(count(values(next, data, x), x->data) == 1) // expected-warning {{'words_9' does not ensure}}
void words_9(struct node *x) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(content(next, x) == {x}) // expected-warning {{'words_10' does not ensure}}
void words_10(struct node *x) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(content(next, x) <= content(next, x->next)) // expected-warning {{'words_11' does not ensure}}
void words_11(struct node *x) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(disjoint(content(next, x), content(next, x->next))) // expected-warning {{'words_12' does not ensure}}
void words_12(struct node *x) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(content(next, x) - {x} == {}) // expected-warning {{'words_13' does not ensure}}
void words_13(struct node *x) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(content(next, x) * content(next, x->next) == {}) // expected-warning {{'words_14' does not ensure}}
void words_14(struct node *x) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(old(x->data) < x->data) // expected-warning {{'words_15' does not ensure}}
void words_15(struct node *x) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(true ==> x->data > 0 || false) // expected-warning {{'words_16' does not ensure}}
void words_16(struct node *x) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(x->next == null <==> x->data == 0) // expected-warning {{'words_17' does not ensure}}
void words_17(struct node *x) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(sorted(next, data, x, null)) // expected-warning {{'words_18' does not ensure}}
void words_18(struct node *x) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(dlist(next, prev, x)) // expected-warning {{'words_19' does not ensure}}
void words_19(struct node *x) {}

HA_REQUIRES(dlist(next, prev, x) && x != null)
HA_ENSURES(dlseg(next, prev, x, null)) // expected-warning {{'words_20' does not ensure}}
void words_20(struct node *x) { if (x->next) x->next->prev = NULL; }

HA_REQUIRES(dring(next, prev, x))
HA_ENSURES(dring(next, prev, x)) // expected-warning {{'words_21' does not ensure}}
void words_21(struct node *x) { x->next->prev = NULL; }

HA_REQUIRES(list(next, x) && list(next, y) && x != null && y != null)
HA_ENSURES(unshared(node::next)) // expected-warning {{'words_22' does not ensure}}
void words_22(struct node *x, struct node *y) { x->next = y->next; }

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(root(next, x->next)) // expected-warning {{'words_23' does not ensure}}
void words_23(struct node *x) {}

HA_REQUIRES(list(next, x) && list(next, y) && x != null)
HA_ENSURES(reach(next, prev, x, y)) // expected-warning {{'words_24' does not ensure}}
void words_24(struct node *x, struct node *y) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(alloc(x->next)) // expected-warning {{'words_25' does not ensure}}
void words_25(struct node *x) {}

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(ite(x->data > 0, x->next, null) == null) // expected-warning {{'words_26' does not ensure}}
void words_26(struct node *x) {}

HA_REQUIRES(tree(left, right, r) && r != null)
HA_ENSURES(tree(left, right, r)) // expected-warning {{'trees_0' does not ensure}}
void trees_0(struct tnode *r) { if (r->right) r->left = r->right; }

void parent_words(void) {
  struct pnode a = {0}, b = {0};
  a.left = &b;
  HA_ASSERT(parent(left, right, up, &a)); // expected-warning {{assertion}}
}

void thread_words(void) {
  struct hnode a = {0}, b = {0};
  a.left = &b;
  a.thread = &b;
  HA_ASSERT(threaded(left, right, thread, &a)); // expected-warning {{assertion}}
}

HA_REQUIRES(tree(left, right, r) && r != null)
HA_ENSURES(content(left, right, r) == {r}) // expected-warning {{'trees_3' does not ensure}}
void trees_3(struct tnode *r) {  }

HA_REQUIRES(t != null)
HA_ENSURES(forall int k. 0 <= k && k < 3 ==> t->row[k] == null) // expected-warning {{'rows' does not ensure}}
void rows(struct table *t) { t->row[0] = t->row[1] = NULL; }

HA_REQUIRES(list(next, x) && x != null)
HA_ASSIGNS(x->data, data of content(next, x->next)) // expected-warning {{'frame' assigns more than}}
void frame(struct node *x) { x->next = NULL; }

HA_REQUIRES(list(next, x) && x != null)
void ghosts(struct node *x) {
  HA_GHOST(set all = content(next, x));
  HA_GHOST(multiset m = values(next, data, x));
  HA_GHOST(ints d = content(next, x).data);
  HA_GHOST(int n = len(next, x));
  HA_GHOST(struct node *first = x);
  HA_GHOST(bool one = x->next == null);
  HA_TRACK(x->data == 12345);
  x->data++;
  HA_ASSERT(content(next, x) == all && len(next, x) == n && first == x && (one <==> x->next == null));
  HA_ASSERT(content(next, x).data == d || values(next, data, x) == m); // expected-warning {{assertion}}
}

/* An input with no end is no tree, and the analysis ends all the same. */
HA_REQUIRES(parent(left, right, up, r) && r != null)
HA_ENSURES(r->up == null)
void endless(struct pnode *r) {}
