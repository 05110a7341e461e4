/* Names, operators and quantifiers; sorts are checked on the way, and the first mistake
 * is the one that is told. */
#include "formula_check.h"
#include "../gcl/arena.h"
#include "formula_scope.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void ha_check_fail(struct ha_check_formula *c, const struct ha_syntax *at,
                   const char *format, ...) {
  if (c->failed)
    return;
  char message[256];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  c->failed = true;
  *c->error =
      (struct ha_text_error){at->line, at->column, ha_arena_strdup(c->arena, message)};
}

const char *ha_check_sort_name(enum ha_sort sort) {
  static const char *const names[] = {"nothing",   "a truth value",     "an integer",
                                      "a pointer", "a link field",      "a data field",
                                      "a set",     "a set of integers", "a multiset"};
  return names[sort];
}

static enum ha_sort sort_of(struct ha_check_formula *c, ha_term term) {
  return ha_term_get(c->terms, term)->sort;
}

static struct ha_meant value(ha_term term) { return (struct ha_meant){.term = term}; }

struct ha_meant ha_check_value(struct ha_check_formula *c, const struct ha_syntax *s,
                               enum ha_sort sort) {
  struct ha_meant m = ha_check_any(c, s);
  if (m.term && m.place)
    m = ha_check_load(c, s, m);
  if (!m.term || !sort || sort_of(c, m.term) == sort)
    return m;
  const char *hint = "";
  if (sort == HA_SORT_BOOL)
    hint = sort_of(c, m.term) == HA_SORT_OBJ   ? "; compare it with null"
           : sort_of(c, m.term) == HA_SORT_INT ? "; compare it with 0"
                                               : "";
  ha_check_fail(c, s, "this is %s, where %s is wanted%s",
                ha_check_sort_name(sort_of(c, m.term)), ha_check_sort_name(sort), hint);
  return value(0);
}

/* ---- names ---- */

ha_term ha_check_symbol(struct ha_check_formula *c, ha_symbol symbol) {
  return ha_sym(c->terms, c->old ? ha_vocab_old(c->vocab, symbol) : symbol);
}

static struct ha_meant bound(struct ha_check_formula *c, const char *name) {
  for (unsigned i = c->bound.count; i-- > 0;) {
    const struct ha_bound *b = &c->bound.at[i];
    if (!strcmp(b->name, name))
      return (struct ha_meant){
          .term = ha_term_bound(c->terms, c->bound.count - 1 - i, b->sort),
          .pointee = b->type};
  }
  return value(0);
}

static struct ha_meant variable(struct ha_check_formula *c, const struct ha_syntax *s,
                                ha_var var) {
  const struct ha_var_row *row = &c->program->vars.at[var];
  ha_symbol symbol = ha_vocab_var(c->vocab, var);
  if (!symbol) {
    ha_check_fail(c, s, "formulas do not speak of values of type '%s'",
                  ha_type_spell(c->types, row->type));
    return value(0);
  }
  if (c->scope->entry_params && row->kind == HA_VAR_PARAM)
    symbol = ha_vocab_old(c->vocab, symbol);
  return (struct ha_meant){.term = ha_check_symbol(c, symbol),
                           .pointee = ha_type_get(c->types, row->type)->elem};
}

static struct ha_meant of_name(struct ha_check_formula *c, const struct ha_syntax *s,
                               struct ha_found found) {
  switch (found.what) {
  case HA_FOUND_VAR:
    return variable(c, s, found.id);
  case HA_FOUND_OBJECT:
    return ha_check_object(c, found.id);
  case HA_FOUND_SYMBOL:
    return (struct ha_meant){.term = ha_check_symbol(c, found.id),
                             .pointee = found.pointee};
  case HA_FOUND_MINE:
    return value(ha_check_symbol(c, ha_vocab_mine(c->vocab)));
  case HA_FOUND_HEAP:
    return value(ha_check_symbol(c, ha_vocab_heap(c->vocab)));
  default:
    return value(0);
  }
}

