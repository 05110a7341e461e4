// RUN: %verify %s
// Rule 4: what holds nodes with any number of links is no header of a list.
struct node {
  int key;
  struct node *back;
  struct level {
    struct node *forward;
    unsigned span;
  } level[];
};
struct skip_list {
  struct node *header, *tail;
  unsigned length;
};

struct node *first(struct skip_list *s) { return s->header->level[0].forward; }

/* One of many: rule 1. */
int spans(struct node **update, int i) { return update[i]->level[0].span; }

/* Where a list begins. */
int first_span(struct node **list) {
  return (*list)->level[0].span; // expected-warning {{[heapabs-null-deref]}}
}

struct plain {
  struct plain *next;
  int key;
};
struct list {
  struct plain *header, *tail;
  unsigned length;
};

int first_key(struct list *s) {
  return s->header->key; // expected-warning {{[heapabs-null-deref]}}
}
