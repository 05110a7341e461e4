// RUN: %heapabs %arg-json=%t.json %s && FileCheck %s < %t.json
// RUN: %heapabs %arg-checks=memory %arg-json=%t.json %s && FileCheck --check-prefix=MEMORY %s < %t.json
// What has no exact meaning is a limitation with its place, never a silent skip.
struct node {
  int data;
  struct node *next;
};

// CHECK: "name":"with_asm"
// CHECK-SAME: "limitations":[{{.*}}"line":[[#@LINE+3]]{{.*}}"what":"inline-asm"
int with_asm(struct node *x) {
  int v = x ? x->data : 0;
  __asm__("" : "+r"(v));
  return v;
}

// CHECK: "name":"with_unknown_call"
// CHECK-SAME: "what":"unknown-call:elsewhere"
void elsewhere(struct node *);
void with_unknown_call(struct node *x) {
  if (x)
    elsewhere(x->next);
}

// What is not followed is not known to be used rightly: the call's own check stays open,
// and a null node handed on is not covered by a proof.
// CHECK: "name":"handed_on"
// CHECK-SAME: "what":"recursion:handed_on"
// CHECK-SAME: "kind":"contract","file":"{{[^"]*}}","line":[[#@LINE+1]],"column":{{[0-9]+}},"function":"handed_on","text":"what handed_on relies on","verdict":"unknown"
int handed_on(struct node *x) { return 1 + handed_on(x->next); }

// … also where contracts are not asked for.
// MEMORY: "name":"handed_on"
// MEMORY-SAME: "text":"what handed_on relies on","verdict":"unknown"
