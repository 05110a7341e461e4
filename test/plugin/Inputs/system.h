struct node {
  int data;
  struct node *next;
};

static inline int last_of(struct node *x) {
  while (x)
    x = x->next;
  return x->data;
}

#define DATA_OF(x) ((x)->data)
