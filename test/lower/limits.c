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

// What is not followed is checked for what it relies on: its pointers, and that no memory
// has changed since this function's own entry, whose heap keeps the rules.
// CHECK: "name":"handed_on"
// CHECK-SAME: "what":"recursion:handed_on"
// CHECK-SAME: "text":"x->next != NULL","verdict":"refuted"
int handed_on(struct node *x) { return 1 + handed_on(x->next); }

// … also where contracts are not asked for.
// MEMORY: "name":"handed_on"
// MEMORY-SAME: "text":"what handed_on relies on","verdict":"unknown"

// CHECK: "name":"changed_before"
// CHECK-SAME: "text":"what changed_before relies on","verdict":"unknown"
int changed_before(struct node *x) {
  if (!x)
    return 0;
  x->next = x;
  return 1 + changed_before(x->next);
}