/* A literal word, a variable, an object; term 0 and no mistake if it is none. */
static struct ha_meant find(struct ha_check_formula *c, const struct ha_syntax *s,
                            const char *name) {
  if (!strcmp(name, "null") || !strcmp(name, "NULL"))
    return value(ha_null(c->terms));
  if (!strcmp(name, "true") || !strcmp(name, "false"))
    return value(*name == 't' ? ha_true(c->terms) : ha_false(c->terms));
  struct ha_meant m = bound(c, name);
  return m.term ? m : of_name(c, s, ha_scope_find(c->scope, name));
}

/* A symbol of the table, just as it is. */
static struct ha_meant quoted(struct ha_check_formula *c, const struct ha_syntax *s) {
  ha_symbol symbol = ha_symbol_find(c->terms, s->text);
  if (!symbol)
    return of_name(c, s, ha_scope_find(c->scope, s->text));
  if (ha_symbol_get(c->terms, symbol)->count)
    return value(0);
  return (struct ha_meant){.term = ha_check_symbol(c, symbol),
                           .pointee = ha_scope_pointee(c->scope, symbol)};
}

/* "push.x": a dotted name as one variable's; NULL if it is no chain of names. */
static const char *dotted(struct ha_check_formula *c, const struct ha_syntax *s) {
  if (s->kind == HA_SYNTAX_NAME && !s->closed)
    return s->text;
  if (s->kind != HA_SYNTAX_FIELD || s->closed || *s->text != '.' ||
      s->args[1]->kind != HA_SYNTAX_NAME)
    return NULL;
  const char *before = dotted(c, s->args[0]);
  return before ? ha_arena_printf(c->arena, "%s.%s", before, s->args[1]->text) : NULL;
}

static struct ha_meant named(struct ha_check_formula *c, const struct ha_syntax *s) {
  struct ha_meant m = s->kind == HA_SYNTAX_QUOTED ? quoted(c, s) : find(c, s, s->text);
  if (!m.term)
    ha_check_fail(c, s, "unknown name '%s'", s->text);
  return m;
}

static struct ha_meant field(struct ha_check_formula *c, const struct ha_syntax *s) {
  const char *name = dotted(c, s);
  struct ha_meant m = name ? find(c, s, name) : value(0);
  return m.term || c->failed ? m : ha_check_field(c, s);
}

/* ---- operators ---- */

/* p ==> q with each conjunct of p a premise of its own, as the printer has it. */
static ha_term implies(struct ha_check_formula *c, ha_term p, ha_term q) {
  struct ha_term_row row = *ha_term_get(c->terms, p);
  if (row.op != HA_TERM_AND)
    return ha_implies(c->terms, p, q);
  ha_term *parts = ha_arena_alloc(c->arena, (row.count + 1u) * sizeof *parts);
  for (unsigned i = 0; i < row.count; i++)
    parts[i] = ha_not(c->terms, row.args[i]);
  parts[row.count] = q;
  return ha_all(c->terms, HA_TERM_OR, parts, row.count + 1u);
}

static struct ha_meant logical(struct ha_check_formula *c, const struct ha_syntax *s) {
  ha_term *parts = ha_arena_alloc(c->arena, s->count * sizeof *parts);
  for (unsigned i = 0; i < s->count; i++)
    if (!(parts[i] = ha_check_value(c, s->args[i], HA_SORT_BOOL).term))
      return value(0);
  if (!strcmp(s->text, "==>"))
    return value(implies(c, parts[0], parts[1]));
  if (!strcmp(s->text, "<==>"))
    return value(ha_eq(c->terms, parts[0], parts[1]));
  enum ha_term_op op = *s->text == '&' ? HA_TERM_AND : HA_TERM_OR;
  return value(ha_all(c->terms, op, parts, s->count));
}

static bool is_collection(enum ha_sort sort) {
  return sort == HA_SORT_SET || sort == HA_SORT_INTS || sort == HA_SORT_BAG;
}

