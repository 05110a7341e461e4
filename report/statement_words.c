/* Formulas in words. */
#include "statement.h"
#include <string.h>

static const char *say(struct ha_arena *arena, const struct ha_statement *formula);

static bool is_name(const struct ha_statement *formula, const char *name) {
  return formula->kind == HA_STATEMENT_NAME && !strcmp(formula->text, name);
}

static bool is_call(const struct ha_statement *formula, const char *name,
                    unsigned parts) {
  return formula->kind == HA_STATEMENT_CALL && !strcmp(formula->text, name) &&
         formula->parts.count == parts;
}

static const struct ha_statement *part(const struct ha_statement *formula,
                                       unsigned index) {
  return formula->parts.at[index];
}

/* ---- terms ---- */

/* "'next'", "'left' and 'right'": the fields before the last `rest` arguments. */
static const char *say_fields(struct ha_arena *arena, const struct ha_statement *call,
                              unsigned rest) {
  const char *said = "";
  for (unsigned i = 0; i + rest < call->parts.count; i++)
    said = ha_arena_printf(arena, "%s%s'%s'", said, i ? " and " : "",
                           part(call, i)->source);
  return said;
}

static const char *term(struct ha_arena *arena, const struct ha_statement *formula) {
  unsigned count = formula->parts.count;
  if (is_name(formula, "null"))
    return "null";
  if (is_name(formula, "result"))
    return "the result";
  if (is_call(formula, "len", 2))
    return ha_arena_printf(arena, "the number of nodes from %s along %s",
                           term(arena, part(formula, 1)),
                           say_fields(arena, formula, 1));
  if (formula->kind == HA_STATEMENT_CALL && count > 1 &&
      !strcmp(formula->text, "content"))
    return ha_arena_printf(arena, "the nodes from %s along %s",
                           term(arena, part(formula, count - 1)),
                           say_fields(arena, formula, 1));
  if (is_call(formula, "old", 1))
    return ha_arena_printf(arena, "%s at the entry", term(arena, part(formula, 0)));
  return ha_arena_printf(arena, "'%s'", formula->source);
}

/* ---- predicates: a sentence with %0, %1 … for the arguments and %f for the fields
 * ---- */

static const struct {
  const char *name;
  unsigned parts, rest; /* how many arguments; how many of them are no fields */
  const char *words;
} predicates[] = {
    {"alloc", 1, 1, "%0 points to live memory"},
    {"list", 2, 1, "%1 heads a list along %f that ends in null"},
    {"lseg", 3, 2, "a list along %f leads from %1 to %2"},
    {"ring", 2, 1, "%1 is on a ring along %f"},
    {"dlist", 3, 1, "%2 heads a doubly linked list along %f"},
    {"dlseg", 4, 2, "a doubly linked list along %f leads from %2 to %3"},
    {"dring", 3, 1, "%2 is on a doubly linked ring along %f"},
    {"tree", 3, 1, "%2 is the root of a tree along %f"},
    {"parent", 4, 1, "%3 is the root of a tree along %f, the last leading back up"},
    {"threaded", 4, 1, "%3 is the root of a tree whose nodes are threaded, along %f"},
    {"acyclic", 2, 1, "%f leads from %1 to null without a cycle"},
    {"reach", 3, 2, "%2 is reached from %1 along %f"},
    {"sorted", 4, 2, "from %2 to %3 the values do not fall, along %f"},
    {"unshared", 1, 0, "no two nodes have the same %f"},
    {"root", 2, 1, "no node's %f is %1"},
    {"disjoint", 2, 2, "%0 and %1 have nothing in common"},
};

static const char *fill(struct ha_arena *arena, const char *words, unsigned rest,
                        const struct ha_statement *call) {
  const char *said = "";
  for (const char *at = words; *at;) {
    size_t plain = strcspn(at, "%");
    said = ha_arena_printf(arena, "%s%.*s", said, (int)plain, at);
    at += plain;
    if (!*at)
      break;
    const char *argument = at[1] == 'f'
                               ? say_fields(arena, call, rest)
                               : term(arena, part(call, (unsigned)(at[1] - '0')));
    said = ha_arena_printf(arena, "%s%s", said, argument);
    at += 2;
  }
  return said;
}

