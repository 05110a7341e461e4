/* Telling tokens apart. */
#include "colour.h"
#include <ctype.h>
#include <string.h>

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Sorted by nothing: few, and looked at once per word. */
static const char *const keywords[] = {
    "break",
    "case",
    "continue",
    "default",
    "do",
    "else",
    "for",
    "goto",
    "if",
    "return",
    "sizeof",
    "switch",
    "while",
    "asm",
    "typeof",
    "__typeof__",
    "_Alignof",
    "_Generic",
    "_Static_assert",
    "static_assert",
    "__attribute__",
    "NULL",
    "nullptr",
    "true",
    "false",
};
static const char *const types[] = {
    "auto",      "char",     "const",    "double",   "enum",       "extern",
    "float",     "inline",   "int",      "long",     "register",   "restrict",
    "short",     "signed",   "static",   "struct",   "typedef",    "union",
    "unsigned",  "void",     "volatile", "bool",     "_Bool",      "_Atomic",
    "_Noreturn", "_Alignas", "_Complex", "__inline", "__restrict", "__extension__",
};

static bool among(const char *const *words, size_t count, const char *word, size_t n) {
  for (size_t i = 0; i < count; i++)
    if (strlen(words[i]) == n && !memcmp(words[i], word, n))
      return true;
  return false;
}

static const char *word_colour(const char *word, size_t length, size_t left) {
  if (among(keywords, sizeof keywords / sizeof *keywords, word, length))
    return "k";
  if (among(types, sizeof types / sizeof *types, word, length))
    return "t";
  if (length > 2 && !memcmp(word + length - 2, "_t", 2))
    return "t";
  while (length < left && word[length] == ' ')
    length++;
  return length < left && word[length] == '(' ? "f" : "";
}

static size_t word_length(const char *at, size_t left) {
  size_t length = 1;
  while (length < left && is_word(at[length]))
    length++;
  return length;
}

/* Numbers take their suffixes and exponents along: 0x1p-3, 1e+9UL. */
static size_t number_length(const char *at, size_t left) {
  size_t length = 1;
  while (length < left &&
         (is_word(at[length]) || at[length] == '.' ||
          ((at[length] == '+' || at[length] == '-') && strchr("eEpP", at[length - 1]))))
    length++;
  return length;
}

/* To the closing quote, or to the line's end if there is none. */
static size_t quoted_length(const char *at, size_t left) {
  size_t length = 1;
  while (length < left && at[length] != *at)
    length += at[length] == '\\' && length + 1 < left ? 2 : 1;
  return length < left ? length + 1 : left;
}

static size_t comment_length(struct ha_colour *state, const char *at, size_t left,
                             size_t length) {
  state->comment = true;
  for (; length + 1 < left; length++)
    if (at[length] == '*' && at[length + 1] == '/') {
      state->comment = false;
      return length + 2;
    }
  return left;
}

void ha_colour_line(struct ha_colour *state, const char *line, size_t length) {
  size_t start = 0;
  while (start < length && isspace((unsigned char)line[start]))
    start++;
  if (!state->comment && start < length && line[start] == '#')
    state->directive = true;
  else if (!length) /* no token will end it */
    state->directive = false;
}

/* A directive is one colour up to a comment in it. */
static struct ha_token directive(const char *at, size_t left) {
  size_t length = 1;
  while (length < left && !(at[length] == '/' && length + 1 < left &&
                            (at[length + 1] == '/' || at[length + 1] == '*')))
    length++;
  return (struct ha_token){length, "p"};
}

static struct ha_token plain(const char *at, size_t left) {
  if (isdigit((unsigned char)*at))
    return (struct ha_token){number_length(at, left), "n"};
  if (*at == '"' || *at == '\'')
    return (struct ha_token){quoted_length(at, left), "s"};
  if (is_word(*at)) {
    size_t length = word_length(at, left);
    return (struct ha_token){length, word_colour(at, length, left)};
  }
  size_t length = 1;
  while (length < left && ((unsigned char)at[length] & 0xc0) == 0x80)
    length++;
  return (struct ha_token){length, ""};
}

struct ha_token ha_colour_next(struct ha_colour *state, const char *at, size_t left) {
  struct ha_token token;
  if (state->comment)
    token = (struct ha_token){comment_length(state, at, left, 0), "c"};
  else if (left > 1 && at[0] == '/' && at[1] == '/')
    token = (struct ha_token){left, "c"};
  else if (left > 1 && at[0] == '/' && at[1] == '*')
    token = (struct ha_token){comment_length(state, at, left, 2), "c"};
  else
    token = state->directive ? directive(at, left) : plain(at, left);
  if (token.length == left) /* at the line's end: does a directive go on? */
    state->directive = state->directive && at[left - 1] == '\\';
  return token;
}