/* `{}` and `{3}` become what the other side is. */
static ha_term as_sort(struct ha_check_formula *c, ha_term term, enum ha_sort sort) {
  struct ha_term_row row = *ha_term_get(c->terms, term);
  if (row.sort == sort)
    return term;
  if (row.op == HA_TERM_EMPTY && is_collection(sort))
    return ha_term_make(c->terms, HA_TERM_EMPTY, sort == HA_SORT_SET ? 0 : sort, NULL,
                        0);
  if (row.sort != HA_SORT_INTS || sort != HA_SORT_BAG)
    return 0;
  if (row.op == HA_TERM_SINGLE)
    return ha_term_make(c->terms, HA_TERM_SINGLE, HA_SORT_BAG, row.args, 1);
  if (row.op != HA_TERM_UNION)
    return 0;
  ha_term args[] = {as_sort(c, row.args[0], sort), as_sort(c, row.args[1], sort)};
  return args[0] && args[1] ? ha_term_make(c->terms, HA_TERM_UNION, 0, args, 2) : 0;
}

/* Both sides, brought to one sort if that is possible. */
static bool sides(struct ha_check_formula *c, const struct ha_syntax *s,
                  ha_term sides[2]) {
  for (unsigned i = 0; i < 2; i++)
    if (!(sides[i] = ha_check_value(c, s->args[i], HA_SORT_NONE).term))
      return false;
  enum ha_sort a = sort_of(c, sides[0]), b = sort_of(c, sides[1]);
  ha_term left = as_sort(c, sides[0], b), right = as_sort(c, sides[1], a);
  if (left)
    sides[0] = left;
  else if (right)
    sides[1] = right;
  else
    ha_check_fail(c, s, "'%s' between %s and %s", s->text, ha_check_sort_name(a),
                  ha_check_sort_name(b));
  return left || right;
}

static struct ha_meant ordered(struct ha_check_formula *c, const struct ha_syntax *s,
                               const ha_term *ab) {
  enum ha_sort sort = sort_of(c, ab[0]);
  if (!strcmp(s->text, "<=") && (sort == HA_SORT_SET || sort == HA_SORT_INTS))
    return value(ha_term_make(c->terms, HA_TERM_NAMED, HA_NAMED_SUBSET, ab, 2));
  if (sort != HA_SORT_INT) {
    ha_check_fail(c, s, "'%s' compares integers, not %s", s->text,
                  ha_check_sort_name(sort));
    return value(0);
  }
  bool swapped = *s->text == '>', strict = !s->text[1];
  ha_term a = ab[swapped], b = ab[!swapped];
  return value(strict ? ha_lt(c->terms, a, b) : ha_le(c->terms, a, b));
}

static struct ha_meant compare(struct ha_check_formula *c, const struct ha_syntax *s) {
  ha_term ab[2];
  if (!sides(c, s, ab))
    return value(0);
  if (!strcmp(s->text, "=="))
    return value(ha_eq(c->terms, ab[0], ab[1]));
  if (!strcmp(s->text, "!="))
    return value(ha_not(c->terms, ha_eq(c->terms, ab[0], ab[1])));
  return ordered(c, s, ab);
}

static struct ha_meant contained(struct ha_check_formula *c,
                                 const struct ha_syntax *s) {
  ha_term x = ha_check_value(c, s->args[0], HA_SORT_NONE).term;
  ha_term set = x ? ha_check_value(c, s->args[1], HA_SORT_NONE).term : 0;
  if (!set)
    return value(0);
  enum ha_sort sort = sort_of(c, set), element = sort_of(c, x);
  if (element == HA_SORT_INT && as_sort(c, set, HA_SORT_INTS))
    set = as_sort(c, set, HA_SORT_INTS), sort = HA_SORT_INTS;
  if ((sort == HA_SORT_SET && element == HA_SORT_OBJ) ||
      (sort == HA_SORT_INTS && element == HA_SORT_INT))
    return value(ha_select(c->terms, set, x));
  ha_check_fail(c, s, "'in' between %s and %s", ha_check_sort_name(element),
                ha_check_sort_name(sort));
  return value(0);
}

