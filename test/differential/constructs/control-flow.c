// RUN: %diff %s
// switch, goto loops, do-while, nested and irreducible loops, short circuit, ternary.
#include <stddef.h>
struct node {
  struct node *next;
  int data;
};

int classify(const struct node *x) {
  int r = 0;
  for (; x; x = x->next)
    switch (x->data) {
    case 0:
      r += 1;
      break;
    case 1:
      r += 10;
      /* fall through */
    case 2:
      r += 100;
      break;
    case 5 ... 7:
      continue;
    case -1:
      return -r;
    default:
      r *= 2;
    }
  return r;
}

int wide_switch(unsigned long x) {
  switch (x) {
  case 0x100000001ul:
    return 1;
  case 1:
    return 2;
  case ~0ul:
    return 3;
  }
  return 4;
}

int goto_loop(struct node *x) {
  int n = 0;
again:
  if (!x)
    goto done;
  n = n * 3 + x->data;
  x = x->next;
  goto again;
done:
  return n;
}

struct node *do_while(struct node *x, int d) {
  do {
    x->data += d;
    if (x->data == 3)
      break;
  } while ((x = x->next));
  return x;
}

int nested(struct node *a, struct node *b) {
  int equal = 0;
  for (struct node *p = a; p; p = p->next)
    for (struct node *q = b; q; q = q->next) {
      if (p == q)
        goto found;
      equal += p->data == q->data;
    }
  return equal;
found:
  return -1;
}

int irreducible(struct node *x, int start) {
  int n = 0;
  if (start)
    goto middle;
loop:
  n += 2;
  if (n > 20)
    return n;
middle:
  n += x->data;
  x = x->next;
  if (x)
    goto loop;
  return n + 100;
}

int short_circuit(struct node *x, struct node *y) {
  if (x && x->next && x->next->data > 0 || y->data)
    return x == NULL || y == NULL || (x->data & y->data);
  return !(x && y) ? 7 : (y->next && 1);
}

int careless(struct node *x, struct node *y) {
  return (x || y->data) && x->next->data;
}

int ternary(struct node *x, int c) {
  struct node *p = c ? x : x->next;
  int *q = p ? &p->data : c > 1 ? &x->data : NULL;
  return c ?: *q;
}

int comma(struct node *x) {
  int n = 0, m;
  for (; m = n, x; n++, x = x->next)
    (void)m, x->data = n;
  return (n += 1, n + m);
}

int early(struct node *x) {
  while (1) {
    if (!x)
      return 0;
    for (int i = 0; i < 3; i++) {
      if (x->data == i)
        return i + 10;
      if (x->data > 4 && i == 1)
        break;
    }
    x = x->next;
  }
}

int endless(struct node *x) {
  while (x)
    x->data ^= 1;
  return 1;
}

int duff(struct node *x, int n) {
  int r = 0;
  switch (n & 3) {
    do {
    case 0:
      r += x->data;
    case 3:
      r += 10;
    case 2:
      r = r * 2 + 1;
      x = x->next;
    } while (x);
  case 1:;
  }
  return r;
}

int computed(struct node *x, int n) {
  static void *const target[] = {&&zero, &&one};
  goto *target[n];
zero:
  return x->data;
one:
  return x->next->data;
}

#ifdef NATIVE
#include "native.h"
#define NODES(n, ...) LIST(struct node, next, n, it->data = PICK(__VA_ARGS__))
DIFF(classify) { RUN(classify, NODES(3, 0, 1, 2, 6, -1, 9)); }
DIFF(wide_switch) { RUN(wide_switch, PICK(0, 1, 0x100000001, -1)); }
DIFF(goto_loop) { RUN(goto_loop, NODES(3, 0, 5, 2147483647)); }
DIFF(do_while) { RUN(do_while, NODES(3, 1, 2), PICK(0, 1)); }
DIFF(nested) {
  struct node *x = NODES(2, 1, 2);
  RUN(nested, x, CHOOSE(3) ? NODES(2, 1, 2) : MEMBER(x, next, 2));
}
DIFF(irreducible) { RUN(irreducible, NODES(3, 1, 30), CHOOSE(2)); }
DIFF(short_circuit) { RUN(short_circuit, NODES(2, 0, 3), NODES(2, 0, 2)); }
DIFF(careless) { RUN(careless, NODES(2, 0, 3), NODES(1, 0, 2)); }
DIFF(ternary) { RUN(ternary, NODES(2, 3, 4), PICK(0, 1, 2)); }
DIFF(comma) { RUN(comma, NODES(3, 0)); }
DIFF(early) { RUN(early, NODES(3, 2, 3, 7)); }
DIFF(endless) { RUN(endless, NODES(1, 2)); }
DIFF(duff) { RUN(duff, NODES(3, 1, -2), CHOOSE(4)); }
DIFF(computed) { RUN(computed, NODES(2, 1, -2), CHOOSE(2)); }
#endif