static const char *say_call(struct ha_arena *arena, const struct ha_statement *call) {
  for (unsigned i = 0; i < sizeof predicates / sizeof *predicates; i++)
    if (is_call(call, predicates[i].name, predicates[i].parts))
      return fill(arena, predicates[i].words, predicates[i].rest, call);
  return term(arena, call);
}

/* ---- relations and connectives ---- */

static const char *operator_words(const char *symbol) {
  static const char *const words[][2] = {
      {"==", "equals"},     {"!=", "differs from"}, {"<", "is less than"},
      {"<=", "is at most"}, {">", "is more than"},  {">=", "is at least"},
      {"in", "is one of"},
  };
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(words[i][0], symbol))
      return words[i][1];
  return symbol;
}

static const char *say_relation(struct ha_arena *arena, const struct ha_statement *f) {
  const struct ha_statement *left = part(f, 0), *right = part(f, 1);
  if (!strcmp(f->text, "in") && is_call(right, "alloc", 1))
    return ha_arena_printf(arena, "%s is a live %s", term(arena, left),
                           term(arena, part(right, 0)));
  if (!strcmp(f->text, "in") && is_name(right, "heap"))
    return ha_arena_printf(arena, "%s is on the heap", term(arena, left));
  const char *words = operator_words(f->text);
  if (is_name(right, "null") && !strcmp(f->text, "=="))
    words = "is";
  if (is_name(right, "null") && !strcmp(f->text, "!="))
    words = "is not";
  return ha_arena_printf(arena, "%s %s %s", term(arena, left), words,
                         term(arena, right));
}

static const char *join(struct ha_arena *arena, const struct ha_statement *formula,
                        const char *between) {
  const char *said = "";
  for (unsigned i = 0; i < formula->parts.count; i++)
    said = ha_arena_printf(arena, "%s%s%s", said, i ? between : "",
                           say(arena, part(formula, i)));
  return said;
}

static const char *say_quantifier(struct ha_arena *arena,
                                  const struct ha_statement *f) {
  bool all = !strncmp(f->text, "forall", 6);
  const char *bound = f->text + 7;
  bound += strncmp(bound, "any ", 4) ? 0 : 4;
  return ha_arena_printf(arena, all ? "for every %s: %s" : "for some %s: %s", bound,
                         say(arena, part(f, 0)));
}

static const char *say(struct ha_arena *arena, const struct ha_statement *formula) {
  switch (formula->kind) {
  case HA_STATEMENT_CALL:
    return say_call(arena, formula);
  case HA_STATEMENT_BINARY:
    return say_relation(arena, formula);
  case HA_STATEMENT_NOT:
    return ha_arena_printf(arena, "it is not so that %s", say(arena, part(formula, 0)));
  case HA_STATEMENT_AND:
    return join(arena, formula, " and ");
  case HA_STATEMENT_OR:
    if (ha_statement_maybe(formula))
      return ha_arena_printf(arena, "%s is null or points to live memory",
                             term(arena, ha_statement_maybe(formula)));
    return ha_arena_printf(arena, "either %s", join(arena, formula, ", or "));
  case HA_STATEMENT_IMPLIES:
    return ha_arena_printf(arena, "if %s, then %s", say(arena, part(formula, 0)),
                           say(arena, part(formula, 1)));
  case HA_STATEMENT_QUANTIFIER:
    return say_quantifier(arena, formula);
  default:
    if (is_name(formula, "true"))
      return "nothing in particular";
    return term(arena, formula);
  }
}

const char *ha_statement_words(struct ha_arena *arena, const char *text) {
  const struct ha_statement *formula = ha_statement_parse(arena, text);
  return formula ? say(arena, formula) : text;
}
