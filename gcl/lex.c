/* One pass over the text.  A word may contain `-` before a letter (`null-deref`); the
 * arrow of `p->next` is none of these.  A sign that ends in a letter (`<u`) is one only
 * after an operand and if the word ends there: `x *s y` multiplies, `x := *s` reads. */
#include "lex.h"
#include "words.h"
#include <string.h>

static const char *const signs[] = {
#define ATOM(text) NULL,
#define PRE(text) text,
#define INFIX(text) text,
#define CALL(text) NULL,
#define CAST(text) NULL,
#define HA_EXPR(name, text, arity, form) form(text)
#include "expr_op.def"
#undef HA_EXPR
    ":=", "::", "->", "(", ")", "{", "}", "[", "]",
    ",",  ";",  ":",  "@", "?", "#", "$", "=", "<",
};

struct lexer {
  struct ha_arena *arena;
  const char *at, *line_start;
  unsigned line;
  bool spaced;
  struct ha_tokens *tokens;
  struct ha_text_error *error;
};

static bool fail(struct lexer *l, const char *where, const char *message) {
  l->error->line = l->line;
  l->error->column = (unsigned)(where - l->line_start) + 1;
  l->error->message = message;
  return false;
}

static void skip_blanks(struct lexer *l) {
  l->spaced = false;
  for (;; l->spaced = true) {
    if (l->at[0] == '/' && l->at[1] == '/')
      l->at += strcspn(l->at, "\n");
    else if (*l->at == '\n') {
      l->line++;
      l->line_start = ++l->at;
    } else if (*l->at == ' ' || *l->at == '\t' || *l->at == '\r')
      l->at++;
    else
      return;
  }
}

static struct ha_token *push(struct lexer *l, enum ha_token_kind kind, size_t len) {
  struct ha_token token = {.kind = kind,
                           .line = l->line,
                           .column = (unsigned)(l->at - l->line_start) + 1,
                           .len = len,
                           .spaced = l->spaced};
  HA_PUSH(l->arena, l->tokens->tokens, token);
  return &l->tokens->tokens.at[l->tokens->tokens.count - 1];
}

static void lex_word(struct lexer *l) {
  size_t len = 1;
  while (ha_word_goes_on(l->at[len]) ||
         (l->at[len] == '-' && ha_word_starts(l->at[len + 1])))
    len++;
  push(l, HA_TOKEN_WORD, len)->text = ha_arena_strndup(l->arena, l->at, len);
  l->at += len;
}

static bool lex_number(struct lexer *l) {
  uint64_t value = 0;
  size_t len = 0;
  for (; l->at[len] >= '0' && l->at[len] <= '9'; len++)
    if (__builtin_mul_overflow(value, 10, &value) ||
        __builtin_add_overflow(value, (uint64_t)(l->at[len] - '0'), &value))
      return fail(l, l->at, "this number does not fit into 64 bits");
  if (ha_word_goes_on(l->at[len]))
    return fail(l, l->at + len, "a number ends in a letter");
  struct ha_token *token = push(l, HA_TOKEN_NUMBER, len);
  token->number = value;
  token->text = ha_arena_strndup(l->arena, l->at, len);
  l->at += len;
  return true;
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* One byte of a literal from *from, which moves on; -1 for a bad escape. */
static int lex_byte(const char **from) {
  const char *c = *from;
  if (*c != '\\') {
    *from += 1;
    return (unsigned char)*c;
  }
  if (c[1] == 'x' && hex_digit(c[2]) >= 0 && hex_digit(c[3]) >= 0) {
    *from += 4;
    return 16 * hex_digit(c[2]) + hex_digit(c[3]);
  }
  *from += 2;
  if (c[1] == 'n')
    return '\n';
  return c[1] == '"' || c[1] == '\\' ? c[1] : -1;
}

static bool lex_quoted(struct lexer *l) {
  const char *end = l->at + 1;
  while (*end && *end != '"' && *end != '\n')
    end += *end == '\\' && end[1] && end[1] != '\n' ? 2 : 1;
  if (*end != '"')
    return fail(l, l->at, "this string does not end on its line");
  char *bytes = ha_arena_alloc(l->arena, (size_t)(end - l->at));
  size_t len = 0;
  for (const char *c = l->at + 1; c < end;) {
    const char *start = c;
    int byte = lex_byte(&c);
    if (byte < 0)
      return fail(l, start, "unknown escape; there are \\\" \\\\ \\n \\xHH");
    bytes[len++] = (char)byte;
  }
  push(l, HA_TOKEN_QUOTED, len)->text = bytes;
  l->at = end + 1;
  return true;
}

/* Has an operand just ended, so that an infix operator may follow? */
static bool is_after_operand(const struct lexer *l) {
  if (!l->tokens->tokens.count)
    return false;
  const struct ha_token *last = &l->tokens->tokens.at[l->tokens->tokens.count - 1];
  if (last->kind == HA_TOKEN_SIGN)
    return strchr(")]*", *last->text) != NULL;
  return last->kind != HA_TOKEN_WORD || strcmp(last->text, "havoc-field") != 0;
}

static bool matches(const struct lexer *l, const char *sign) {
  size_t len = strlen(sign);
  if (strncmp(l->at, sign, len) != 0)
    return false;
  return !ha_word_starts(sign[len - 1]) ||
         (!ha_word_goes_on(l->at[len]) && is_after_operand(l));
}

static bool lex_sign(struct lexer *l) {
  const char *best = "";
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (signs[i] && strlen(signs[i]) > strlen(best) && matches(l, signs[i]))
      best = signs[i];
  if (!*best)
    return fail(l, l->at, "a character that begins nothing");
  push(l, HA_TOKEN_SIGN, strlen(best))->text = best;
  l->at += strlen(best);
  return true;
}

static bool lex_one(struct lexer *l) {
  if (ha_word_starts(*l->at))
    return lex_word(l), true;
  if (*l->at >= '0' && *l->at <= '9')
    return lex_number(l);
  return *l->at == '"' ? lex_quoted(l) : lex_sign(l);
}

static void match_parentheses(struct lexer *l) {
  struct ha_token *tokens = l->tokens->tokens.at;
  uint32_t *open = ha_arena_alloc(l->arena, l->tokens->tokens.count * sizeof *open);
  unsigned depth = 0;
  for (uint32_t i = 0; i < l->tokens->tokens.count; i++) {
    if (tokens[i].kind != HA_TOKEN_SIGN)
      continue;
    if (*tokens[i].text == '(')
      open[depth++] = i;
    else if (*tokens[i].text == ')' && depth)
      tokens[open[--depth]].match = i;
  }
}

bool ha_lex(struct ha_arena *arena, const char *text, struct ha_tokens *tokens,
            struct ha_text_error *error) {
  struct lexer l = {.arena = arena,
                    .at = text,
                    .line_start = text,
                    .line = 1,
                    .tokens = tokens,
                    .error = error};
  for (skip_blanks(&l); *l.at; skip_blanks(&l))
    if (!lex_one(&l))
      return false;
  push(&l, HA_TOKEN_END, 0)->text = "the end";
  match_parentheses(&l);
  return true;
}
