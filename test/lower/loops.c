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
