/* Reading formulas: recursive descent, weakest symbol first. */
#include "statement.h"
#include <ctype.h>
#include <string.h>

/* Formulas nest as deep as people and engines write them; deeper is not for showing. */
enum { DEEPEST = 100 };

struct reader {
  struct ha_arena *arena;
  const char *at;
  bool failed;
  unsigned depth;
};

static struct ha_statement *read_formula(struct reader *reader);

/* True if there is room for one level more; each call has its leave(). */
static bool enter(struct reader *reader) {
  if (reader->depth++ >= DEEPEST)
    reader->failed = true;
  return !reader->failed;
}

static void leave(struct reader *reader) { reader->depth--; }

static void skip_space(struct reader *reader) {
  while (isspace((unsigned char)*reader->at))
    reader->at++;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool take(struct reader *reader, const char *symbol) {
  skip_space(reader);
  size_t length = strlen(symbol);
  if (strncmp(reader->at, symbol, length))
    return false;
  if (is_word(*symbol) && is_word(reader->at[length]))
    return false;
  reader->at += length;
  return true;
}

static void need(struct reader *reader, const char *symbol) {
  if (!take(reader, symbol))
    reader->failed = true;
}

/* A name; between backquotes it may be anything. */
static const char *take_word(struct reader *reader) {
  skip_space(reader);
  const char *start = reader->at;
  if (*start == '`') {
    size_t length = strcspn(start + 1, "`");
    reader->at += length + 1;
    need(reader, "`");
    return ha_arena_strndup(reader->arena, start + 1, length);
  }
  while (is_word(*reader->at))
    reader->at++;
  if (reader->at == start)
    reader->failed = true;
  return ha_arena_strndup(reader->arena, start, (size_t)(reader->at - start));
}

static struct ha_statement *make(struct reader *reader, enum ha_statement_kind kind,
                                 const char *text, struct ha_statement *part) {
  struct ha_statement *formula = ha_arena_alloc(reader->arena, sizeof *formula);
  formula->kind = kind;
  formula->text = text;
  if (part)
    HA_PUSH(reader->arena, formula->parts, part);
  return formula;
}

/* Sets the piece of text between `start` and here, without the space around it. */
static struct ha_statement *from(struct reader *reader, struct ha_statement *formula,
                                 const char *start) {
  while (isspace((unsigned char)*start))
    start++;
  const char *end = reader->at;
  while (end > start && isspace((unsigned char)end[-1]))
    end--;
  formula->source = ha_arena_strndup(reader->arena, start, (size_t)(end - start));
  return formula;
}

static void read_list(struct reader *reader, struct ha_statement *into,
                      const char *close) {
  if (take(reader, close))
    return;
  do
    HA_PUSH(reader->arena, into->parts, read_formula(reader));
  while (!reader->failed && take(reader, ","));
  need(reader, close);
}

/* A type as an argument: `struct node`. */
static const char *take_tag(struct reader *reader, const char *word) {
  skip_space(reader);
  bool tagged = !strcmp(word, "struct") || !strcmp(word, "union");
  if (!tagged || !is_word(*reader->at))
    return word;
  return ha_arena_printf(reader->arena, "%s %s", word, take_word(reader));
}

static struct ha_statement *read_primary(struct reader *reader) {
  if (take(reader, "(")) {
    struct ha_statement *inner = read_formula(reader);
    need(reader, ")");
    return inner;
  }
  if (take(reader, "{")) {
    struct ha_statement *set = make(reader, HA_STATEMENT_SET, "{}", NULL);
    read_list(reader, set, "}");
    return set;
  }
  if (take(reader, "*")) { /* the contents of a pointer to a scalar */
    const char *start = reader->at;
    struct ha_statement *base = make(reader, HA_STATEMENT_NAME, "", NULL);
    if (enter(reader))
      base = from(reader, read_primary(reader), start);
    leave(reader);
    return make(reader, HA_STATEMENT_FIELD, "*", base);
  }
  bool negative = take(reader, "-");
  bool address = take(reader, "&");
  const char *word = take_tag(reader, take_word(reader));
  if (address) /* of a local or global: shown, not followed */
    return make(reader, HA_STATEMENT_MEMBER, "&",
                make(reader, HA_STATEMENT_NAME, word, NULL));
  if (negative)
    word = ha_arena_printf(reader->arena, "-%s", word);
  if (reader->failed || !take(reader, "("))
    return make(reader, HA_STATEMENT_NAME, word, NULL);
  struct ha_statement *call = make(reader, HA_STATEMENT_CALL, word, NULL);
  read_list(reader, call, ")");
  return call;
}

/* Names of inlined and split variables have dots in them: `g.x`, `p.2`. */
static const char *dotted(struct reader *reader, const char *name) {
  return ha_arena_printf(reader->arena, "%s.%s", name, take_word(reader));
}

static struct ha_statement *read_postfix(struct reader *reader) {
  const char *start = reader->at;
  struct ha_statement *left = from(reader, read_primary(reader), start);
  while (!reader->failed) {
    if (take(reader, "->"))
      left = make(reader, HA_STATEMENT_FIELD, take_word(reader), left);
    else if (take(reader, "."))
      left = left->kind == HA_STATEMENT_NAME
                 ? make(reader, HA_STATEMENT_NAME, dotted(reader, left->text), NULL)
                 : make(reader, HA_STATEMENT_MEMBER, take_word(reader), left);
    else if (take(reader, "[")) {
      left = make(reader, HA_STATEMENT_INDEX, "[]", left);
      HA_PUSH(reader->arena, left->parts, read_formula(reader));
      need(reader, "]");
    } else
      break;
    from(reader, left, start);
  }
  return left;
}

/* One level of operators that group to the left. */
static const char *take_operator(struct reader *reader, const char *const *operators) {
  for (; *operators; operators++)
    if (take(reader, *operators))
      return *operators;
  return NULL;
}

static struct ha_statement *read_sum(struct reader *reader) {
  static const char *const operators[] = {"+", "*", "-", NULL};
  const char *start = reader->at, *symbol;
  struct ha_statement *left = read_postfix(reader);
  /* "->" was taken before, so a minus is one */
  while (!reader->failed && (symbol = take_operator(reader, operators))) {
    left = make(reader, HA_STATEMENT_BINARY, symbol, left);
    HA_PUSH(reader->arena, left->parts, read_postfix(reader));
    from(reader, left, start);
  }
  return left;
}

static struct ha_statement *read_relation(struct reader *reader) {
  static const char *const operators[] = {"==", "!=", "<=", ">=", "<", ">", "in", NULL};
  skip_space(reader);
  const char *start = reader->at;
  struct ha_statement *left = read_sum(reader);
  skip_space(reader);
  if (reader->failed || !strncmp(reader->at, "==>", 3))
    return left;
  const char *symbol = take_operator(reader, operators);
  if (!symbol)
    return left;
  left = make(reader, HA_STATEMENT_BINARY, symbol, left);
  HA_PUSH(reader->arena, left->parts, read_sum(reader));
  return from(reader, left, start);
}

static struct ha_statement *read_quantifier(struct reader *reader, const char *word) {
  skip_space(reader);
  size_t length = strcspn(reader->at, ".");
  const char *bound =
      ha_arena_printf(reader->arena, "%s %.*s", word, (int)length, reader->at);
  reader->at += length;
  need(reader, ".");
  return make(reader, HA_STATEMENT_QUANTIFIER, bound, read_formula(reader));
}

static struct ha_statement *read_negation(struct reader *reader) {
  skip_space(reader);
  const char *start = reader->at;
  struct ha_statement *formula;
  if (take(reader, "!")) {
    formula = make(reader, HA_STATEMENT_NOT, "!", NULL);
    if (enter(reader))
      HA_PUSH(reader->arena, formula->parts, read_negation(reader));
    leave(reader);
  } else if (take(reader, "forall"))
    formula = read_quantifier(reader, "forall");
  else if (take(reader, "exists"))
    formula = read_quantifier(reader, "exists");
  else
    return read_relation(reader);
  return from(reader, formula, start);
}

static struct ha_statement *read_chain(struct reader *reader,
                                       enum ha_statement_kind kind, const char *symbol,
                                       struct ha_statement *(*next)(struct reader *)) {
  skip_space(reader);
  const char *start = reader->at;
  struct ha_statement *first = next(reader), *chain = NULL;
  while (!reader->failed && take(reader, symbol)) {
    chain = chain ? chain : make(reader, kind, symbol, first);
    HA_PUSH(reader->arena, chain->parts, next(reader));
  }
  return chain ? from(reader, chain, start) : first;
}

static struct ha_statement *read_and(struct reader *reader) {
  return read_chain(reader, HA_STATEMENT_AND, "&&", read_negation);
}

static struct ha_statement *read_or(struct reader *reader) {
  return read_chain(reader, HA_STATEMENT_OR, "||", read_and);
}

static struct ha_statement *read_formula(struct reader *reader) {
  skip_space(reader);
  const char *start = reader->at;
  struct ha_statement *left =
      enter(reader) ? read_or(reader) : make(reader, HA_STATEMENT_NAME, "", NULL);
  if (!reader->failed && take(reader, "==>")) {
    left = make(reader, HA_STATEMENT_IMPLIES, "==>", left);
    HA_PUSH(reader->arena, left->parts, read_formula(reader));
    from(reader, left, start);
  }
  leave(reader);
  return left;
}

struct ha_statement *ha_statement_parse(struct ha_arena *arena, const char *text) {
  struct reader reader = {.arena = arena, .at = text};
  struct ha_statement *formula = read_formula(&reader);
  skip_space(&reader);
  return reader.failed || *reader.at ? NULL : formula;
}

static const struct ha_statement *
compared_with_null(const struct ha_statement *formula) {
  if (formula->kind != HA_STATEMENT_BINARY || strcmp(formula->text, "=="))
    return NULL;
  const struct ha_statement *right = formula->parts.at[1];
  bool null = right->kind == HA_STATEMENT_NAME && !strcmp(right->text, "null");
  return null ? formula->parts.at[0] : NULL;
}

/* `alloc(x)`, `x in alloc(struct node)`, `x in heap`: x; else NULL. */
static const struct ha_statement *said_live(const struct ha_statement *formula) {
  bool call = formula->kind == HA_STATEMENT_CALL && formula->parts.count == 1;
  if (call && !strcmp(formula->text, "alloc"))
    return formula->parts.at[0];
  if (formula->kind != HA_STATEMENT_BINARY || strcmp(formula->text, "in"))
    return NULL;
  const struct ha_statement *set = formula->parts.at[1];
  bool live = !strcmp(set->text, "alloc") || !strcmp(set->text, "heap");
  return live ? formula->parts.at[0] : NULL;
}

const struct ha_statement *ha_statement_maybe(const struct ha_statement *formula) {
  if (formula->kind != HA_STATEMENT_OR || formula->parts.count != 2)
    return NULL;
  for (unsigned i = 0; i < 2; i++) {
    const struct ha_statement *null = compared_with_null(formula->parts.at[i]);
    const struct ha_statement *live = said_live(formula->parts.at[1 - i]);
    if (null && live && !strcmp(null->source, live->source))
      return null;
  }
  return NULL;
}
