/* Syntax colours for C, token by token.
 *
 * Not a parser: enough to tell words, numbers, strings, comments and directives apart,
 * in any text at all.  The state carries comments and directives over line ends. */
#ifndef HEAPABS_REPORT_COLOUR_H
#define HEAPABS_REPORT_COLOUR_H

#include <stdbool.h>
#include <stddef.h>

struct ha_colour {
  bool comment;   /* inside a comment that began on an earlier line */
  bool directive; /* a directive whose line ended with a backslash */
};

struct ha_token {
  size_t length;
  const char *colour; /* a class of assets/source.css; "" for plain text */
};

/* Sets the state up for a line; `line` is `length` bytes without its end. */
void ha_colour_line(struct ha_colour *state, const char *line, size_t length);
/* The token at `at`, which is before the end of the line. */
struct ha_token ha_colour_next(struct ha_colour *state, const char *at, size_t left);

#endif
