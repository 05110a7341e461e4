// `heapabs check`: diagnostics, the summary, the exit status, flags for the compiler.
// RUN: heapabs check %s -- -DBUGGY 2>&1 | FileCheck --check-prefix=BUGGY %s
// RUN: heapabs check %s 2>&1 | FileCheck --check-prefix=FINE %s
// RUN: not heapabs check --status-bugs %s -- -DBUGGY
// RUN: heapabs check --status-bugs %s
// RUN: not heapabs check -Werror %s -- -DBUGGY
// RUN: not heapabs check --error null-deref %s -- -DBUGGY
// RUN: heapabs check --json %t.json %s %s -- -DBUGGY
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// RUN: not heapabs check %s -- -DBROKEN 2>&1 | FileCheck --check-prefix=BROKEN %s
struct node {
  int data;
  struct node *next;
};

int add(int a, int b) { return a + b; }

int second(struct node *x) {
#ifdef BUGGY
  // BUGGY: tool-check.c:[[#@LINE+1]]:{{[0-9]+}}: warning: 'x->next' is null here, dereferenced as 'x->next->data' [heapabs-null-deref]
  return x->next->data;
#else
  return x->next ? x->next->data : 0;
#endif
}
#ifdef BROKEN
int;;x // BROKEN: error:
#endif
// BUGGY: 2 functions: 0 proved, 1 refuted, 0 unknown, 1 skipped as irrelevant
// FINE-NOT: warning
// FINE: 2 functions: {{.*}}, 0 refuted, {{.*}}, 1 skipped as irrelevant
// JSON: {"heapabs":1,
// JSON: {"heapabs":1,
