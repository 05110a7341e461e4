// RUN: %diff %s
// Pointer differences and comparisons, walks over arrays, strings by pointer, casts,
// tagged pointers, pointers kept in integers, flexible array members.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
struct node {
  struct node *next;
  int data;
};
struct buffer {
  unsigned len;
  struct node *owner;
  short items[];
};

ptrdiff_t position(struct node *array, unsigned n, int d) {
  struct node *end = array + n, *p = array;
  while (p < end && p->data != d)
    p++;
  return p - array;
}
int backwards(struct node *array, unsigned n) {
  int r = 0;
  for (struct node *p = array + n; p-- > array;)
    r = r * 2 + p->data;
  return r;
}
void chain(struct node *array, unsigned n) {
  for (unsigned i = 0; i + 1 < n; i++)
    array[i].next = &array[i + 1];
  (array + n - 1)->next = NULL;
}
unsigned count_char(const char *s, char c) {
  unsigned n = 0;
  while (*s)
    n += *s++ == c;
  return n;
}
char *end_of(char *s) {
  while (*s++)
    ;
  return s - 1;
}
char beyond(char *s, int i) { return s[i]; }
struct node *tagged(struct node *x) {
  uintptr_t bits = (uintptr_t)x;
  bits |= 1;
  if (bits & 1)
    bits &= ~(uintptr_t)1;
  return ((struct node *)bits)->next;
}
int kept_in_integer(struct node *x) {
  intptr_t i = (intptr_t)x;
  void *p = (void *)i;
  return ((struct node *)p)->data;
}
int same_object(struct node *x, struct node *y) {
  return (x == y) + 2 * ((char *)&x->data - (char *)x == 8) +
         4 * (&x->data == (int *)(void *)(&x->next + 1));
}
struct buffer *new_buffer(unsigned n) {
  struct buffer *b = malloc(sizeof *b + n * sizeof b->items[0]);
  if (!b)
    return NULL;
  b->len = n;
  b->owner = NULL;
  for (unsigned i = 0; i < n; i++)
    b->items[i] = (short)(i * 1000);
  return b;
}
int buffer_at(unsigned n, unsigned i) {
  struct buffer *b = new_buffer(n);
  if (!b)
    return -1;
  int r = b->items[i];
  free(b);
  return r;
}
const char *literal_at(int i) {
  const char *text = "linked" + i;
  return *text == 'k' ? text + 1 : NULL;
}
char literal_char(int i) { return "list"[i]; }
int index_null(int *p, int i) { return p[i]; }
void *generic_swap(void *a, void *b) {
  void **x = a, **y = b, *t = *x;
  *x = *y;
  *y = t;
  return t;
}

#ifdef NATIVE
#include "native.h"
#include <string.h>
static struct node *array(unsigned n) {
  struct node *a = diff_new(n * sizeof *a);
  for (unsigned i = 0; i < n; i++)
    a[i].data = PICK(1, 2);
  return a;
}
static char *text(void) {
  static const char *const texts[] = {"", "a", "banana"};
  const char *chosen = texts[CHOOSE(3)];
  return strcpy(diff_new(strlen(chosen) + 1), chosen);
}
#define NODES(n) LIST(struct node, next, n, it->data = 4)
DIFF(position) { RUN(position, array(3), PICK(3, 4), PICK(1, 2)); }
DIFF(backwards) { RUN(backwards, array(3), CHOOSE(4)); }
DIFF(chain) { VRUN(chain, array(3), PICK(3, 2, 4)); }
DIFF(count_char) { RUN(count_char, CHOOSE(5) ? text() : NULL, 'a'); }
DIFF(end_of) { RUN(end_of, text()); }
DIFF(beyond) { RUN(beyond, text(), PICK(0, 1, 6, 7)); }
DIFF(tagged) { RUN(tagged, NODES(2)); }
DIFF(kept_in_integer) { RUN(kept_in_integer, NODES(1)); }
DIFF(same_object) {
  struct node *x = NODES(1);
  RUN(same_object, x, CHOOSE(2) ? x : NULL);
}
DIFF(new_buffer) { RUN(new_buffer, CHOOSE(4)); }
DIFF(buffer_at) { RUN(buffer_at, 3, PICK(0, 2, 3, 4)); }
DIFF(literal_char) { RUN(literal_char, CHOOSE(6)); }
DIFF(index_null) { RUN(index_null, CHOOSE(2) ? diff_new(8) : NULL, CHOOSE(3)); }
DIFF(generic_swap) { RUN(generic_swap, NODES(2), NODES(1)); }
#endif
