// RUN: %verify %s
// Nodes behind void pointers: generic containers, opaque handles, user data.
// expected-no-diagnostics
#include <stdlib.h>

struct box {
  void *item;
  struct box *next;
};
struct user {
  int id;
};

void *first(const struct box *b) { return b ? b->item : NULL; }

/* Boxes what it makes itself, so it knows what is inside. */
int boxed(int id) {
  struct user *u = malloc(sizeof *u);
  struct box *b = malloc(sizeof(struct box));
  int result = -1;
  if (u && b) {
    u->id = id;
    b->item = u;
    b->next = NULL;
    result = ((struct user *)first(b))->id;
  }
  free(u);
  free(b);
  return result;
}

int length(const void *handle) {
  const struct box *b = handle;
  int n = 0;
  while (b != NULL) {
    b = b->next;
    n++;
  }
  return n;
}

void free_boxes(void *handle) {
  struct box *b = handle, *next;
  for (; b; b = next) {
    next = b->next;
    free(b->item);
    free(b);
  }
}
