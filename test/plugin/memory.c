// An engine that comes near the memory limit stops there: what cheaper engines have
// settled of the function is kept, and the next function gets its analysis.
// RUN: %heapabs %arg-memory=40 %arg-budget=20000 %arg-json=%t.json %s
// RUN: FileCheck %s < %t.json
// CHECK: "name":"sum"{{.*}}"why":"memory"{{.*}}"verdict":"proved","engine":"flow"
// CHECK: "name":"length"{{.*}}"verdict":"proved"
#include <stdlib.h>

struct term {
  int coef, exp;
  struct term *next;
};

static struct term *make(int coef, int exp) {
  struct term *t = malloc(sizeof *t);
  if (t) {
    t->coef = coef;
    t->exp = exp;
    t->next = NULL;
  }
  return t;
}

static void drop(struct term *t) {
  while (t) {
    struct term *next = t->next;
    free(t);
    t = next;
  }
}

struct term *sum(const struct term *a, const struct term *b) {
  struct term *head = NULL, **end = &head;
  while (a || b) {
    struct term *t;
    if (!b || (a && a->exp > b->exp)) {
      t = make(a->coef, a->exp);
      a = a->next;
    } else if (!a || b->exp > a->exp) {
      t = make(b->coef, b->exp);
      b = b->next;
    } else {
      t = make((int)((unsigned)a->coef + (unsigned)b->coef), a->exp);
      a = a->next;
      b = b->next;
    }
    if (!t) {
      drop(head);
      return NULL;
    }
    *end = t;
    end = &t->next;
  }
  return head;
}

unsigned length(const struct term *t) {
  unsigned n = 0;
  for (; t; t = t->next)
    n++;
  return n;
}
