// RUN: %clang -g -S -emit-llvm -o %t.ll %s
// RUN: %opt -passes=heapabs -disable-output %t.ll 2>&1 | FileCheck %s
// RUN: %opt -passes='print<heapabs-gcl>' -disable-output %t.ll | FileCheck --check-prefix=GCL %s
// RUN: %opt -passes=heapabs -S %t.ll 2>/dev/null | grep -v '^; ModuleID' > %t.after
// RUN: grep -v '^; ModuleID' %t.ll | cmp - %t.after
// RUN: %clang -g -O2 -S -emit-llvm -o - %s | %opt -passes=heapabs -disable-output 2>&1 | FileCheck --check-prefix=OPTIMISED %s
// RUN: %clang -S -emit-llvm -o - %s | %opt -passes=heapabs -disable-output 2>&1 | FileCheck --check-prefix=BARE %s
// The library is a pass plugin too: warnings and guarded commands from IR alone, named by
// the debug info although clang has left the values without names.
struct node {
  int data;
  struct node *next;
};

// CHECK: opt.c:[[#@LINE+8]]:{{[0-9]+}}: warning: 'x' is null here, dereferenced as 'x->data' [heapabs-null-deref]
// CHECK-NEXT: opt.c:[[#@LINE+4]]: note: input: x = NULL
// GCL-LABEL: program last;
// GCL: param x: node*
// GCL: x := x->next
int last(struct node *x) {
  while (x)
    x = x->next;
  return x->data;
}

// GCL-LABEL: program length;
unsigned length(struct node *x) {
  unsigned n = 0;
  for (; x; x = x->next)
    n++;
  return n;
}

int twice(int n) { return 2 * n; }
// CHECK: last: refuted
// CHECK-NEXT: length: proved
// CHECK-NEXT: 1 proved, 1 refuted, 0 unknown, 1 skipped as irrelevant
// OPTIMISED: length: {{proved|unknown}}
// OPTIMISED: 1 skipped as irrelevant
// BARE: opt.c has no debug info, compile it with -g: what is linked is unknown
// BARE-NEXT: 3 skipped as irrelevant
