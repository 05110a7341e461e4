/* Enough of C's lexical rules to tell comments from strings: quotes, escapes, spliced
 * lines.  A quote that its line does not close ends with it, as in `#error don't`. */
#include "comments.h"
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

struct scanner {
  const struct ha_comment_reader *reader;
  const char *at, *end;
  unsigned line, code_line; /* code_line: the last one that was told */
};

static char peek(const struct scanner *s, size_t ahead) {
  return (size_t)(s->end - s->at) > ahead ? s->at[ahead] : '\0';
}

static void advance(struct scanner *s) { s->line += *s->at++ == '\n'; }

/* A backslash at the end of a line joins it with the next. */
static bool is_splice(const struct scanner *s) {
  return peek(s, 0) == '\\' && (peek(s, 1) == '\n' || peek(s, 1) == '\r');
}

static void tell(const struct scanner *s, const char *from) {
  s->reader->comment(s->reader->context, s->line, from, (size_t)(s->at - from));
}

static void line_comment(struct scanner *s) {
  const char *from = s->at;
  while (s->at < s->end && *s->at != '\n') {
    if (!is_splice(s)) {
      s->at++;
      continue;
    }
    tell(s, from);
    while (s->at < s->end && *s->at != '\n')
      s->at++;
    if (s->at < s->end)
      advance(s);
    from = s->at;
  }
  tell(s, from);
}

static void block_comment(struct scanner *s) {
  const char *from = s->at;
  s->at += 2;
  while (s->at < s->end && !(peek(s, 0) == '*' && peek(s, 1) == '/')) {
    if (*s->at == '\n') {
      tell(s, from);
      from = s->at + 1;
    }
    advance(s);
  }
  if (s->at < s->end)
    s->at += 2;
  tell(s, from);
}

static void literal(struct scanner *s) {
  char quote = *s->at++;
  while (s->at < s->end && *s->at != quote && *s->at != '\n') {
    if (*s->at == '\\' && s->at + 1 < s->end)
      advance(s);
    advance(s);
  }
  if (s->at < s->end && *s->at == quote)
    s->at++;
}

static void code(struct scanner *s) {
  if (s->line != s->code_line)
    s->reader->code(s->reader->context, s->line);
  s->code_line = s->line;
}

void ha_comments_read(const struct ha_comment_reader *reader, const char *text,
                      size_t length) {
  struct scanner s = {.reader = reader, .at = text, .end = text + length, .line = 1};
  while (s.at < s.end) {
    if (peek(&s, 0) == '/' && peek(&s, 1) == '/') {
      line_comment(&s);
    } else if (peek(&s, 0) == '/' && peek(&s, 1) == '*') {
      block_comment(&s);
    } else if (isspace((unsigned char)*s.at)) {
      advance(&s);
    } else if (*s.at == '"' || *s.at == '\'') {
      code(&s);
      literal(&s);
    } else {
      code(&s);
      advance(&s);
    }
  }
}
