// RUN: %verify %s
// Polynomials as lists of terms: sum and derivative in fresh memory.
// expected-no-diagnostics
#include <stdlib.h>

struct term {
  int coefficient;
  unsigned exponent;
  struct term *next;
};

static int push_term(struct term ***end, int coefficient, unsigned exponent) {
  struct term *t = malloc(sizeof *t);
  if (!t)
    return 0;
  t->coefficient = coefficient;
  t->exponent = exponent;
  t->next = NULL;
  **end = t;
  *end = &t->next;
  return 1;
}

void poly_free(struct term *p) {
  while (p) {
    struct term *next = p->next;
    free(p);
    p = next;
  }
}

/* 0 and *sum, or -1 and nothing */
int poly_copy_even(const struct term *p, struct term **sum) {
  struct term **end = sum;
  *sum = NULL;
  for (; p; p = p->next)
    if (p->exponent % 2 == 0 && !push_term(&end, p->coefficient, p->exponent)) {
      poly_free(*sum);
      *sum = NULL;
      return -1;
    }
  return 0;
}

/* Drops the constant term and lowers the others. */
void poly_derive(struct term **p) {
  while (*p) {
    struct term *t = *p;
    if (t->exponent == 0) {
      *p = t->next;
      free(t);
      continue;
    }
    t->coefficient = (int)((unsigned)t->coefficient * t->exponent);
    t->exponent--;
    p = &t->next;
  }
}