static struct ha_meant arithmetic(struct ha_check_formula *c,
                                  const struct ha_syntax *s) {
  ha_term ab[2];
  if (!sides(c, s, ab))
    return value(0);
  enum ha_sort sort = sort_of(c, ab[0]);
  bool plus = *s->text == '+', minus = *s->text == '-';
  if (sort == HA_SORT_INT && (plus || minus))
    return value(plus ? ha_add(c->terms, ab[0], ab[1])
                      : ha_sub(c->terms, ab[0], ab[1]));
  if (sort == HA_SORT_INT)
    return value(ha_term_make(c->terms, HA_TERM_MUL, 0, ab, 2));
  if (!is_collection(sort) || (sort == HA_SORT_BAG && !plus)) {
    ha_check_fail(c, s, "'%s' of %s", s->text, ha_check_sort_name(sort));
    return value(0);
  }
  enum ha_term_op op = plus ? HA_TERM_UNION : minus ? HA_TERM_DIFF : HA_TERM_INTER;
  return value(ha_term_make(c->terms, op, 0, ab, 2));
}

static struct ha_meant binary(struct ha_check_formula *c, const struct ha_syntax *s) {
  static const char *const logic[] = {"&&", "||", "==>", "<==>"};
  for (unsigned i = 0; i < 4; i++)
    if (!strcmp(s->text, logic[i]))
      return logical(c, s);
  if (!strcmp(s->text, "in"))
    return contained(c, s);
  return strchr("+-*", *s->text) ? arithmetic(c, s) : compare(c, s);
}

static struct ha_meant number(struct ha_check_formula *c, const struct ha_syntax *s,
                              bool negative) {
  uint64_t limit = (uint64_t)INT64_MAX + negative;
  if (s->number > limit) {
    ha_check_fail(c, s, "this number does not fit into 64 bits with a sign");
    return value(0);
  }
  return value(ha_int(c->terms, (int64_t)(negative ? -s->number : s->number)));
}

static struct ha_meant unary(struct ha_check_formula *c, const struct ha_syntax *s) {
  const struct ha_syntax *of = s->args[0];
  struct ha_meant m;
  switch (*s->text) {
  case '!':
    m = ha_check_value(c, of, HA_SORT_BOOL);
    return value(m.term ? ha_not(c->terms, m.term) : 0);
  case '-':
    if (of->kind == HA_SYNTAX_NUMBER)
      return number(c, of, true);
    m = ha_check_value(c, of, HA_SORT_INT);
    return value(m.term ? ha_sub(c->terms, ha_int(c->terms, 0), m.term) : 0);
  case '*':
    m = ha_check_value(c, of, HA_SORT_OBJ);
    if (m.term && !m.pointee)
      ha_check_fail(c, s, "what does this point to? its type is not known");
    return (struct ha_meant){
        .term = c->failed ? 0 : m.term, .place = true, .type = m.pointee};
  default:
    m = ha_check_any(c, of);
    if (m.term && !m.place)
      ha_check_fail(c, s, "this has no address");
    return (struct ha_meant){.term = c->failed ? 0 : ha_check_address(c, &m),
                             .pointee = m.type};
  }
}

/* {…}, ints{…}, bag{…} */
static struct ha_meant set(struct ha_check_formula *c, const struct ha_syntax *s) {
  bool bag = *s->text == 'b', ints = *s->text == 'i';
  int64_t empty = bag ? HA_SORT_BAG : ints ? HA_SORT_INTS : 0;
  ha_term made = ha_term_make(c->terms, HA_TERM_EMPTY, empty, NULL, 0);
  for (unsigned i = 0; i < s->count; i++) {
    ha_term x = ha_check_value(c, s->args[i], HA_SORT_NONE).term;
    if (!x)
      return value(0);
    enum ha_sort sort = sort_of(c, x);
    if (sort != HA_SORT_OBJ && sort != HA_SORT_INT)
      ha_check_fail(c, s->args[i], "a set has no %s in it",
                    ha_check_sort_name(sort) + 2);
    int64_t whole = sort != HA_SORT_INT ? 0 : bag ? HA_SORT_BAG : HA_SORT_INTS;
    ha_term one = ha_term_make(c->terms, HA_TERM_SINGLE, whole, &x, 1);
    if ((i || bag || ints) && sort_of(c, one) != sort_of(c, made))
      ha_check_fail(c, s->args[i], "pointers and integers in one set");
    if (c->failed)
      return value(0);
    made =
        i ? ha_term_make(c->terms, HA_TERM_UNION, 0, (ha_term[]){made, one}, 2) : one;
  }
  return value(made);
}

