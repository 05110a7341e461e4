// RUN: %verify %s
// Nodes that own strings: copied in, compared, replaced, freed.
// expected-no-diagnostics
#include <stdlib.h>
#include <string.h>

struct word {
  char *text;
  unsigned count;
  struct word *next;
};

/* The word's entry, made if need be. */
struct word *intern(struct word **list, const char *text) {
  struct word *w;
  for (w = *list; w; w = w->next)
    if (!strcmp(w->text, text)) {
      w->count++;
      return w;
    }
  w = malloc(sizeof *w);
  if (!w)
    return NULL;
  w->text = strdup(text);
  if (!w->text) {
    free(w);
    return NULL;
  }
  w->count = 1;
  w->next = *list;
  *list = w;
  return w;
}

int rename_word(struct word *w, const char *text) {
  char *copy = malloc(strlen(text) + 1);
  if (!copy)
    return -1;
  strcpy(copy, text);
  free(w->text);
  w->text = copy;
  return 0;
}

void forget(struct word **list, const char *text) {
  while (*list) {
    struct word *w = *list;
    if (strcmp(w->text, text) == 0) {
      *list = w->next;
      free(w->text);
      free(w);
    } else {
      list = &w->next;
    }
  }
}
