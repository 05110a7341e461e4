// RUN: %diff %s
// Null comparisons in every spelling.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
struct node {
  struct node *next;
  int data;
};
#define CHECK(name, condition)                                                           \
  int name(struct node *p) { return (condition) ? p->data : -1; }

CHECK(plain, p)
CHECK(not_not, !!p)
CHECK(not_equal, p != NULL)
CHECK(reversed, NULL != p)
CHECK(zero, p != 0)
CHECK(cast_zero, p != (void *)0)
CHECK(boolean, (bool)p)
CHECK(as_integer, (uintptr_t)p)
CHECK(as_integer_compared, (uintptr_t)p != 0)
CHECK(long_compared, (long)p)
CHECK(greater, (uintptr_t)p > 0)
CHECK(and_true, p && true)
CHECK(ternary, p ? 1 : 0)
CHECK(equal_false, (p == NULL) == false)
CHECK(xor_one, (p == NULL) ^ 1)
CHECK(bit_and, (p != NULL) & (p != (struct node *)8))
CHECK(subtract, 1 - !p)
CHECK(void_pointer, (void *)p)
CHECK(char_pointer, (char *)p != NULL)
CHECK(expect, __builtin_expect(p != NULL, 1))
CHECK(expect_not, !__builtin_expect(!p, 0))
CHECK(inverted, !p)
CHECK(inverted_equal, p == NULL)
CHECK(either, p || !p)

int stored(struct node *p) {
  int ok = p != NULL;
  bool fine = ok;
  return fine ? p->data : -1;
}
int early_return(struct node *p) {
  if (NULL == p)
    return -1;
  return p->data;
}
int by_assignment(struct node *p) {
  struct node *q;
  if ((q = p->next) != NULL)
    return q->data;
  return q == p->next;
}
int in_loop(struct node *p) {
  while (p != NULL && !(p->next == NULL))
    p = p->next;
  return p->data;
}
int by_switch(struct node *p) {
  switch (p == NULL) {
  case 0:
    return p->data;
  }
  return p->data;
}

#ifdef NATIVE
#include "native.h"
#define NODES(n) LIST(struct node, next, n, it->data = 4)
#define CASE(name)                                                                       \
  DIFF(name) { RUN(name, NODES(2)); }
CASE(plain)
CASE(not_not)
CASE(not_equal)
CASE(reversed)
CASE(zero)
CASE(cast_zero)
CASE(boolean)
CASE(as_integer)
CASE(as_integer_compared)
CASE(long_compared)
CASE(greater)
CASE(and_true)
CASE(ternary)
CASE(equal_false)
CASE(xor_one)
CASE(bit_and)
CASE(subtract)
CASE(void_pointer)
CASE(char_pointer)
CASE(expect)
CASE(expect_not)
CASE(inverted)
CASE(inverted_equal)
CASE(either)
CASE(stored)
CASE(early_return)
CASE(by_assignment)
CASE(in_loop)
CASE(by_switch)
#endif
