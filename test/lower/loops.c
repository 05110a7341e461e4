// RUN: %heapabs %arg-dump=gcl %s > %t.1 && FileCheck %s < %t.1
// RUN: %heapabs %arg-dump=gcl %s > %t.2 && cmp %t.1 %t.2
// Every cycle passes a loop head, goto loops too; the text is the same each time.
struct node {
  int data;
  struct node *next;
};

// CHECK-LABEL: program while_loop;
// CHECK: loc {{[0-9]+}} loop
int while_loop(struct node *x) {
  int n = 0;
  while (x) {
    n++;
    x = x->next;
  }
  return n;
}

// CHECK-LABEL: program goto_loop;
// CHECK: loc {{[0-9]+}} loop
int goto_loop(struct node *x) {
  int n = 0;
again:
  if (x) {
    n += x->data;
    x = x->next;
    goto again;
  }
  return n;
}

// CHECK-LABEL: program irreducible;
// CHECK: loc {{[0-9]+}} loop
int irreducible(struct node *x, int k) {
  int n = 0;
  if (k)
    goto middle;
top:
  if (!x)
    return n;
  n++;
middle:
  if (x)
    x = x->next;
  goto top;
}

// CHECK-LABEL: program do_while;
// CHECK: loc [[TOP:[0-9]+]] loop
// CHECK: x := x->next
// CHECK: goto [[TOP]] {
// CHECK-NEXT: assume x != null
int do_while(struct node *x) {
  int n = 0;
  do {
    n++;
    x = x->next;
  } while (x);
  return n;
}

/* `continue` goes on with the inner loop, `break` with the outer one. */
// CHECK-LABEL: program nested;
// CHECK: loc [[OUTER:[0-9]+]] loop
// CHECK: y := x
// CHECK: loc [[INNER:[0-9]+]] loop
// CHECK: [[D:t.*]] := y->data
// CHECK: loc 4
// CHECK-NEXT: goto [[STEP:[0-9]+]] {
// CHECK-NEXT: assume [[D]] == 1
// CHECK: loc 5
// CHECK-NEXT: goto [[LEFT:[0-9]+]] {
// CHECK-NEXT: assume {{t.*}} == 2
// CHECK: loc [[STEP]]
// CHECK-NEXT: goto [[INNER]] {
// CHECK: y := y->next
// CHECK: loc [[LEFT]]
// CHECK-NEXT: goto [[OUTER]] {
// CHECK: x := x->next
int nested(struct node *x) {
  int n = 0;
  for (; x; x = x->next)
    for (struct node *y = x; y; y = y->next) {
      if (y->data == 1)
        continue;
      if (y->data == 2)
        break;
      n++;
    }
  return n;
}
