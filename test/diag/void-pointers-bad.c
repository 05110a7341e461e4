// RUN: %verify %s
// Nodes behind void pointers, too small, empty or freed twice.
#include <stdlib.h>

struct box {
  void *item;
  struct box *next;
};
struct user {
  int id;
};

static void *first(const struct box *b) { return b ? b->item : NULL; }

/* An empty list of boxes has no first item. */
int first_id(void) {
  struct box *none = NULL;
  return ((struct user *)first(none))->id; // expected-warning {{[heapabs-null-deref]}}
}

/* Room for a user is no room for a box. */
void *too_small(void) {
  void *memory = malloc(sizeof(struct user));
  struct box *b = memory;
  if (!memory)
    return NULL;
  b->next = NULL; // expected-warning {{[heapabs-invalid-deref]}}
  return b;
}

/* Box and item are one. */
void own_box(void) {
  struct box *b = malloc(sizeof *b);
  if (!b)
    return;
  b->item = b;
  b->next = NULL;
  void *item = b->item;
  free(item);
  free(b); // expected-warning {{[heapabs-double-free]}}
}
