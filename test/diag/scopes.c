// RUN: %verify %s
// Scopes of a compiler: a chain of scopes, each with a list of symbols.
// expected-no-diagnostics
#include <stdlib.h>

struct symbol {
  struct symbol *next;
  int name;
};
struct scope {
  struct scope *parent;
  struct symbol *symbols;
};

struct symbol *resolve(const struct scope *s, int name) {
  for (; s; s = s->parent)
    for (struct symbol *sym = s->symbols; sym; sym = sym->next)
      if (sym->name == name)
        return sym;
  return NULL;
}

struct scope *enter(struct scope *parent) {
  struct scope *s = malloc(sizeof *s);
  if (s != NULL) {
    s->parent = parent;
    s->symbols = NULL;
  }
  return s;
}

struct scope *leave(struct scope *s) {
  struct scope *parent = s->parent;
  struct symbol *sym;
  while ((sym = s->symbols)) {
    s->symbols = sym->next;
    free(sym);
  }
  free(s);
  return parent;
}

int depth(const struct scope *s) {
  int d = -1;
  do
    d++;
  while ((s = s->parent) != NULL);
  return d;
}
