// RUN: %heapabs %arg-dump=gcl %s | FileCheck %s
// Globals and static locals are objects with their initialisers; what is constant is read.
#include <stddef.h>
struct node {
  int data;
  struct node *next;
};
static struct node tail = {2, NULL};
static struct node head = {1, &tail};
static struct node ring = {0, &ring};
static struct node *heads[3] = {[1] = &tail};
struct node *list = &head;
struct node *const fixed = &head;
extern struct node *elsewhere;
const char *const names[] = {"a", "bc"};
float number = 1.5f;
struct {
  int n;
  union {
    int i;
    float f;
  } u;
} tagged = {1, {.f = 1.0f}};

// CHECK-LABEL: program initialised;
// CHECK: global list: node*, 8 = zero 8 with +0 &head;
// CHECK: global head: node, 16 = "\x01" zero 15 with +8 &tail;
// CHECK: global tail: node, 16 = "\x02" zero 15;
// CHECK: [[L:t.*]] := *(&list)
// CHECK: := [[L]]->data
int initialised(void) { return list->data; }

/* The constant pointer is known, the node it points to is not constant. */
// CHECK-LABEL: program constant;
// CHECK: [[N:t.*]] := (&head)->next
// CHECK: assert [[N]] != null
int constant(void) { return fixed->next->data; }

// CHECK-LABEL: program in_array;
// CHECK: global heads: node*[3], 24 = zero 24 with +8 &tail;
struct node *in_array(int i) { return heads[i]; }

// CHECK-LABEL: program to_itself;
// CHECK: global ring: node, 16 = zero 16 with +8 &ring;
struct node *to_itself(void) { return ring.next; }

// CHECK-LABEL: program from_elsewhere;
// CHECK: global elsewhere: node*, 8 extern;
struct node *from_elsewhere(void) { return elsewhere; }

// CHECK-LABEL: program strings;
// CHECK: global names: i8*[2], 16 const = zero 16 with +0 &".str", +8 &".str.1";
// CHECK: string ".str": i8[2], 2 const = "a\x00";
// CHECK: string ".str.1": i8[3], 3 const = "bc\x00";
char strings(int i) { return names[i][0]; }

// CHECK-LABEL: program of_float;
// CHECK: global number: f32, 4 = "\x00\x00\xc0?";
float of_float(void) { return number; }

// CHECK-LABEL: program of_union;
// CHECK: global tagged: {{.*}}, 8 = "\x01" zero 5 "\x80?";
int of_union(void) { return tagged.u.i; }

// CHECK-LABEL: program address;
// CHECK: result := &(&head)->next
struct node **address(void) { return &head.next; }

// CHECK-LABEL: program static_local;
// CHECK: global static_local.n: i32, 4;
// CHECK: [[N:t.*]] := *(&static_local.n)
// CHECK: *(&static_local.n) := [[N]] +s 1
int static_local(void) {
  static int n;
  return ++n;
}

/* Two inlined calls share the static local, not the automatic one. */
// CHECK-LABEL: program of_callee;
// CHECK: global swap.kept: node*, 8 = zero 8 with +0 &tail;
// CHECK: swap.old := *(&swap.kept)
// CHECK: *(&swap.kept) := swap.x
// CHECK: swap.old.2 := *(&swap.kept)
// CHECK: *(&swap.kept) := swap.x.2
static struct node *swap(struct node *x) {
  static struct node *kept = &tail;
  struct node *old = kept;
  kept = x;
  return old;
}
struct node *of_callee(struct node *x) {
  swap(x);
  return swap(x);
}
