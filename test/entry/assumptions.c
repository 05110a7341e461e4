// What the entry policy takes for granted is in the JSON, rule by rule.
// RUN: %heapabs -w %arg-json=%t.json %s && FileCheck %s < %t.json
#include <stdlib.h>
#include <sys/queue.h>

struct node {
  struct node *next;
  int v;
};
struct dnode {
  struct dnode *next, *prev;
};
struct tree {
  struct tree *left, *right;
  int key;
};
struct queue {
  struct node *head, *tail;
  unsigned len;
};
struct conn {
  LIST_ENTRY(conn) all;
};
STAILQ_HEAD(jobs, job);
struct job {
  STAILQ_ENTRY(job) link;
};
struct node *list;

/* Rule 1: dereferenced and not tested, tested, neither. */
// CHECK: {"name":"needs",{{.*}}"inferred_requires":["p != null"],"assumes":["list(next, p)"
int needs(struct node *p) { return p->v; }
// CHECK: {"name":"takes",{{.*}}"inferred_requires":[],
int takes(struct node *p) { return p ? p->v : 0; }
// CHECK: {"name":"stores",{{.*}}"inferred_requires":["p != null"],
void stores(struct node *p, struct node *q) { p->next = q; }
/* … and passed on. */
// CHECK: {"name":"passes_on",{{.*}}"inferred_requires":["q != null"],
int passes_on(struct node *q) { return needs(q); }

/* Rule 2. */
// CHECK: {"name":"ring",{{.*}}"assumes":["ring(next, p)"
int ring(struct node *p) {
  int n = 1;
  for (struct node *q = p->next; q != p; q = q->next)
    n++;
  return n;
}
// CHECK: {"name":"doubly",{{.*}}"assumes":["dlseg(next, prev, p, null)"
struct dnode *doubly(struct dnode *p) { return p->next ? p->next : p->prev; }
// CHECK: {"name":"bare",{{.*}}"assumes":["dring(next, prev, p)"
void bare(struct dnode *p) {
  p->next->prev = p->prev;
  p->prev->next = p->next;
}
// CHECK: {"name":"descend",{{.*}}"assumes":["tree(left, right, t)"
struct tree *descend(struct tree *t, int key) {
  while (t && t->key != key)
    t = key < t->key ? t->left : t->right;
  return t;
}
// CHECK: {"name":"bsd",{{.*}}"assumes":["list(le_next, c)","each node's le_prev is the address of the link to it"
void bsd(struct conn *c) { LIST_REMOVE(c, all); }

/* Rule 3. */
// CHECK: {"name":"apart",{{.*}}"disjoint(content(next, a), content(next, b))"
void apart(struct node *a, struct node *b) { a->v = b->v; }
// CHECK: {"name":"compared",
// CHECK-NOT: disjoint
// CHECK: {"name":"member",{{.*}}"n in content(next, l)"
int compared(struct node *a, struct node *b) { return a == b ? 0 : a->v - b->v; }
void member(struct node *l, struct node *n) {
  while (l->next != n)
    l = l->next;
  l->next = n->next;
}

/* Rule 4. */
// CHECK: {"name":"append",{{.*}}"assumes":["list(next, q->head)","(q->head == null && q->tail == null) || (q->tail in content(next, q->head) && q->tail->next == null)","q->len == len(next, q->head)"
void append(struct queue *q, struct node *n) {
  n->next = NULL;
  if (q->tail)
    q->tail->next = n;
  else
    q->head = n;
  q->tail = n;
  q->len++;
}
// CHECK: {"name":"enqueue",{{.*}}"j->stqh_last is the address of the last link"
void enqueue(struct jobs *j, struct job *n) { STAILQ_INSERT_TAIL(j, n, link); }

/* Rule 7: a global. */
// CHECK: {"name":"global",{{.*}}"assumes":["list(next, list)"
int global(void) { return list ? list->v : 0; }
