// RUN: %verify %s
// Freeing a whole list: the successor is read before the node is gone.
// expected-no-diagnostics
#include <stdlib.h>

struct node {
  struct node *next;
  char *text;
};

void free_all(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

void free_by_popping(struct node **list) {
  struct node *p;
  while ((p = *list) != NULL) {
    *list = p->next;
    free(p);
  }
}

void free_with_text(struct node *p) {
  for (struct node *next; p; p = next) {
    next = p->next;
    free(p->text);
    free(p);
  }
}
