// RUN: %verify %s
// Unlinking and freeing the nodes with a value: first one, all of them.
// expected-no-diagnostics
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

int delete_first(struct node **list, int value) {
  for (struct node **pp = list; *pp; pp = &(*pp)->next) {
    struct node *victim = *pp;
    if (victim->value == value) {
      *pp = victim->next;
      free(victim);
      return 1;
    }
  }
  return 0;
}

void delete_all(struct node **pp, int value) {
  while (*pp) {
    struct node *entry = *pp;
    if (entry->value == value) {
      *pp = entry->next;
      free(entry);
    } else {
      pp = &entry->next;
    }
  }
}

struct node *delete_trailing(struct node *list, int value) {
  struct node *prev = NULL;
  for (struct node *p = list; p; prev = p, p = p->next) {
    if (p->value != value)
      continue;
    if (prev)
      prev->next = p->next;
    else
      list = p->next;
    free(p);
    break;
  }
  return list;
}
