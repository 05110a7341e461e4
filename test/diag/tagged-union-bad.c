// RUN: %verify %s
// Nodes with a tagged union, made or used without asking.
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

/* An empty list is a value too. */
long first_number(void) {
  struct value v = {.tag = LIST, .u.list = NULL};
  return v.u.list->u.number; // expected-warning {{[heapabs-null-deref]}}
}

struct value *number(long n) {
  struct value *v = malloc(sizeof *v);
  v->tag = NUMBER; // expected-warning {{[heapabs-null-deref]}}
  v->u.number = n;
  v->next = NULL;
  return v;
}

/* The inner value is lost when the outer one cannot be made. */
struct value *boxed(long n) {
  struct value *v = calloc(1, sizeof *v), *box;
  if (!v)
    return NULL;
  v->u.number = n;
  box = calloc(1, sizeof *box);
  if (!box)
    return NULL; // expected-warning {{[heapabs-leak]}}
  box->tag = LIST;
  box->u.list = v;
  return box;
}
