// The property list has the keys of the Clang analyser's, its own among them, and says
// the same places.
// RUN: %heapabs %arg-plist=%t.plist -w %s
// RUN: %clang --analyze -w -Xclang -analyzer-output=plist-multi-file -o %t.clang.plist %s
// RUN: %python %S/Inputs/plist.py %t.plist %t.clang.plist | FileCheck %s
struct node {
  int data;
  struct node *next;
};

static int get(struct node *n) { return n->data; }

int f(struct node *x, struct node *y) {
  if (x < y && !x)
    return get(x);
  return 0;
}
// CHECK: heapabs-null-deref in get, plist.c:11, type null dereference
// CHECK: event plist.c:14 assuming 'x' is null{{.*}} depth 0
// CHECK: event plist.c:15 calling 'get'{{.*}} depth 0
// CHECK: event plist.c:11 call to 'get' dereferences null{{.*}} depth 1
// CHECK: lines 11 14 15
// CHECK: no key of the analyser is missing
