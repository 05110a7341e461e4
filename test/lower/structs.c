// RUN: %heapabs %arg-dump=gcl %s | FileCheck %s
// Structs in structs, and structs copied, cleared, passed and returned as a whole.
#include <stdlib.h>
#include <string.h>

struct node {
  int data;
  struct node *next;
};
struct pair {
  struct node *a, *b;
};
struct outer {
  int id;
  struct pair p;
  struct node first;
};

// CHECK-LABEL: program nested;
// CHECK: assert o != null @1
// CHECK: assert access(&(&o->p)->b, 8) @3
// CHECK: [[B:t.*]] := (&o->p)->b
// CHECK: assert [[B]] != null @4
// CHECK: := [[B]]->data
// CHECK: := (&o->first)->data
int nested(struct outer *o) { return o->p.b->data + o->first.data; }

/* An address is formed without looking. */
// CHECK-LABEL: program embedded;
// CHECK-NOT: assert {{.*}}null
// CHECK: result := &o->first
struct node *embedded(struct outer *o) { return &o->first; }

// CHECK-LABEL: program member;
// CHECK: result := &(&o->p)->b
struct node **member(struct outer *o) { return &o->p.b; }

/* All is read before anything is written; the padding goes along. */
// CHECK-LABEL: program "assign";
// CHECK: assert access(to, 16)
// CHECK: assert access(from, 16)
// CHECK: [[DATA:t.*]] := from->data
// CHECK-NEXT: [[NEXT:t.*]] := from->next
// CHECK-NEXT: to->data := [[DATA]]
// CHECK-NEXT: to->next := [[NEXT]]
// CHECK-NEXT: copy elem(cast:i8*(to), 4), elem(cast:i8*(from), 4), 4
void assign(struct node *to, struct node *from) { *to = *from; }

// CHECK-LABEL: program with_memcpy;
// CHECK: := from->data
// CHECK: to->next :=
void with_memcpy(struct node *to, struct node *from) { memcpy(to, from, sizeof *to); }

// CHECK-LABEL: program with_memset;
// CHECK: x->data := 0
// CHECK-NEXT: x->next := null
// CHECK-NEXT: fill elem(cast:i8*(x), 4), 0, 4
void with_memset(struct node *x) { memset(x, 0, sizeof *x); }

// CHECK-LABEL: program with_another_byte;
// CHECK: fill x, 255, 16
void with_another_byte(struct node *x) { memset(x, 0xff, sizeof *x); }

// CHECK-LABEL: program a_part;
// CHECK: x->next := null
// CHECK: [[LINK:t.*]] := p->a
// CHECK-NEXT: p->b := [[LINK]]
// CHECK: copy &p->a, &p->b, n
void a_part(struct node *x, struct pair *p, size_t n) {
  memset(&x->next, 0, sizeof x->next);
  memmove(&p->b, &p->a, sizeof p->a);
  memmove(&p->a, &p->b, n);
}

// CHECK-LABEL: program literal;
// CHECK: enter here
// CHECK: (&here)->data := 1
// CHECK: (&here)->next := n
// CHECK: leave here
struct node *literal(struct node *n) {
  struct node here = {.data = 1, .next = n};
  return here.next;
}

/* What is returned in a struct is no leak: it hangs on an object that holds the struct. */
// CHECK-LABEL: program make;
// CHECK: [[A:t.*]] := (&p)->a
// CHECK-NEXT: [[B:t.*]] := (&p)->b
// CHECK: enter returned
// CHECK: (&returned)->"f0" := cast:void*([[A]])
// CHECK: (&returned)->"f1" := cast:void*([[B]])
// CHECK: leave p
// CHECK: assert noleak(&returned)
struct pair make(struct node *x) {
  struct pair p = {malloc(16), x};
  return p;
}

/* The callee's struct is a copy. */
// CHECK-LABEL: program passed;
// CHECK: [[A:t.*]] := (&p)->a
// CHECK: [[B:t.*]] := (&p)->b
// CHECK: enter second.q
// CHECK: (&second.q)->a := [[A]]
// CHECK: (&second.q)->b := [[B]]
// CHECK: (&second.q)->a := null
// CHECK: := (&second.q)->b
// CHECK: leave second.q
static struct node *second(struct pair q) {
  q.a = NULL;
  return q.b;
}
struct node *passed(struct node *x) {
  struct pair p = {x, x};
  return second(p);
}

/* A large one comes and goes in memory. */
// CHECK-LABEL: program passed_in_memory;
// CHECK: enter of_large.o
// CHECK: (&of_large.o)->id :=
// CHECK: := (&(&of_large.o)->p)->b
// CHECK: leave of_large.o
static struct node *of_large(struct outer o) { return o.p.b; }
struct node *passed_in_memory(struct outer *o) { return of_large(*o); }
