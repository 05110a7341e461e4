// RUN: %verify %s
// As destroy.c, but a text is freed that a node shares with the next one, and a node is
// looked at once it is gone.
#include <stdlib.h>

struct node {
  struct node *next;
  char *text;
};

void free_with_text(struct node *p) {
  for (struct node *next; p; p = next) {
    next = p->next;
    if (next)
      next->text = p->text;
    free(p->text); // expected-warning {{[heapabs-double-free]}}
    free(p);
  }
}

void free_by_popping(struct node **list) {
  struct node *p;
  while ((p = *list) != NULL) {
    free(p);
    *list = p->next; // expected-warning {{[heapabs-use-after-free]}}
  }
}
