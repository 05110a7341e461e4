/* The tokens of a `.gcl` text, all at once: the parser looks ahead as it likes. */
#ifndef HEAPABS_GCL_LEX_H
#define HEAPABS_GCL_LEX_H

#include "arena.h"
#include "text.h"
#include <stdbool.h>
#include <stdint.h>

enum ha_token_kind {
  HA_TOKEN_END,
  HA_TOKEN_WORD,   /* a name or keyword; `havoc-field` is one word */
  HA_TOKEN_QUOTED, /* "…", with \" \\ \n \xHH */
  HA_TOKEN_NUMBER, /* decimal, no sign */
  HA_TOKEN_SIGN    /* operators and punctuation; `+s` is one sign */
};

struct ha_token {
  enum ha_token_kind kind;
  unsigned line, column; /* from 1; columns in bytes */
  const char *text;      /* WORD, SIGN as written; QUOTED: the bytes meant */
  size_t len;
  uint64_t number;
  bool spaced;    /* after white space: `a * b` multiplies, `node*` points */
  uint32_t match; /* of `(`: the token of its `)`, 0 if there is none */
};

struct ha_tokens {
  HA_VEC(struct ha_token) tokens; /* the last one is END */
};

/* False on a character or literal that is none, then *error says where and why. */
bool ha_lex(struct ha_arena *arena, const char *text, struct ha_tokens *tokens,
            struct ha_text_error *error);

#endif
