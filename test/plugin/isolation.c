// RUN: %clang -c -o %t.plain.o %s
// RUN: %clang -fplugin=%plugin %arg-inject=crash:length -c -o %t.crash.o %s 2>&1 | FileCheck --check-prefixes=CHECK,CRASH %s
// RUN: cmp %t.plain.o %t.crash.o
// RUN: %clang -fplugin=%plugin %arg-inject=hang:length %arg-budget=100 -c -o %t.hang.o %s 2>&1 | FileCheck --check-prefixes=CHECK,HANG %s
// RUN: cmp %t.plain.o %t.hang.o
// RUN: %clang -fplugin=%plugin %arg-inject=oom:length %arg-memory=64 -c -o %t.oom.o %s 2>&1 | FileCheck --check-prefixes=CHECK,OOM %s
// RUN: cmp %t.plain.o %t.oom.o
// RUN: %clang -fplugin=%plugin -Werror %arg-inject=crash:length -c -o %t.o %s 2>&1 | FileCheck --check-prefixes=CHECK,CRASH %s
// RUN: %clang -fplugin=%plugin %arg-inject=crash:length %arg-json=%t.json -c -o %t.o %s
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// A crash, a hang or the end of memory in the analysis costs one function, not the compile.
// CHECK-NOT: error:
// CHECK-NOT: warning:
// CRASH: remark: heapabs: 'length' is unknown: the analysis crashed (Segmentation fault)
// HANG: remark: heapabs: 'length' is unknown: the analysis did not stop at its time limit
// OOM: remark: heapabs: 'length' is unknown: the analysis ran out of memory
// CHECK-NOT: {{error|warning|remark}}:
struct node {
  struct node *next;
};

// JSON: "name":"length"
// JSON-SAME: "verdict":"unknown"
unsigned length(struct node *x) {
  unsigned n = 0;
  for (; x; x = x->next)
    n++;
  return n;
}

// JSON: "name":"first"
// JSON-SAME: "verdict":"proved"
struct node *first(struct node *x) { return x ? x->next : x; }
