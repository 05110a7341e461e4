// RUN: %verify %s
// Nodes that own strings: lost, freed twice, or taken without a copy.
#include <stdlib.h>
#include <string.h>

struct word {
  char *text;
  unsigned count;
  struct word *next;
};

struct word *intern(struct word **list, const char *text) {
  struct word *w = malloc(sizeof *w);
  if (!w)
    return NULL;
  w->text = strdup(text);
  w->count = strlen(w->text); // expected-warning {{[heapabs-null-deref]}}
  w->next = *list;
  *list = w;
  return w;
}

/* Two words own one text. */
void split_word(struct word *w) {
  struct word *twin = w->next;
  if (!twin)
    return;
  free(twin->text);
  twin->text = w->text;
  free(w->text);
  free(twin->text); // expected-warning {{[heapabs-double-free]}}
  w->text = twin->text = NULL;
}

/* The text stays behind when its word goes. */
int probe(const char *text) {
  struct word *w = malloc(sizeof *w);
  int found;
  if (!w)
    return -1;
  w->text = strdup(text);
  found = w->text != NULL;
  free(w);
  return found; // expected-warning {{[heapabs-leak]}}
}
