/* The tokens of a formula.  A word is a C identifier; the dots of `push.x` are signs
 * here and put together where names are looked up. */
#include "../gcl/arena.h"
#include "formula_syntax.h"
#include <string.h>

static const char *const signs[] = {
    "<==>", "==>", "&&", "||", "==", "!=", "<=", ">=", "->", ":=", "::", "<", ">", "!",
    "+",    "-",   "*",  "&",  "(",  ")",  "{",  "}",  "[",  "]",  ",",  ".", ":", "=",
};

struct lexer {
  struct ha_arena *arena;
  const char *at, *line_start;
  unsigned line;
  bool spaced;
  struct ha_marks *marks;
  struct ha_text_error *error;
};

static bool fail(struct lexer *l, const char *where, const char *message) {
  *l->error =
      (struct ha_text_error){l->line, (unsigned)(where - l->line_start) + 1, message};
  return false;
}

static void skip_blanks(struct lexer *l) {
  l->spaced = false;
  for (; *l->at && strchr(" \t\r\n\v\f\\", *l->at); l->at++) {
    l->spaced = true;
    if (*l->at == '\n') {
      l->line++;
      l->line_start = l->at + 1;
    }
  }
}

static void push(struct lexer *l, enum ha_mark_kind kind, const char *text,
                 uint64_t number) {
  unsigned column = (unsigned)(l->at - l->line_start) + 1;
  HA_PUSH(l->arena, *l->marks,
          (struct ha_mark){kind, l->line, column, text, number, l->spaced});
}

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         (unsigned char)c >= 0x80;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool lex_word(struct lexer *l) {
  size_t len = 1;
  while (is_letter(l->at[len]) || is_digit(l->at[len]))
    len++;
  push(l, HA_MARK_WORD, ha_arena_strndup(l->arena, l->at, len), 0);
  l->at += len;
  return true;
}

static bool lex_quoted(struct lexer *l) {
  size_t len = strcspn(l->at + 1, "`\n");
  if (l->at[1 + len] != '`' || !len)
    return fail(l, l->at, "this name has no closing back quote");
  push(l, HA_MARK_QUOTED, ha_arena_strndup(l->arena, l->at + 1, len), 0);
  l->at += len + 2;
  return true;
}

static int digit_of(char c, unsigned base) {
  int d = -1;
  if (is_digit(c))
    d = c - '0';
  else if ((c | 32) >= 'a' && (c | 32) <= 'f')
    d = (c | 32) - 'a' + 10;
  return d < (int)base ? d : -1;
}

static bool lex_number(struct lexer *l) {
  bool hex = l->at[0] == '0' && (l->at[1] | 32) == 'x';
  unsigned base = hex ? 16 : 10;
  size_t len = hex ? 2 : 0;
  uint64_t value = 0;
  for (int d; (d = digit_of(l->at[len], base)) >= 0; len++)
    if (__builtin_mul_overflow(value, base, &value) ||
        __builtin_add_overflow(value, (uint64_t)d, &value))
      return fail(l, l->at, "this number does not fit into 64 bits");
  if (is_letter(l->at[len]) || is_digit(l->at[len]) || (hex && len == 2))
    return fail(l, l->at + len, "this is no number");
  push(l, HA_MARK_NUMBER, ha_arena_strndup(l->arena, l->at, len), value);
  l->at += len;
  return true;
}

static bool lex_sign(struct lexer *l) {
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (!strncmp(l->at, signs[i], strlen(signs[i]))) {
      push(l, HA_MARK_SIGN, signs[i], 0);
      l->at += strlen(signs[i]);
      return true;
    }
  return fail(l, l->at, "a character that begins nothing");
}

bool ha_formula_is_name(const char *text) {
  if (!is_letter(*text))
    return false;
  for (; *text; text++) {
    bool dot = *text == '.' && (is_letter(text[1]) || is_digit(text[1]));
    if (!is_letter(*text) && !is_digit(*text) && !dot)
      return false;
  }
  return true;
}

bool ha_formula_lex(struct ha_arena *arena, const char *text, struct ha_marks *marks,
                    struct ha_text_error *error) {
  struct lexer l = {arena, text, text, 1, false, marks, error};
  for (skip_blanks(&l); *l.at; skip_blanks(&l)) {
    bool fine = is_letter(*l.at)  ? lex_word(&l)
                : is_digit(*l.at) ? lex_number(&l)
                : *l.at == '`'    ? lex_quoted(&l)
                                  : lex_sign(&l);
    if (!fine)
      return false;
  }
  push(&l, HA_MARK_END, "the end of the formula", 0);
  return true;
}
