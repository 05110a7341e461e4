struct node {
  int data;
  struct node *next;
};

int last(struct node *x) {
  while (x)
    x = x->next;
  return x->data;
}
