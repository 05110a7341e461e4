// RUN: %verify %s
// Every word of the grammar in contracts that hold on all small heaps.
// expected-no-diagnostics
#include "../../include/heapabs.h"
#include <stddef.h>

struct node {
  struct node *next, *prev;
  int data;
};
struct tnode {
  struct tnode *left, *right, *up, *thread;
};
struct table {
  struct node *row[3];
};

HA_REQUIRES(list(next, x) && x != null)
HA_ENSURES(forall v. v in content(next, x) ==> reach(next, x, v))
HA_ENSURES(exists v. v in content(next, x) && v->next == null)
HA_ENSURES(acyclic(next, x) && lseg(next, x, null) && !ring(next, x))
HA_ENSURES(len(next, x) >= 1 && len(next, x) - 1 == len(next, x->next))
HA_ENSURES(x->data in content(next, x).data)
HA_ENSURES(values(next, data, x) == values(next, data, x->next) + {x->data})
HA_ENSURES(count(values(next, data, x), x->data) >= 1)
HA_ENSURES(content(next, x) == content(next, x->next) + {x} && !(null in content(next, x)))
HA_ENSURES(content(next, x->next) <= content(next, x) && disjoint({x}, content(next, x->next)))
HA_ENSURES(content(next, x) - {x} == content(next, x) * content(next, x->next))
HA_ENSURES(old(content(next, x)) == content(next, x) && old(list(next, x)))
HA_ENSURES(true ==> x->data * 2 == x->data + x->data || false)
HA_ENSURES(x == null <==> {} == content(next, x))
HA_ASSIGNS()
void list_words(struct node *x) {}

HA_REQUIRES(dlist(next, prev, x) && x != null)
HA_ENSURES(dlseg(next, prev, x, null) && root(next, x) && unshared(next))
HA_ENSURES(x->next != null ==> x->next->prev == x)
HA_ENSURES(reach(next, prev, x, x->next))
void dlist_words(struct node *x) {}

HA_REQUIRES(dring(next, prev, x))
HA_ENSURES(ring(next, x) && ring(prev, x) && x->next->prev == x)
HA_ENSURES(!acyclic(next, x) && content(next, x) == content(prev, x))
void ring_words(struct node *x) {}

HA_REQUIRES(list(next, x) && sorted(next, data, x, null))
HA_ENSURES(forall v, w. v != null && reach(next, x, v) && w == v->next && w != null ==> v->data <= w->data)
void sorted_words(struct node *x) {}

HA_REQUIRES(tree(left, right, r) && r != null)
HA_ENSURES(tree(left, right, r->left) && tree(left, right, r->right))
HA_ENSURES(r->left == null || r->left != r->right)
HA_ENSURES(reach(left, right, r, r->left))
HA_ENSURES(content(left, right, r->left) <= content(left, right, r))
void tree_words(struct tnode *r) {}

void parent_words(void) {
  struct tnode a = {0}, b = {0}, c = {0};
  a.left = &b;
  b.up = &a;
  b.right = &c;
  c.up = &b;
  HA_ASSERT(parent(left, right, up, &a) && !parent(left, right, up, &b));
  HA_ASSERT(tree(left, right, &b) && content(left, right, &a) == {&a, &b, &c});
}

void thread_words(void) {
  struct tnode a = {0}, b = {0}, c = {0};
  a.left = &b;
  a.right = &c;
  b.thread = &a;
  a.thread = &c;
  HA_ASSERT(threaded(left, right, thread, &a) && !threaded(left, right, thread, &b));
}

HA_REQUIRES(t != null && forall int k. 0 <= k && k < 3 ==> t->row[k] == null || alloc(t->row[k]))
HA_ENSURES(forall int k. 0 <= k && k < 3 ==> t->row[k] == null)
HA_ENSURES(exists int k. 0 <= k && k < 3 && t->row[k] == null)
void table_words(struct table *t) {
  for (int i = 0; i < 3; i++)
    t->row[i] = NULL;
}
