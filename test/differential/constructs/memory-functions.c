// RUN: %diff %s
// Struct copy, memcpy, memmove, memset, memcmp and strings on whole nodes and parts.
#include <stdlib.h>
#include <string.h>
struct node {
  char name[12];
  struct node *next;
  long value;
};

void copy_struct(struct node *to, const struct node *from) { *to = *from; }

struct node *duplicate(const struct node *x) {
  struct node *n = malloc(sizeof *n);
  if (n)
    memcpy(n, x, sizeof *n);
  return n;
}

void clear(struct node *x, int byte) { memset(x, byte, sizeof *x); }

void clear_part(struct node *x) { memset(x->name + 2, 'x', 9); }

void shift(struct node *x) { memmove(x->name + 1, x->name, 8); }

void copy_link(struct node *a, struct node *b) {
  memcpy(&a->next, &b->next, sizeof a->next);
}

long swap_by_copy(struct node *a, struct node *b) {
  struct node t = *a;
  *a = *b;
  memcpy(b, &t, sizeof t);
  return t.value - a->value;
}

int same(const struct node *a, const struct node *b) {
  return memcmp(a->name, b->name, sizeof a->name) == 0;
}

size_t length(const struct node *x) { return strlen(x->name); }

struct node *find(struct node *x, const char *name) {
  while (x && strcmp(x->name, name) != 0)
    x = x->next;
  return x;
}

int prefix(struct node *x) { return strncmp(x->name, "abX", 2) == 0; }

void set_name(struct node *x, const char *name) { strcpy(x->name, name); }

char *keep(const struct node *x) { return strdup(x->name); }

char *set_long(struct node *x, const char *text) {
  strncpy(x->name, text, sizeof x->name);
  return strchr(x->name, 'b');
}

int searching(const struct node *x, int c) {
  const char *at = memchr(x->name, c, 3);
  return (at ? at - x->name : -1) * 100 + (int)strnlen(x->name, 4) +
         (strchr(x->name, 0) == x->name + strlen(x->name)) * 50;
}

char *join(struct node *x, const char *text) {
  strcpy(x->name, "k=");
  return strcat(x->name, text);
}

void too_much(struct node *x) { memset(x, 0, sizeof *x + 1); }

void by_bytes(struct node *to, const struct node *from) {
  const unsigned char *f = (const unsigned char *)from;
  unsigned char *t = (unsigned char *)to;
  for (size_t i = 0; i < sizeof *to; i++)
    t[i] = f[i];
}

#ifdef NATIVE
#include "native.h"
static struct node *node(void) {
  static const char *const names[] = {"", "ab", "abc", "hello world"};
  return OBJECT(struct node, {
    strcpy(it->name, names[CHOOSE(4)]);
    it->value = PICK(0, -5);
  });
}
static struct node *maybe(void) { return CHOOSE(5) ? node() : NULL; }
static struct node *two(void) {
  struct node *x = node();
  x->next = maybe();
  return x;
}
static char *text(const char *chars) {
  char *copy = diff_new(strlen(chars) + 1);
  return strcpy(copy, chars);
}
DIFF(copy_struct) { VRUN(copy_struct, maybe(), two()); }
DIFF(duplicate) { RUN(duplicate, two()); }
DIFF(clear) { VRUN(clear, two(), PICK(0, -1, 256)); }
DIFF(clear_part) { VRUN(clear_part, two()); }
DIFF(shift) { VRUN(shift, two()); }
DIFF(copy_link) { VRUN(copy_link, two(), two()); }
DIFF(swap_by_copy) { RUN(swap_by_copy, two(), two()); }
DIFF(same) { RUN(same, node(), node()); }
DIFF(length) { RUN(length, maybe()); }
DIFF(find) { RUN(find, two(), text(CHOOSE(2) ? "abc" : "")); }
DIFF(prefix) { RUN(prefix, two()); }
DIFF(set_name) { VRUN(set_name, node(), text(CHOOSE(2) ? "xyz" : "")); }
DIFF(keep) { RUN(keep, maybe()); }
DIFF(set_long) { RUN(set_long, node(), text(CHOOSE(2) ? "xyzab" : "")); }
DIFF(searching) { RUN(searching, maybe(), PICK('a', 'c', 0, 256 + 'b')); }
DIFF(join) { RUN(join, node(), text(CHOOSE(2) ? "value" : "")); }
DIFF(too_much) { VRUN(too_much, node()); }
DIFF(by_bytes) { VRUN(by_bytes, two(), two()); }
#endif
