// RUN: %heapabs -isystem %S/Inputs %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %heapabs -isystem %S/Inputs -Wsystem-headers %s 2>&1 | FileCheck %s --check-prefixes=HEADER,CHECK
// RUN: %heapabs -I %S/Inputs %s 2>&1 | FileCheck %s --check-prefixes=HEADER,CHECK
// What is wrong in a system header is not the user's, unless -Wsystem-headers says so; what
// goes wrong in the user's own call, or in a macro of the header, is.
#include <system.h>

// HEADER: system.h:9:13: warning: 'x' is null here
int (*keep)(struct node *) = last_of;

// CHECK: system-headers.c:[[#@LINE+4]]:10: warning: {{.*}} [heapabs-null-deref]
int macro(struct node *x) {
  while (x)
    x = x->next;
  return DATA_OF(x);
}
