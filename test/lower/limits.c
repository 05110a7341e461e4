// RUN: %heapabs %arg-json=%t.json %s && FileCheck %s < %t.json
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
