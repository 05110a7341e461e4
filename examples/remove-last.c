/* Removes the last node of a list: the address of the link to it is never missing,
 * so the list of one is no special case, and neither is the empty one. */
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

void remove_last(struct node **list) {
  if (!*list)
    return;
  while ((*list)->next)
    list = &(*list)->next;
  free(*list);
  *list = NULL;
}
