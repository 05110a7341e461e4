/* Looking at tokens and complaining about them. */
#include "parser.h"
#include "words.h"
#include <string.h>

void ha_parser_fail_at(struct parser *ps, uint32_t token, const char *message) {
  if (!ps->failed) {
    ps->error->line = ps->tokens[token].line;
    ps->error->column = ps->tokens[token].column;
    ps->error->message = message;
  }
  ps->failed = true;
  ps->at = ps->end;
}

void ha_parser_fail(struct parser *ps, const char *message) {
  ha_parser_fail_at(ps, ps->at, message);
}

const struct ha_token *ha_parser_peek(const struct parser *ps, unsigned ahead) {
  return &ps->tokens[ahead < ps->end - ps->at ? ps->at + ahead : ps->end];
}

bool ha_parser_sees_ahead(const struct parser *ps, unsigned ahead, const char *what) {
  const struct ha_token *token = ha_parser_peek(ps, ahead);
  return (token->kind == HA_TOKEN_WORD || token->kind == HA_TOKEN_SIGN) &&
         strcmp(token->text, what) == 0;
}

bool ha_parser_sees(const struct parser *ps, const char *word_or_sign) {
  return ha_parser_sees_ahead(ps, 0, word_or_sign);
}

bool ha_parser_accept(struct parser *ps, const char *word_or_sign) {
  bool seen = ha_parser_sees(ps, word_or_sign);
  ps->at += seen;
  return seen;
}

static void fail_expecting(struct parser *ps, const char *what) {
  const struct ha_token *token = ha_parser_peek(ps, 0);
  const char *quote = token->kind == HA_TOKEN_END ? "" : "'";
  ha_parser_fail(ps, ha_arena_printf(ps->arena, "expected %s, found %s%.40s%s", what,
                                     quote, token->text, quote));
}

void ha_parser_expect(struct parser *ps, const char *word_or_sign) {
  if (!ha_parser_accept(ps, word_or_sign))
    fail_expecting(ps, ha_arena_printf(ps->arena, "'%s'", word_or_sign));
}

uint64_t ha_parser_number(struct parser *ps, uint64_t max, const char *what) {
  const struct ha_token *token = ha_parser_peek(ps, 0);
  if (token->kind != HA_TOKEN_NUMBER) {
    fail_expecting(ps, what);
    return 0;
  }
  if (token->number > max) {
    ha_parser_fail(ps, ha_arena_printf(ps->arena, "%s is too large", what));
    return 0;
  }
  ps->at++;
  return token->number;
}

/* A quoted name with a zero byte in it would not be the name it seems. */
static bool is_name(const struct ha_token *token) {
  return token->kind == HA_TOKEN_WORD ||
         (token->kind == HA_TOKEN_QUOTED && strlen(token->text) == token->len);
}

bool ha_parser_sees_name(const struct parser *ps, unsigned ahead) {
  return is_name(ha_parser_peek(ps, ahead));
}

const char *ha_parser_name(struct parser *ps, const char *what) {
  const struct ha_token *token = ha_parser_peek(ps, 0);
  if (!is_name(token)) {
    fail_expecting(ps, what);
    return "";
  }
  ps->at++;
  return token->text;
}

const char *ha_parser_string(struct parser *ps, size_t *len) {
  const struct ha_token *token = ha_parser_peek(ps, 0);
  if (token->kind != HA_TOKEN_QUOTED || (!len && !is_name(token))) {
    fail_expecting(ps, "a string");
    return "";
  }
  ps->at++;
  if (len)
    *len = token->len;
  return token->text;
}

unsigned ha_parser_one_of(struct parser *ps, const char *const *texts, unsigned count,
                          const char *what) {
  for (unsigned i = 0; i < count; i++)
    if (ha_parser_accept(ps, texts[i]))
      return i;
  fail_expecting(ps, what);
  return 0;
}
