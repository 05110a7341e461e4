// RUN: %verify %s
// Scopes of a compiler: the outermost has no parent, a left one has nothing.
#include <stdlib.h>

struct symbol {
  struct symbol *next;
  int name;
};
struct scope {
  struct scope *parent;
  struct symbol *symbols;
};

struct symbol *outer_symbols(const struct scope *s, int name) {
  while (s->symbols == NULL || s->symbols->name != name)
    s = s->parent; // runs off the outermost scope
  return s->symbols;
}
// expected-warning@-4 {{[heapabs-null-deref]}}

struct scope *leave(struct scope *s) {
  while (s->symbols) {
    struct symbol *next = s->symbols->next;
    free(s->symbols);
    s->symbols = next;
  }
  free(s);
  return s->parent; // expected-warning {{[heapabs-use-after-free]}}
}

/* A scope that could not be entered. */
struct scope *enter_with(struct scope *parent, struct symbol *symbols) {
  struct scope *s = calloc(1, sizeof *s);
  if (s)
    s->parent = parent;
  s->symbols = symbols; // expected-warning {{[heapabs-null-deref]}}
  return s;
}
