// RUN: %verify %s
// Polynomials as lists of terms: degrees of the zero polynomial.
#include <stdlib.h>

struct term {
  int coefficient;
  unsigned exponent;
  struct term *next;
};

unsigned poly_degree(const struct term *p) {
  const struct term *top = NULL;
  for (; p; p = p->next)
    if (p->coefficient != 0 && (!top || p->exponent > top->exponent))
      top = p;
  return top->exponent; // expected-warning {{[heapabs-null-deref]}}
}

/* The last copy is freed on failure, and then as usual. */
int poly_copy_even(const struct term *p) {
  struct term *copy = NULL, *t;
  for (; p; p = p->next) {
    t = malloc(sizeof *t);
    if (!t) {
      free(copy);
      break;
    }
    t->next = NULL;
    free(copy);
    copy = t;
  }
  free(copy); // expected-warning {{[heapabs-double-free]}}
  return 0;
}

void poly_derive(struct term **p) {
  while (*p) {
    struct term *t = *p;
    if (t->exponent == 0) {
      *p = t->next;
      free(t);
    }
    t->exponent--; // expected-warning {{[heapabs-use-after-free]}}
    p = &t->next;
  }
}
