// RUN: %diff %s
// Globals with initialisers, static locals, constant tables, function-pointer tables.
#include <stddef.h>
#include <stdlib.h>
struct node {
  struct node *next;
  int data;
};
struct node tail = {NULL, 30}, middle = {&tail, 20}, first = {&middle, 10};
struct node *head = &first;
struct node **link = &first.next;
int *inside = &middle.data;
const int primes[] = {2, 3, 5, 7, 11};
static const char *const words[] = {"zero", "one", "two"};
static unsigned char counter = 254;
long table[2][2] = {{1, -2}, {-3}};

int walk(void) {
  int sum = 0;
  for (struct node *at = head; at; at = at->next)
    sum += at->data;
  return sum;
}

int rotate(void) {
  struct node *old = head;
  head = old->next;
  tail.next = old;
  *link = NULL;
  *inside += 1;
  return head->data;
}

int prime(unsigned i) { return primes[i]; }

char letter(int i, int j) { return words[i][j]; }

int count(void) { return ++counter; }

int count_static(int n) {
  static int calls = 5;
  static struct node *cache;
  for (int i = 0; i < n; i++)
    calls += 2;
  if (!cache)
    cache = malloc(sizeof *cache);
  if (cache)
    cache->data = calls;
  return cache ? calls : 0;
}

int twice_static(int n) { return count_static(n) * 1000 + count_static(n + 1); }

long cell(int i, int j) { return table[i][j]--; }

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*const operations[2])(int, int) = {add, sub};

int apply(int which, int a, int b) { return operations[which](a, b); }

int chosen(int which, int a) {
  int (*f)(int, int) = add;
  if (which)
    f = sub;
  return f(a, 1);
}

struct node *push_global(int d) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return NULL;
  n->data = d;
  n->next = head;
  return head = n;
}

#ifdef NATIVE
#include "native.h"
GLOBAL(tail)
GLOBAL(middle)
GLOBAL(first)
GLOBAL(head)
GLOBAL(link)
GLOBAL(inside)
GLOBAL(counter)
GLOBAL(table)
DIFF(walk) { RUN(walk); }
DIFF(walk_changed) {
  if (CHOOSE(2))
    head = OBJECT(struct node, it->next = &tail);
  tail.data = PICK(1, 2147483647);
  RUN(walk);
}
DIFF(rotate) {
  if (CHOOSE(2))
    head = NULL;
  RUN(rotate);
}
DIFF(prime) { RUN(prime, CHOOSE(6)); }
DIFF(letter) { RUN(letter, CHOOSE(3), CHOOSE(4)); }
DIFF(count) { RUN(count); }
DIFF(count_static) { RUN(count_static, CHOOSE(3)); }
DIFF(twice_static) { RUN(twice_static, CHOOSE(3)); }
DIFF(cell) { RUN(cell, CHOOSE(2), CHOOSE(2)); }
DIFF(apply) { RUN(apply, CHOOSE(2), 7, PICK(3, -3)); }
DIFF(chosen) { RUN(chosen, CHOOSE(2), 7); }
DIFF(push_global) { RUN(push_global, 3); }
#endif
