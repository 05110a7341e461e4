// RUN: %verify %s
// A text buffer: doubly linked lines under a header with a cursor.
// expected-no-diagnostics
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
  if (b->cursor && b->cursor->next)
    b->cursor = b->cursor->next;
}

void cursor_end(struct buffer *b) {
  struct line *l = b->first;
  while (l && l->next)
    l = l->next;
  b->cursor = l;
}

/* Splits a line: the new one comes after it. */
struct line *split_line(struct line *l, size_t at) {
  struct line *tail;
  if (at > l->length || !(tail = malloc(sizeof *tail)))
    return NULL;
  tail->length = l->length - at;
  l->length = at;
  tail->prev = l;
  tail->next = l->next;
  if (tail->next)
    tail->next->prev = tail;
  l->next = tail;
  return tail;
}

/* Joins a line with the one after it. */
int join_line(struct line *l) {
  struct line *next = l->next;
  if (next == NULL)
    return 0;
  l->length += next->length;
  l->next = next->next;
  if (l->next != NULL)
    l->next->prev = l;
  free(next);
  return 1;
}
