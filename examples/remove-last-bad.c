/* Removes the last node of a list.  Wrong for a list of one: there is no node before
 * the last, and `list->next->next` looks for it all the same. */
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

void remove_last(struct node *list) {
  while (list->next->next)
    list = list->next;
  free(list->next);
  list->next = NULL;
}
