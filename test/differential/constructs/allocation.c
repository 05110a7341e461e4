// RUN: %diff %s
// malloc, calloc, realloc, free, strdup, alloca, untyped blocks, and their misuse.
#include <alloca.h>
#include <stdlib.h>
#include <string.h>
struct node {
  struct node *next;
  int data;
};

struct node *zeroed(int n) { return calloc(n, sizeof(struct node)); }

int *grow(int *old, unsigned n) {
  int *p = realloc(old, n * sizeof *p);
  if (p)
    p[n - 1] = 42;
  return p;
}

int grow_and_use_old(int *old) {
  int *p = realloc(old, 64);
  if (!p)
    return -1;
  return old[0];
}

int *from_null(void) {
  int *p = realloc(NULL, 8);
  if (p)
    p[0] = p[1] = 3;
  return p;
}

void *untyped(int as_node) {
  void *p = malloc(16);
  if (!p)
    return NULL;
  if (as_node) {
    struct node *n = p;
    n->data = 1;
    n->next = n;
  } else {
    memset(p, 7, 16);
  }
  return p;
}

int on_stack(int n) {
  int *a = alloca(n * sizeof *a);
  int sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = i * i;
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}

int vla(unsigned n) {
  short a[n];
  for (unsigned i = 0; i < n; i++)
    a[i] = (short)(i - 1);
  return a[n - 1];
}

int vla_overrun(unsigned n) {
  int a[n];
  for (unsigned i = 0; i <= n; i++)
    a[i] = 1;
  return a[0];
}

void free_null(struct node *x) {
  free(NULL);
  free(x);
}

void free_middle(struct node *x) { free(&x->data); }

int global;
void free_global(int which) {
  if (which)
    free(&global);
}

void free_local(int which) {
  int x = which;
  int *p = &x;
  if (x)
    free(p);
}

char *copy_string(int which) {
  char *p = strdup(which ? "hello" : "");
  if (p && which)
    p[0] = 'j';
  return p;
}

int read_uninitialised(int init) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return 0;
  if (init)
    n->data = 5;
  int r = n->data > 3 ? 1 : 2;
  free(n);
  return r;
}

int uninitialised_pointer(int init) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return 0;
  if (init)
    n->next = n;
  int r = n->next->next == n;
  free(n);
  return r;
}

struct node *partly(void) {
  struct node *n = malloc(sizeof *n);
  if (n)
    n->data = 1;
  return n;
}

struct node *through_stack(int d) {
  struct node local;
  struct node *n = malloc(sizeof *n);
  if (!n)
    return NULL;
  local.data = d;
  *n = local;
  return n;
}

int *dangling(int d) {
  int local = d;
  int *volatile_free = &local;
  return volatile_free;
}

int use_dangling(int d) { return *dangling(d); }

int scope(int d) {
  int *p = &d;
  if (d) {
    int inner = d;
    p = &inner;
  }
  return *p;
}

#ifdef NATIVE
#include "native.h"
GLOBAL(global)
static struct node *node(void) { return OBJECT(struct node, it->data = 4); }
static int *ints(unsigned n) {
  int *p = diff_new(n * sizeof *p);
  for (unsigned i = 0; i < n; i++)
    p[i] = 10 + i;
  return p;
}
DIFF(zeroed) { RUN(zeroed, PICK(1, 3)); }
DIFF(grow) { RUN(grow, CHOOSE(2) ? ints(3) : NULL, PICK(1, 3, 6)); }
DIFF(grow_and_use_old) { RUN(grow_and_use_old, ints(2)); }
DIFF(from_null) { RUN(from_null); }
DIFF(untyped) { RUN(untyped, CHOOSE(2)); }
DIFF(on_stack) { RUN(on_stack, CHOOSE(5)); }
DIFF(vla) { RUN(vla, PICK(1, 2, 5)); }
DIFF(vla_overrun) { RUN(vla_overrun, PICK(1, 4, 7)); }
DIFF(free_null) { VRUN(free_null, CHOOSE(2) ? node() : NULL); }
DIFF(free_middle) { VRUN(free_middle, node()); }
DIFF(free_global) { VRUN(free_global, CHOOSE(2)); }
DIFF(free_local) { VRUN(free_local, CHOOSE(2)); }
DIFF(copy_string) { RUN(copy_string, CHOOSE(2)); }
DIFF(read_uninitialised) { RUN(read_uninitialised, CHOOSE(2)); }
DIFF(uninitialised_pointer) { RUN(uninitialised_pointer, CHOOSE(2)); }
DIFF(partly) { RUN(partly); }
DIFF(through_stack) { RUN(through_stack, 6); }
DIFF(use_dangling) { RUN(use_dangling, 6); }
DIFF(scope) { RUN(scope, CHOOSE(2)); }
#endif
