// RUN: %verify %s
// Copying a list: on failure the part already copied is given back.
// expected-no-diagnostics
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  int value;
};

static void destroy(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

struct node *clone(const struct node *list) {
  struct node *copy = NULL, **end = &copy;
  for (; list; list = list->next) {
    struct node *n = malloc(sizeof *n);
    if (!n) {
      destroy(copy);
      return NULL;
    }
    n->value = list->value;
    n->next = NULL;
    *end = n;
    end = &n->next;
  }
  return copy;
}

/* The whole node by memcpy, then its link is cut. */
struct node *clone_node(const struct node *n) {
  struct node *copy = malloc(sizeof *copy);
  if (copy) {
    memcpy(copy, n, sizeof *copy);
    copy->next = NULL;
  }
  return copy;
}

struct node *clone_reversed(const struct node *list) {
  struct node *copy = NULL;
  while (list) {
    struct node *n = calloc(1, sizeof *n);
    if (n == NULL)
      goto fail;
    n->value = list->value;
    n->next = copy;
    copy = n;
    list = list->next;
  }
  return copy;
fail:
  destroy(copy);
  return NULL;
}
