// RUN: %verify %s
// Nodes with a tagged union: each alternative is read under its own tag.
// expected-no-diagnostics
#include <stdlib.h>

enum tag { NUMBER, LIST };
struct value {
  enum tag tag;
  union {
    long number;
    struct value *list;
  } u;
  struct value *next;
};

struct value *number(long n) {
  struct value *v = malloc(sizeof *v);
  if (!v)
    return NULL;
  v->tag = NUMBER;
  v->u.number = n;
  v->next = NULL;
  return v;
}

struct value *list_of(struct value *first) {
  struct value *v = malloc(sizeof *v);
  if (!v)
    return NULL;
  *v = (struct value){.tag = LIST, .u.list = first};
  return v;
}

long sum(const struct value *v) {
  long sum = 0;
  for (; v; v = v->next)
    if (v->tag == NUMBER)
      sum ^= v->u.number;
  return sum;
}

/* Makes a list of one number and takes it apart again. */
long make_and_sum(long n) {
  struct value *v = number(n), *l = v ? list_of(v) : NULL;
  long result = l && l->tag == LIST && l->u.list ? l->u.list->u.number : 0;
  free(v);
  free(l);
  return result;
}
