// RUN: %heapabs %arg-dump=gcl %s | FileCheck %s
// A `struct node **` is an address: of a local, of a member, of whatever comes in.
struct node {
  int data;
  struct node *next;
};
struct list {
  struct node *head;
};

// CHECK-LABEL: program push;
// CHECK: assert access(head, 8)
// CHECK: [[OLD:t.*]] := *head
// CHECK: n->next := [[OLD]]
// CHECK: *head := n
void push(struct node **head, struct node *n) {
  n->next = *head;
  *head = n;
}

// CHECK-LABEL: program end;
// CHECK: loc 2 loop
// CHECK: [[LINK:t.*]] := *pp
// CHECK: assume [[LINK]] != null
// CHECK: [[NODE:t.*]] := *pp
// CHECK: pp := &[[NODE]]->next
// CHECK: assume [[LINK]] == null
// CHECK: result := pp
struct node **end(struct node **pp) {
  while (*pp)
    pp = &(*pp)->next;
  return pp;
}

// CHECK-LABEL: program del;
// CHECK: pp := &l->head
// CHECK: [[LINK:t.*]] := *pp
// CHECK: assume [[LINK]] != x
// CHECK: assume [[LINK]] == x
// CHECK: [[NEXT:t.*]] := x->next
// CHECK: *pp := [[NEXT]]
void del(struct list *l, struct node *x) {
  struct node **pp = &l->head;
  while (*pp != x)
    pp = &(*pp)->next;
  *pp = x->next;
}

/* A local whose address is taken is an object; it is there, so nothing is checked. */
// CHECK-LABEL: program of_local;
// CHECK: object l: node*, 8
// CHECK: enter l
// CHECK-NEXT: *(&l) := x
// CHECK-NEXT: push.head := &l
// CHECK: *push.head := push.n
// CHECK: [[L:t.*]] := *(&l)
// CHECK-NEXT: assert [[L]] != null
// CHECK: leave l
int of_local(struct node *x) {
  struct node *l = x;
  push(&l, x);
  return l->data;
}

// CHECK-LABEL: program three_stars;
// CHECK: [[A:t.*]] := *ppp
// CHECK-NEXT: assert [[A]] != null
// CHECK: [[B:t.*]] := *[[A]]
// CHECK-NEXT: assert [[B]] != null
// CHECK: := [[B]]->data
int three_stars(struct node ***ppp) { return (**ppp)->data; }
