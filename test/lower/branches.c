// RUN: %heapabs %arg-dump=gcl %s | FileCheck %s
// switch, short circuits, the ternary operator, computed goto: as edges with guards.
struct node {
  int data;
  struct node *next;
};

/* Cases that share their code share a guard; the default is what is left. */
// CHECK-LABEL: program cases;
// CHECK: assume (k == 1) || (k == 2)
// CHECK: := x->data
// CHECK: assume !((k == 1) || (k == 2))
// CHECK: goto [[DEFAULT:[0-9]+]] {
// CHECK-NEXT: assume k == 3
// CHECK: assume k != 3
// CHECK: assume k == 7
// CHECK: goto [[DEFAULT]] {
// CHECK-NEXT: assume k != 7
// CHECK: loc [[DEFAULT]]
// CHECK: := k
int cases(int k, struct node *x) {
  switch (k) {
  case 1:
  case 2:
    return x->data;
  case 3: /* falls through */
  default:
    return k;
  case 7:
    break;
  }
  return 0;
}

// CHECK-LABEL: program widths;
// CHECK: assume w == 4294967296
// CHECK: assume sext:i32(c) == -1
int widths(unsigned long w, char c) {
  switch (w) {
  case 0x100000000:
    return 1;
  }
  switch (c) {
  case -1:
    return 2;
  }
  return 0;
}

// CHECK-LABEL: program range;
// CHECK: assume ((k == 10) || (k == 11)) || (k == 12)
int range(int k) {
  switch (k) {
  case 10 ... 12:
    return 1;
  }
  return 0;
}

/* The right side is looked at only if the left one did not decide. */
// CHECK-LABEL: program short_circuit;
// CHECK: assume x != null
// CHECK: [[D:t.*]] := x->data
// CHECK: goto [[END:[0-9]+]] {
// CHECK-NEXT: assume x == null
// CHECK: assume [[D]] != 0
// CHECK: goto [[END]] {
// CHECK-NEXT: assume [[D]] == 0
// CHECK: assume y != null
// CHECK: := y->data
// CHECK: assume y == null
int short_circuit(struct node *x, struct node *y) {
  return x && x->data && (!y || y->data);
}

// CHECK-LABEL: program ternary;
// CHECK: assume x != null
// CHECK: [[D:t.*]] := x->data
// CHECK: [[COND:cond.*]] := [[D]]
// CHECK: assume x == null
// CHECK: [[COND]] := -1
// CHECK: result := [[COND]]
int ternary(struct node *x) { return x ? x->data : -1; }

/* clang's a ?: b looks at a once. */
// CHECK-LABEL: program elvis;
// CHECK: [[A:t.*]] := x at
// CHECK: [[C:cond.*]] := cast:void*([[A]])
// CHECK: [[C]] := cast:void*(y)
int elvis(struct node *x, struct node *y) { return (x ?: y)->data; }

// CHECK-LABEL: program comma;
// CHECK: x := x->next
// CHECK: := x->data
int comma(struct node *x) { return (x = x->next, x->data); }

/* A jump to what is no label of the function is undefined: no way leads there. */
// CHECK-LABEL: program computed_goto
// CHECK: [[TO:indirect.*]] :=
// CHECK: assume [[TO]] == cast:void*(&label)
// CHECK: assume [[TO]] == cast:void*(&label.2)
// CHECK: assume [[TO]] != cast:void*(&label.2)
// CHECK-NEXT: assume 0
int computed_goto(int k) {
  static void *const to[] = {&&a, &&b};
  goto *to[k];
a:
  return 1;
b:
  return 2;
}

/* A jump into a loop. */
// CHECK-LABEL: program into_loop;
// CHECK: loc 2
// CHECK-NEXT: goto [[MIDDLE:[0-9]+]] {
// CHECK-NEXT: assume (n %s 2) == 0
// CHECK: loc [[TOP:[0-9]+]] loop
// CHECK: x := x->next
// CHECK: goto [[MIDDLE]] {
// CHECK-NEXT: assume x != null
// CHECK: loc [[MIDDLE]]
// CHECK: goto [[TOP]]
int into_loop(struct node *x, int n) {
  int s = 0;
  switch (n % 2) {
    do {
    case 0:
      s += x->data;
    case 1:
      x = x->next;
    } while (x);
  }
  return s;
}
