// The document: unit, functions in source order, checks, the trace of a refuted one.
// RUN: %heapabs %arg-json=%t.json -w %s
// RUN: sed 's/"ms":[0-9.]*/"ms":0/g' %t.json | FileCheck %s
// RUN: %heapabs %arg-json=%t.again.json -w %s
// RUN: sed 's/"ms":[0-9.]*/"ms":0/g' %t.json > %t.1
// RUN: sed 's/"ms":[0-9.]*/"ms":0/g' %t.again.json > %t.2
// RUN: diff %t.1 %t.2

// CHECK: {"heapabs":1,"file":"{{.*}}json-document.c","directory":"/{{.*}}","skipped":1,"ms":0,"functions":[
struct node {
  int data;
  struct node *next;
};

int add(int a, int b) { return a + b; }

// CHECK-NEXT: {"name":"second","file":"{{.*}}json-document.c","line":[[#@LINE+1]],"verdict":"refuted","engine":"small",
int second(struct node *x) {
  // CHECK-SAME: "inferred_requires":["x != null"]
  // CHECK-SAME: "kind":"null-deref","file":"{{[^"]*}}","line":[[#@LINE+2]],{{.*}}"verdict":"refuted"
  // CHECK-SAME: "trace":[{{.*}}"heap":"{{[^"]*}}x = n0 → NULL
  return x->next->data;
}

// CHECK: {"name":"has_next",{{.*}}"verdict":
int has_next(struct node *x) { return x && x->next; }
// CHECK-NEXT: {{^}}],"suppressions":[]}
