struct node {
  int data;
  struct node *next;
};

int second(struct node *list) {
  return list->next->data;
}
