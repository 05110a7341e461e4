// The heap of a step as data: blocks of every state, nested fields, bit-fields,
// addresses into blocks, text.
// RUN: %heapabs %arg-json=%t.json -w %s
// RUN: %python %S/Inputs/graph.py %t.json f | FileCheck --check-prefix=HEAP %s
// RUN: %python %S/Inputs/graph.py %t.json g | FileCheck --check-prefix=ADDRESS %s
#include <stdlib.h>

struct node {
  int data;
  struct node *next;
};
struct box {
  unsigned low : 3;
  int high : 5;
  char name[8];
  const char *label;
  struct node pair[2];
};
static struct node *head;
static struct node anchor;

int f(struct box *b) {
  struct node *a = malloc(2 * sizeof *a);
  if (!a)
    return 1;
  b->high = -3;
  b->name[0] = 'o';
  b->name[1] = 'k';
  b->label = "two\twords";
  head = anchor.next = a;
  free(a);
  return a[1].data;
}
// HEAP:      b -> n0
// HEAP-NEXT: a -> n1
// HEAP-NEXT: head -> n1
// HEAP-NEXT: n0: struct box, input
// HEAP-NEXT:   low = 0
// HEAP-NEXT:   high = -3
// HEAP-NEXT:   name = "ok"
// HEAP-NEXT:   label = "two?words"
// HEAP-NEXT:   pair[0].data = 0
// HEAP-NEXT:   pair[0].next -> NULL
// HEAP-NEXT:   pair[1].data = 0
// HEAP-NEXT:   pair[1].next -> NULL
// HEAP-NEXT: n1: struct node [2], freed
// HEAP-NEXT:   [0].data = uninitialised
// HEAP-NEXT:   [0].next = uninitialised
// HEAP-NEXT:   [1].data = uninitialised
// HEAP-NEXT:   [1].next = uninitialised
// HEAP-NEXT: anchor: struct node, global
// HEAP-NEXT:   data = 0
// HEAP-NEXT:   next -> n1

int g(struct node *x) {
  struct node *copy = NULL;
  struct node **to_field = &x->next, **to_local = &copy;
  *to_local = x->next;
  return (*to_field)->data + copy->data;
}
// ADDRESS:      x -> n0
// ADDRESS-NEXT: to_field -> n0 = &n0->next
// ADDRESS-NEXT: to_local -> copy{{$}}
// ADDRESS-NEXT: copy -> NULL
// ADDRESS-NEXT: n0: struct node, input
// ADDRESS-NEXT:   data = 0
// ADDRESS-NEXT:   next -> NULL
// ADDRESS-NEXT: copy: struct node *, stack
// ADDRESS-NEXT:   * -> NULL
