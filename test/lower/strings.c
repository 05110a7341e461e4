// RUN: %heapabs %arg-dump=gcl %arg-json=%t.json %s 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// The functions of <string.h> are expressions and whole-block commands, not havocs.
#include <string.h>

struct node {
  struct node *next;
  char name[8];
};

// CHECK-LABEL: program by_character;
// CHECK-NOT: havoc
// CHECK: := memchr({{.*}}, 97, t)
int by_character(struct node *x) {
  int found = 0;
  for (; x; x = x->next)
    found += memchr(x->name, 'a', 4) != NULL;
  return found;
}

// CHECK-LABEL: program place_of;
// CHECK-NOT: havoc
// CHECK: strlen(
// CHECK: memchr(
// CHECK: ite(
char *place_of(struct node *x) { return strchr(x->name, 'b'); }

// CHECK-LABEL: program bounded_length;
// CHECK-NOT: havoc
// CHECK: memchr({{.*}}, 0, n)
size_t bounded_length(struct node *x, size_t n) { return strnlen(x->name, n); }

// CHECK-LABEL: program copied;
// CHECK-NOT: havoc
// CHECK: [[TAKEN:t[.0-9]*]] := memchr(text, 0, 8)
// CHECK: copy {{.*}}, text, [[TAKEN]]
// CHECK: fill
void copied(struct node *x, const char *text) { strncpy(x->name, text, 8); }

// JSON-NOT: the lowering is invalid
// JSON: "name":"copied"
