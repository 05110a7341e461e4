// RUN: %heapabs %s 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: not %heapabs -Werror %s 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: not %heapabs %arg-error=null-deref %s 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: %heapabs -w %s 2>&1 | count 0
// RUN: %heapabs %arg-disable=null-deref %s 2>&1 | count 0
// -Werror, -w, error= and disable= do to our warnings what they do to clang's own.
struct node {
  int data;
  struct node *next;
};

// WARN: warnings.c:[[#@LINE+6]]:{{[0-9]+}}: warning: {{.*}} [heapabs-null-deref]
// WARN: note: {{.*}}NULL
// ERROR: warnings.c:[[#@LINE+4]]:{{[0-9]+}}: error: {{.*}}heapabs-null-deref
int last(struct node *x) {
  while (x)
    x = x->next;
  return x->data;
}
