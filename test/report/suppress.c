// Findings are silenced by comments and attributes, at the report or on its path; marks
// that silence nothing are told.  What is silenced stays in the JSON as such.
// RUN: %heapabs -Xclang -verify -Xclang -verify-ignore-unexpected=note %arg-json=%t.json %s
// RUN: %python %S/Inputs/suppressed.py %t.json | FileCheck %s
// RUN: %python %S/Inputs/validate.py %source/docs/schema/heapabs.schema.json %t.json
#include <stdlib.h>

struct node {
  int data;
  struct node *next;
};

// CHECK: same_line null-deref: comment [[#@LINE+1]] ends with one node
int same_line(struct node *x) { return x->next->data; } // NOLINT(heapabs-null-deref): ends with one node

// CHECK: next_line null-deref: comment [[#@LINE+2]]
int next_line(struct node *x) {
  // NOLINTNEXTLINE(heapabs-*, bugprone-use-after-move)
  return x->next->data;
}

// NOLINTBEGIN(heapabs-null-deref)
// CHECK: range null-deref: comment [[#@LINE-1]]
int range(struct node *x) {
  return x->next->data;
}
// NOLINTEND(heapabs-null-deref)
int after_range(struct node *x) {
  return x->next->data; // expected-warning {{'x->next' is null here}}
}

// CHECK: codechecker null-deref: comment [[#@LINE+2]] the caller knows
int codechecker(struct node *x) {
  // codechecker_suppress [heapabs-null-deref] the caller knows
  // more than this function

  return x->next->data;
}

// CHECK: everything null-deref: comment [[#@LINE+1]]
int everything(struct node *x) { return x->next->data; } /* NOLINT */

// CHECK: on_the_path null-deref: comment [[#@LINE+2]]
int on_the_path(struct node *x) {
  if (x->data) // NOLINT(heapabs-null-deref)
    return 0;
  return x->next->data;
}

// CHECK: in_the_callee null-deref: comment [[#@LINE+1]]
static int get(struct node *x) { return x->data; } // NOLINT(heapabs-null-deref)
int in_the_callee(struct node *x) { return get(x->next); }

// CHECK: statement null-deref: attribute [[#@LINE+2]]
int statement(struct node *x) {
  __attribute__((suppress)) {
    return x->next->data;
  }
}

// CHECK: declaration null-deref: attribute [[#@LINE+2]]
int declaration(struct node *x) {
  __attribute__((suppress("heapabs-null-deref"))) int d = x->next->data;
  return d;
}

// CHECK: function null-deref: attribute [[#@LINE+1]]
__attribute__((suppress)) int function(struct node *x) {
  return x->next->data;
}

int other_rule(struct node *x) {
  // expected-warning@+2 {{'x->next' is null here}}
  // expected-remark@+1 {{(heapabs-leak)' suppresses nothing [heapabs-suppression]}}
  return x->next->data; // NOLINT(heapabs-leak)
}

int other_tool(struct node *x) {
  return x->next->data; // NOLINT(bugprone-*) expected-warning {{'x->next' is null here}}
}

int in_a_string(struct node *x) {
  return x->next->data + sizeof "// NOLINT(heapabs-null-deref)"; // expected-warning {{'x->next' is null here}}
}

int fixed(struct node *x) {
  return x->next ? x->next->data : 0; // NOLINT(heapabs-null-deref) expected-remark {{suppresses nothing}}
}

// NOLINTBEGIN(heapabs-leak) expected-remark {{suppresses nothing}}
// CHECK: unused: {{NOLINT}}BEGIN(heapabs-leak)
