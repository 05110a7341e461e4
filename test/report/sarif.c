// SARIF: one run, rules with their weaknesses, a code flow with the heap of each step,
// related locations, fingerprints; braces in messages are doubled.
// RUN: %heapabs %arg-sarif=%t.sarif -w %s
// RUN: FileCheck %s < %t.sarif
// RUN: %python %S/Inputs/sarif.py %t.sarif | FileCheck --check-prefix=FLOW %s
// RUN: %heapabs %arg-sarif=%t.none.sarif -w -DFINE %s
// RUN: FileCheck --check-prefix=NONE %s < %t.none.sarif
// NONE: "results": []
// RUN: mkdir -p '%t é' && cp %s '%t é/a b.c'
// RUN: cd '%t é' && %heapabs %arg-sarif=%t.space.sarif -w 'a b.c'
// RUN: FileCheck --check-prefix=SPACE %s < %t.space.sarif
// SPACE: "SRCROOT": {
// SPACE-NEXT: "uri": "file:///{{.*}}/"
// SPACE: "uri": "{{.*}}%20%C3%A9/a%20b.c",
// SPACE-NEXT: "uriBaseId": "SRCROOT"

// CHECK: "version": "2.1.0"
// CHECK: "name": "heapabs"
// CHECK: "id": "heapabs-null-deref",
// CHECK: "help": {
// CHECK: "level": "error"
// CHECK: "external/cwe/cwe-476"
// CHECK: "columnKind": "unicodeCodePoints"
// CHECK: "ruleId": "heapabs-null-deref",
struct node {
  int data;
  struct node *next;
};
struct list {
  struct node *first;
};

static int get(struct node *n) { return n->data; }

int second(struct list *l) {
  if (!l->first)
    return 0;
#ifndef FINE
  /* ÄÖÜ */ return get(l->first->next);
#endif
  return 0;
}
// CHECK: "startColumn": 20,
// CHECK: "partialFingerprints": {
// CHECK-NEXT: "heapabs/v1": "{{[0-9a-f]+}}:1"
// CHECK: "suppressions": []
// CHECK: "taxa": [
// CHECK-NEXT: {
// CHECK-NEXT: "id": "476",

// FLOW: error: call to 'get' dereferences null: 'n' is null in 'get'
// FLOW: related: input: l = n0{{[{][{]}}first: n1 → NULL{{[}][}]}}{{$}}
// FLOW: step 1 in second, line 36: assuming 'l->first' is not null
// FLOW:   l -> n0
// FLOW:   n0 (struct list, input) first -> n1
// FLOW:   n1 (struct node, input) next -> null
// FLOW: step 2 in second, line 39: calling 'get'
// FLOW: step 3 in get, line 33
