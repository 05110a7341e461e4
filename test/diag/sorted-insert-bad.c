// RUN: %verify %s
// Sorted insertion that runs off the end, forgets the front, or forgets that
// memory may run out.
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};

int insert_pp(struct node **list, int key) {
  struct node **link = list, *fresh = malloc(sizeof *fresh);
  if (!fresh)
    return -1;
  while ((*link)->key < key) // expected-warning {{[heapabs-null-deref]}}
    link = &(*link)->next;
  fresh->key = key;
  fresh->next = *link;
  *link = fresh;
  return 0;
}

struct node *insert_trailing(struct node *list, struct node *fresh) {
  struct node *prev = NULL, *cur = list;
  while (cur != NULL && cur->key < fresh->key) {
    prev = cur;
    cur = cur->next;
  }
  fresh->next = cur;
  prev->next = fresh; // expected-warning {{[heapabs-null-deref]}}
  return list;
}

struct node *insert_unchecked(struct node *list, int key) {
  struct node *fresh = malloc(sizeof *fresh);
  fresh->key = key; // expected-warning {{[heapabs-null-deref]}}
  fresh->next = list;
  return fresh;
}
