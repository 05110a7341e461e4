/* Inside the parser: what its files share.
 *
 * Recursive descent over the tokens.  The first mistake is recorded and the position
 * jumps to the end, so every loop ends and no caller has to look: after a failure
 * functions return 0 and what they return is not used. */
#ifndef HEAPABS_GCL_PARSER_H
#define HEAPABS_GCL_PARSER_H

#include "gcl.h"
#include "lex.h"
#include "names.h"

/* `goto n`, before all locations are known. */
struct goal {
  ha_loc loc;
  uint32_t token;
};

struct parser {
  struct ha_arena *arena;
  struct ha_program *p;
  struct ha_token *tokens;
  uint32_t at, end; /* `end` is the END token */
  struct ha_text_error *error;
  bool failed;
  unsigned depth;   /* of nested expressions */
  const char *file; /* of positions that name none */
  struct ha_names vars, objs, poss;
  HA_VEC(ha_type) anonymous; /* $1 is at 0 */
  unsigned anonymous_seen;   /* declarations of these so far */
  HA_VEC(struct goal) goals;
};

/* Tokens. */
void ha_parser_fail_at(struct parser *ps, uint32_t token, const char *message);
void ha_parser_fail(struct parser *ps, const char *message); /* at this token */
const struct ha_token *ha_parser_peek(const struct parser *ps, unsigned ahead);
bool ha_parser_sees(const struct parser *ps, const char *word_or_sign);
bool ha_parser_sees_ahead(const struct parser *ps, unsigned ahead, const char *what);
bool ha_parser_accept(struct parser *ps, const char *word_or_sign);
void ha_parser_expect(struct parser *ps, const char *word_or_sign);
uint64_t ha_parser_number(struct parser *ps, uint64_t max, const char *what);
const char *ha_parser_name(struct parser *ps,
                           const char *what);                 /* "" if there is none */
const char *ha_parser_string(struct parser *ps, size_t *len); /* len may be NULL */
bool ha_parser_sees_name(const struct parser *ps, unsigned ahead);
/* The row of `texts` that stands here as a word; fails and returns 0 otherwise. */
unsigned ha_parser_one_of(struct parser *ps, const char *const *texts, unsigned count,
                          const char *what);

/* Types. */
ha_type ha_parser_type(struct parser *ps);
void ha_parser_declare_records(struct parser *ps); /* all, by name; does not move */
void ha_parser_record(struct parser *ps);
/* What follows `->` of a base of this type, or stands inside container(…). */
ha_field ha_parser_selection(struct parser *ps, ha_type base);
ha_field ha_parser_qualified_field(struct parser *ps);

/* Expressions and commands. */
ha_expr ha_parser_expr(struct parser *ps, ha_type wanted);
/* A variable or `(expr)` before `->`. */
ha_expr ha_parser_base(struct parser *ps);
ha_var ha_parser_var(struct parser *ps);
ha_pos ha_parser_pos(struct parser *ps); /* an optional ` at …` */
void ha_parser_cmd(struct parser *ps);

#endif
