// RUN: %verify %s
// Freeing a whole list, reading what is already gone.
#include <stdlib.h>

struct node {
  struct node *next;
  char *text;
};

void free_all(struct node *list) {
  struct node *p;
  for (p = list; p; p = p->next) // expected-warning {{[heapabs-use-after-free]}}
    free(p);
}

void free_with_text(struct node *p) {
  while (p) {
    struct node *next = p->next;
    free(p);
    free(p->text); // expected-warning {{[heapabs-use-after-free]}}
    p = next;
  }
}

/* Frees the first node once as the head and once as a node. */
void free_twice(struct node *list) {
  struct node *p = list;
  if (!list)
    return;
  while (p) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
  free(list); // expected-warning {{[heapabs-double-free]}}
}
