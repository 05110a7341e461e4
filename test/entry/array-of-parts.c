// RUN: %verify %s
// How many parts an array has only the one who made it knows: a recursive call on one of
// them is no access out of bounds, a call on what lies beside a local array is.
#include <stdlib.h>

struct reply {
  int type;
  size_t len;
  union {
    const char *text;
    long long number;
    struct reply *array;
  } val;
  struct reply *attribute;
};

static void free_inside(struct reply *r) {
  if (r->type == 1) {
    for (size_t i = 0; i < r->len; i++)
      free_inside(r->val.array + i);
    free(r->val.array);
  }
  if (r->attribute) {
    free_inside(r->attribute);
    free(r->attribute);
  }
}

void free_reply(struct reply *r) {
  free_inside(r);
  free(r);
}

static unsigned depth(const struct reply *r) {
  return r->attribute ? 1 + depth(r->attribute) : 0;
}

unsigned beside(void) {
  struct reply two[2] = {{0}};
  unsigned most = 0;
  for (int i = 0; i <= 2; i++)
    most += depth(&two[i]); // expected-warning {{[heapabs-invalid-deref]}}
  return most;
}
