// RUN: %verify %s
// A text buffer whose last line is followed by another one.
#include <stdlib.h>

struct line {
  struct line *prev, *next;
  size_t length;
};
struct buffer {
  struct line *first;
  struct line *cursor;
};

void cursor_down(struct buffer *b) {
  if (b->cursor)
    b->cursor = b->cursor->next;
  b->cursor->length = 0; // expected-warning {{[heapabs-null-deref]}}
}

struct line *split_line(struct line *l, size_t at) {
  struct line *tail = malloc(sizeof *tail);
  if (!tail)
    return NULL;
  if (at > l->length)
    return NULL; // expected-warning {{[heapabs-leak]}}
  tail->length = l->length - at;
  l->length = at;
  tail->prev = l;
  tail->next = l->next;
  if (tail->next)
    tail->next->prev = tail;
  l->next = tail;
  return tail;
}

/* The line after next still points back to the freed one. */
size_t join_line(struct line *l) {
  struct line *next = l->next;
  if (next == NULL || next->next == NULL)
    return 0;
  l->next = next->next;
  free(next);
  return l->next->prev->length; // expected-warning {{[heapabs-use-after-free]}}
}
