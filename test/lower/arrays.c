// RUN: %heapabs %arg-dump=gcl %s | FileCheck %s
// Elements of arrays, with constant and variable index; pointer arithmetic.
struct node {
  int data;
  struct node *next;
};
struct table {
  unsigned n;
  struct node *bucket[8];
  struct node inside[4];
};
struct flexible {
  int n;
  struct node *at[];
};
static struct node *heads[4];

// CHECK-LABEL: program constant;
// CHECK: assert t != null
// CHECK: assert access(elem:node*(&t->bucket, 3), 8)
// CHECK: := *(elem:node*(&t->bucket, 3))
struct node *constant(struct table *t) { return t->bucket[3]; }

/* An unsigned index is extended with zeroes, a signed one with its sign. */
// CHECK-LABEL: program variable;
// CHECK: := *(elem:node*(&t->bucket, zext:i64(i)))
// CHECK-LABEL: program signed_variable;
// CHECK: := *(elem:node*(&t->bucket, sext:i64(i)))
struct node *variable(struct table *t, unsigned i) { return t->bucket[i]; }
struct node *signed_variable(struct table *t, int i) { return t->bucket[i]; }

// CHECK-LABEL: program hash;
// CHECK: := *(elem:node*(&t->bucket, zext:i64(key %u 8)))
struct node *hash(struct table *t, int key) { return t->bucket[(unsigned)key % 8]; }

// CHECK-LABEL: program of_structs;
// CHECK: assert access(&(elem:node(&t->inside, sext:i64(i)))->data, 4)
// CHECK: := (elem:node(&t->inside, sext:i64(i)))->data
int of_structs(struct table *t, int i) { return t->inside[i].data; }

/* Of a global that is there: only the bounds are checked. */
// CHECK-LABEL: program of_global;
// CHECK-NOT: null-deref
// CHECK: assert access(elem:node*(&heads, sext:i64(i)), 8)
struct node *of_global(int i) { return heads[i]; }

// CHECK-LABEL: program known_to_be_inside;
// CHECK-NOT: invalid-deref
// CHECK: result :=
struct node *known_to_be_inside(void) { return heads[3]; }

// CHECK-LABEL: program two_dimensions;
// CHECK: := *(elem:i32(elem(m, sext:i64(i)), sext:i64(j)))
int two_dimensions(int m[3][4], int i, int j) { return m[i][j]; }

// CHECK-LABEL: program in_flexible;
// CHECK: [[N:t.*]] := f->n
// CHECK: assert access(elem:node*(&f->"at", sext:i64([[N]] -s 1)), 8)
struct node *in_flexible(struct flexible *f) { return f->at[f->n - 1]; }

// CHECK-LABEL: program stepped;
// CHECK: result := elem(v, 2)
struct node *stepped(struct node *v) { return v + 2; }

// CHECK-LABEL: program backwards;
// CHECK: result := elem(v, 0 - sext:i64(i))
struct node *backwards(struct node *v, int i) { return v - i; }

// CHECK-LABEL: program distance;
// CHECK: result := (ptrtoint:u64(b) - ptrtoint:u64(a)) /s 16
long distance(struct node *a, struct node *b) { return b - a; }

// CHECK-LABEL: program below;
// CHECK: result := zext:i32(ptrtoint:u64(a) <u ptrtoint:u64(b))
int below(struct node *a, struct node *b) { return a < b; }

/* Elements of a local array whose length is known at run time only. */
// CHECK-LABEL: program variable_length;
// CHECK: saved_stack := cast:void*(
// CHECK: [[A:t.*]] := alloca node*, (zext:i64(n) * 8:u64):u64
// CHECK: assert access([[A]], 8)
// CHECK: *[[A]] := x
// CHECK: unwind saved_stack
int variable_length(struct node *x, int n) {
  struct node *a[n];
  a[0] = x;
  return a[0]->data;
}
