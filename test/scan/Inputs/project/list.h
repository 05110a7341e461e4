/* A list, and what every unit shares. */
#ifndef LIST_H
#define LIST_H

struct node {
  int data;
  struct node *next;
};

int sum(struct node *list);
int second(struct node *list);
void drop(struct node *list);

static inline int third(struct node *list) { return list->next->next->data; }

#endif