/* ---- quantifiers ---- */

/* v is null or a live object of the type. */
static ha_term range(struct ha_check_formula *c, ha_type type) {
  ha_term v = ha_term_bound(c->terms, 0, HA_SORT_OBJ);
  ha_term live = ha_check_symbol(c, ha_vocab_alloc(c->vocab, type));
  return ha_or(c->terms, ha_eq(c->terms, v, ha_null(c->terms)),
               ha_select(c->terms, live, v));
}

static bool binding(struct ha_check_formula *c, const struct ha_syntax *s,
                    struct ha_bound *b) {
  *b = (struct ha_bound){s->text, HA_SORT_OBJ, s->type};
  if (s->over == HA_OVER_INT)
    b->sort = HA_SORT_INT;
  if (s->over != HA_OVER_INFERRED)
    return true;
  b->type = ha_check_infer(c, s->args[0], s->text);
  if (!b->type)
    ha_check_fail(c, s, "over which objects does '%s' range? Write '%s struct … %s.'",
                  s->text, s->kind == HA_SYNTAX_FORALL ? "forall" : "exists", s->text);
  return b->type != 0;
}

static struct ha_meant quantifier(struct ha_check_formula *c,
                                  const struct ha_syntax *s) {
  struct ha_bound b;
  if (!binding(c, s, &b))
    return value(0);
  HA_PUSH(c->arena, c->bound, b);
  ha_term body = ha_check_value(c, s->args[0], HA_SORT_BOOL).term;
  bool all = s->kind == HA_SYNTAX_FORALL;
  bool guarded = b.sort == HA_SORT_OBJ && s->over != HA_OVER_ANY;
  if (body && guarded)
    body = all ? implies(c, range(c, b.type), body)
               : ha_and(c->terms, range(c, b.type), body);
  c->bound.count--;
  if (!body)
    return value(0);
  return value(all ? ha_forall(c->terms, b.sort, body)
                   : ha_exists(c->terms, b.sort, body));
}

struct ha_meant ha_check_any(struct ha_check_formula *c, const struct ha_syntax *s) {
  switch (s->kind) {
  case HA_SYNTAX_NAME:
  case HA_SYNTAX_QUOTED:
    return named(c, s);
  case HA_SYNTAX_NUMBER:
    return number(c, s, false);
  case HA_SYNTAX_UNARY:
    return unary(c, s);
  case HA_SYNTAX_BINARY:
    return binary(c, s);
  case HA_SYNTAX_FIELD:
    return field(c, s);
  case HA_SYNTAX_INDEX:
    return ha_check_index(c, s);
  case HA_SYNTAX_CALL:
    return ha_check_call(c, s);
  case HA_SYNTAX_SET:
    return set(c, s);
  case HA_SYNTAX_FORALL:
  case HA_SYNTAX_EXISTS:
    return quantifier(c, s);
  case HA_SYNTAX_UPDATE: {
    struct ha_meant_map map = ha_check_map(c, s, 0);
    return value(map.term);
  }
  default:
    ha_check_fail(c, s, "a type stands here, where a term is wanted");
    return value(0);
  }
}

ha_term ha_formula_parse(const struct ha_scope *scope, const char *text,
                         enum ha_sort sort, struct ha_text_error *error) {
  struct ha_terms *terms = ha_vocab_terms(scope->vocab);
  const struct ha_program *program = ha_vocab_program(scope->vocab);
  struct ha_arena *arena = ha_terms_arena(terms);
  struct ha_syntax *s = ha_formula_syntax(arena, program->types, text, error);
  if (!s)
    return 0;
  struct ha_check_formula c = {.scope = scope,
                               .vocab = scope->vocab,
                               .terms = terms,
                               .types = program->types,
                               .arena = arena,
                               .program = program,
                               .error = error};
  ha_term term = ha_check_value(&c, s, sort).term;
  return c.failed ? 0 : term;
}
