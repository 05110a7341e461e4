// How a verdict came about: engines in order, refinements, invariants, assumptions, the
// verdict of each check; and the control flow for graphviz.
// RUN: heapabs explain drain %s --dot %t.dot --svg %t.svg | FileCheck %s
// CHECK: drain: refuted by small in {{[0-9.]+}} ms, {{[0-9]+}} queries
// CHECK: engines, in order:
// CHECK-NEXT: flow {{.*}}checks proved
// CHECK: small {{.*}}1 refuted
// CHECK: callers owe:
// CHECK-NEXT: q != null
// CHECK: assumed:
// CHECK: checks:
// CHECK: use-after-free 'j->next': refuted by small
// CHECK-NEXT: line {{[0-9]+}}: assuming 'j' is not null; here q = n0
// RUN: FileCheck --check-prefix=DOT %s < %t.dot
// DOT: digraph "drain"
// DOT: loop, line
// DOT: free j
// DOT: color=red
// DOT: subgraph cluster_2
// DOT: label="{n1 freed|
// RUN: grep -q '<svg' %t.svg

// RUN: heapabs explain free_all %s | FileCheck --check-prefix=PROVED %s
// PROVED: free_all: proved by pdr
// PROVED: refinements:
// PROVED-NEXT: 1. pdr, line [[#]]: {{.+}}
// PROVED-NEXT: {{inductive by itself|excludes .+}}
// PROVED: invariants:
// PROVED-NEXT: line {{[0-9]+}}: {{.+}}

// In a build it is the plugin that says it; other functions are reported as ever.
// RUN: %heapabs %arg-explain=add %s 2>%t.err | FileCheck --check-prefix=ADD %s
// ADD: add: proved
// ADD: engines, in order:
// RUN: grep -q 'warning: .j. is used as' %t.err

// A name that is not there.
// RUN: not heapabs explain nobody %s 2>&1 | FileCheck --check-prefix=NOBODY %s
// NOBODY: heapabs: error: there is no function 'nobody' in '{{.*}}explain.c'
// RUN: %heapabs %arg-explain=nobody %s 2>&1 | FileCheck --check-prefix=REMARK %s
// REMARK: remark: heapabs: there is no function 'nobody' in {{.*}}explain.c to explain [heapabs-explain]
// RUN: not heapabs check --entry nobody %s 2>&1 | FileCheck --check-prefix=CHECKED %s
// CHECKED: heapabs: error: there is no function 'nobody' in what was given
// RUN: sh -c 'heapabs explain; test $? = 2' 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: heapabs explain: error: no function given to 'explain'
// RUN: env PATH=%build/bin heapabs explain add %s --svg %t.other.svg 2>&1 | FileCheck --check-prefix=NODOT %s || true
// NODOT: heapabs: error: --svg needs the program 'dot' of graphviz
// RUN: test ! -e %t.other.svg
#include <stdlib.h>

struct job {
  struct job *next;
};
struct queue {
  struct job *head, *tail;
};

unsigned drain(struct queue *q) {
  unsigned count = 0;
  for (struct job *j = q->head; j; j = j->next) {
    free(j);
    count++;
  }
  q->head = q->tail = NULL;
  return count;
}

int add(int a, int b) { return a + b; }

void free_all(struct job *list) {
  while (list) {
    struct job *next = list->next;
    free(list);
    list = next;
  }
}
