// RUN: %heapabs %arg-engine=pdr %arg-budget=60000 %arg-json=%t.json %s && FileCheck %s < %t.json
// Lists that are taken apart: no live node points to what is freed, each text belongs to
// one node, and the proof says that it relies on that.
#include <stdlib.h>

struct node {
  struct node *next;
  char *text;
};

// CHECK: "name":"free_with_text"
// CHECK-SAME: "verdict":"proved","engine":"pdr"
// CHECK-SAME: "assumes":[{{.*}}nothing in it is pointed to twice
void free_with_text(struct node *p) {
  for (struct node *next; p; p = next) {
    next = p->next;
    free(p->text);
    free(p);
  }
}

// CHECK: "name":"free_by_popping"
// CHECK-SAME: "verdict":"proved","engine":"pdr"
void free_by_popping(struct node **list) {
  struct node *p;
  while ((p = *list) != NULL) {
    *list = p->next;
    free(p);
  }
}
