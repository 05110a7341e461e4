// RUN: %verify %s
// In-place reversal in three spellings.
// expected-no-diagnostics
#include <stddef.h>

struct node { struct node *next; int v; };

struct node *reverse(struct node *list) {
  struct node *done = NULL;
  while (list) {
    struct node *rest = list->next;
    list->next = done;
    done = list;
    list = rest;
  }
  return done;
}

void reverse_in_place(struct node **list)
{
	struct node *prev = NULL, *cur = *list, *next;

	for (; cur; prev = cur, cur = next) {
		next = cur->next;
		cur->next = prev;
	}
	*list = prev;
}

/* Reverses the first k nodes, or all if there are fewer. */
struct node *reverse_prefix(struct node *list, int k) {
  struct node *done = NULL, *first = list;
  while (list && k-- > 0) {
    struct node *rest = list->next;
    list->next = done;
    done = list;
    list = rest;
  }
  if (first)
    first->next = list;
  return done ? done : list;
}
