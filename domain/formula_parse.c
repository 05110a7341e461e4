/* Recursive descent by precedence, weakest first:
 *   forall exists  <==>  ==> (right)  ||  &&  !  == != < <= > >= in  + -  *  - * &  ->
 * . [] A quantifier reaches as far to the right as it can. */
#include "../gcl/arena.h"
#include "formula_syntax.h"
#include "formula_type.h"
#include <string.h>

enum { MAX_DEPTH = 200 };

struct parser {
  struct ha_arena *arena;
  struct ha_types *types;
  struct ha_marks marks;
  unsigned at, depth;
  bool failed;
  struct ha_text_error *error;
};

static const struct ha_mark *here(const struct parser *p) {
  return &p->marks.at[p->at];
}

static struct ha_syntax *fail_at(struct parser *p, const struct ha_mark *mark,
                                 const char *message) {
  if (!p->failed)
    *p->error = (struct ha_text_error){mark->line, mark->column, message};
  p->failed = true;
  return NULL;
}

static struct ha_syntax *fail(struct parser *p, const char *message) {
  return fail_at(p, here(p), message);
}

static const char *quote(struct parser *p, const char *format) {
  return ha_arena_printf(p->arena, "%s, not %s%s%s", format,
                         here(p)->kind == HA_MARK_END ? "" : "'", here(p)->text,
                         here(p)->kind == HA_MARK_END ? "" : "'");
}

static bool is(const struct parser *p, const char *text) {
  const struct ha_mark *mark = here(p);
  return (mark->kind == HA_MARK_SIGN || mark->kind == HA_MARK_WORD) &&
         !strcmp(mark->text, text);
}

static bool accept(struct parser *p, const char *text) {
  bool found = is(p, text);
  p->at += found;
  return found;
}

static bool expect(struct parser *p, const char *text, const char *message) {
  if (accept(p, text))
    return true;
  fail(p, quote(p, message));
  return false;
}

static struct ha_syntax *node(struct parser *p, enum ha_syntax_kind kind,
                              const struct ha_mark *mark, const char *text) {
  struct ha_syntax *made = ha_arena_alloc(p->arena, sizeof *made);
  made->kind = kind;
  made->line = mark->line;
  made->column = mark->column;
  made->text = text;
  made->depth = 1;
  return made;
}

/* Appends an argument; NULL (a mistake below) makes the whole NULL. */
static struct ha_syntax *with(struct parser *p, struct ha_syntax *whole,
                              struct ha_syntax *arg) {
  if (!whole || !arg)
    return NULL;
  whole->args = ha_arena_grow(p->arena, whole->args, whole->count * sizeof arg,
                              (whole->count + 1) * sizeof arg);
  whole->args[whole->count++] = arg;
  if (arg->depth >= whole->depth)
    whole->depth = arg->depth + 1;
  if (whole->depth > 2 * MAX_DEPTH)
    return fail(p, "this formula is nested too deeply");
  return whole;
}

static struct ha_syntax *binary(struct parser *p, const struct ha_mark *mark,
                                struct ha_syntax *a, struct ha_syntax *b) {
  return with(p, with(p, node(p, HA_SYNTAX_BINARY, mark, mark->text), a), b);
}

static struct ha_syntax *formula(struct parser *p);
static struct ha_syntax *unary(struct parser *p);

/* ---- atoms ---- */

/* The token that closes the parenthesis before `from`; the end if none does. */
static unsigned closing(const struct parser *p, unsigned from) {
  unsigned depth = 0;
  for (; p->marks.at[from].kind != HA_MARK_END; from++) {
    const struct ha_mark *mark = &p->marks.at[from];
    if (mark->kind != HA_MARK_SIGN)
      continue;
    if (*mark->text == '(')
      depth++;
    else if (*mark->text == ')' && depth-- == 0)
      break;
  }
  return from;
}

/* alloc(T) and cell(T): a type if the parentheses hold just one. */
static struct ha_syntax *type_argument(struct parser *p, struct ha_syntax *call) {
  if (strcmp(call->text, "alloc") && strcmp(call->text, "cell"))
    return NULL;
  unsigned end = closing(p, p->at);
  ha_type type = ha_formula_type(p->arena, p->types, &p->marks, p->at, end);
  if (!type || p->marks.at[end].kind == HA_MARK_END)
    return NULL;
  struct ha_syntax *made = node(p, HA_SYNTAX_TYPE, here(p), "");
  made->type = type;
  p->at = end + 1;
  return with(p, call, made);
}

/* After the parenthesis: arguments, some perhaps before a `:`. */
static struct ha_syntax *arguments(struct parser *p, struct ha_syntax *call) {
  struct ha_syntax *typed = type_argument(p, call);
  if (typed || p->failed)
    return typed;
  if (accept(p, ")"))
    return call;
  while ((call = with(p, call, formula(p)))) {
    if (accept(p, ")"))
      return call;
    if (is(p, ":") && !call->hidden) {
      call->hidden = call->count;
      p->at++;
    } else if (!accept(p, ",")) {
      return fail(p, quote(p, "expected ',' or ')' after an argument"));
    }
  }
  return NULL;
}

/* {…}; `kind` is "", "ints" or "bag". */
static struct ha_syntax *set(struct parser *p, const char *kind) {
  struct ha_syntax *made = node(p, HA_SYNTAX_SET, here(p), kind);
  p->at++;
  if (accept(p, "}"))
    return made;
  while ((made = with(p, made, formula(p)))) {
    if (accept(p, "}"))
      return made;
    if (!accept(p, ","))
      return fail(p, quote(p, "expected ',' or '}' in a set"));
  }
  return NULL;
}

static struct ha_syntax *name(struct parser *p) {
  const struct ha_mark *mark = here(p);
  bool quoted = mark->kind == HA_MARK_QUOTED;
  p->at++;
  if (accept(p, "(")) {
    struct ha_syntax *call = node(p, HA_SYNTAX_CALL, mark, mark->text);
    call->quoted = quoted;
    return arguments(p, call);
  }
  if (is(p, "{") && (!strcmp(mark->text, "ints") || !strcmp(mark->text, "bag")))
    return set(p, mark->text);
  return node(p, quoted ? HA_SYNTAX_QUOTED : HA_SYNTAX_NAME, mark, mark->text);
}

static struct ha_syntax *parenthesised(struct parser *p) {
  const struct ha_mark *open = here(p);
  p->at++;
  struct ha_syntax *inner = formula(p);
  if (inner && !accept(p, ")"))
    return fail_at(p, open, "this parenthesis is not closed");
  if (inner)
    inner->closed = true;
  return inner;
}

static struct ha_syntax *atom(struct parser *p) {
  const struct ha_mark *mark = here(p);
  if (is(p, "("))
    return parenthesised(p);
  if (is(p, "{"))
    return set(p, "");
  if (mark->kind == HA_MARK_NUMBER) {
    struct ha_syntax *made = node(p, HA_SYNTAX_NUMBER, mark, mark->text);
    made->number = mark->number;
    p->at++;
    return made;
  }
  if (mark->kind == HA_MARK_WORD || mark->kind == HA_MARK_QUOTED)
    return name(p);
  return fail(p, quote(p, "expected a term"));
}

/* ---- postfix ---- */

static bool is_field_sign(const struct parser *p) {
  const struct ha_mark *next = &p->marks.at[p->at + (here(p)->kind != HA_MARK_END)];
  return is(p, "->") || is(p, "::") ||
         (is(p, ".") && (next->kind == HA_MARK_WORD || next->kind == HA_MARK_QUOTED ||
                         next->kind == HA_MARK_NUMBER));
}

/* What stands after `->`: a name, `T::name`, old(name), `name`. */
static struct ha_syntax *field_name(struct parser *p) {
  const struct ha_mark *mark = here(p);
  if (mark->kind == HA_MARK_NUMBER) {
    p->at++;
    return node(p, HA_SYNTAX_NAME, mark, mark->text);
  }
  if (mark->kind != HA_MARK_WORD && mark->kind != HA_MARK_QUOTED)
    return fail(p, quote(p, "expected the name of a field"));
  struct ha_syntax *first = name(p);
  const struct ha_mark *sign = here(p);
  if (!first || !accept(p, "::"))
    return first;
  struct ha_syntax *made = node(p, HA_SYNTAX_FIELD, sign, "::");
  return with(p, with(p, made, first), field_name(p));
}

static struct ha_syntax *bracket(struct parser *p, struct ha_syntax *base) {
  const struct ha_mark *mark = here(p);
  p->at++;
  struct ha_syntax *index = formula(p), *value = NULL;
  bool updates = index && accept(p, ":=");
  if (updates)
    value = formula(p);
  if (!index || (updates && !value) || !expect(p, "]", "expected ']'"))
    return NULL;
  struct ha_syntax *made =
      node(p, updates ? HA_SYNTAX_UPDATE : HA_SYNTAX_INDEX, mark, "[");
  made = with(p, with(p, made, base), index);
  return updates ? with(p, made, value) : made;
}

static struct ha_syntax *postfix(struct parser *p) {
  struct ha_syntax *made = atom(p);
  while (made) {
    const struct ha_mark *sign = here(p);
    if (is_field_sign(p)) {
      p->at++;
      struct ha_syntax *field = node(p, HA_SYNTAX_FIELD, here(p), sign->text);
      made = with(p, with(p, field, made), field_name(p));
    } else if (is(p, "[")) {
      made = bracket(p, made);
    } else {
      return made;
    }
  }
  return NULL;
}

static struct ha_syntax *prefix(struct parser *p) {
  const struct ha_mark *mark = here(p);
  if (!is(p, "-") && !is(p, "*") && !is(p, "&"))
    return postfix(p);
  if (++p->depth > MAX_DEPTH)
    return fail(p, "this formula is nested too deeply");
  p->at++;
  struct ha_syntax *made =
      with(p, node(p, HA_SYNTAX_UNARY, mark, mark->text), prefix(p));
  p->depth--;
  return made;
}

/* ---- operators ---- */

static struct ha_syntax *product(struct parser *p) {
  struct ha_syntax *made = prefix(p);
  while (made && is(p, "*")) {
    const struct ha_mark *mark = here(p);
    p->at++;
    made = binary(p, mark, made, prefix(p));
  }
  return made;
}

static struct ha_syntax *sum(struct parser *p) {
  struct ha_syntax *made = product(p);
  while (made && (is(p, "+") || is(p, "-"))) {
    const struct ha_mark *mark = here(p);
    p->at++;
    made = binary(p, mark, made, product(p));
  }
  return made;
}

static bool is_relation(const struct parser *p) {
  static const char *const relations[] = {"==", "!=", "<", "<=", ">", ">=", "in"};
  for (unsigned i = 0; i < sizeof relations / sizeof *relations; i++)
    if (is(p, relations[i]))
      return true;
  return false;
}

static struct ha_syntax *relation(struct parser *p) {
  struct ha_syntax *made = sum(p);
  if (!made || !is_relation(p))
    return made;
  const struct ha_mark *mark = here(p);
  p->at++;
  made = binary(p, mark, made, sum(p));
  if (made && is_relation(p))
    return fail(p, "comparisons do not chain; write '&&' between two");
  if (made && is(p, "="))
    return fail(p, "'=' is no operator here; equality is '=='");
  return made;
}

/* `forall struct node v, w. F`: the last word before each comma or the dot is a name,
 * what comes before the first of them is the type. */
static bool binder(struct parser *p, struct ha_syntax *made) {
  unsigned first = p->at, last = first;
  while (p->marks.at[last].kind == HA_MARK_WORD || !strcmp(p->marks.at[last].text, "*"))
    last++;
  p->at = last;
  if (last == first || p->marks.at[last - 1].kind != HA_MARK_WORD)
    return fail(p, quote(p, "expected the name of a variable")), false;
  made->text = p->marks.at[last - 1].text;
  if (last - 1 == first)
    return true;
  const char *word = p->marks.at[first].text;
  if (last - 2 == first && (!strcmp(word, "int") || !strcmp(word, "any"))) {
    made->over = *word == 'i' ? HA_OVER_INT : HA_OVER_ANY;
    return true;
  }
  made->over = HA_OVER_TYPE;
  made->type = ha_formula_type(p->arena, p->types, &p->marks, first, last - 1);
  if (!made->type)
    fail_at(p, &p->marks.at[first], "unknown type");
  return made->type != 0;
}

static struct ha_syntax *quantifier(struct parser *p) {
  const struct ha_mark *mark = here(p);
  enum ha_syntax_kind kind = is(p, "forall") ? HA_SYNTAX_FORALL : HA_SYNTAX_EXISTS;
  struct ha_syntax *first = node(p, kind, mark, ""), *last = first;
  p->at++;
  if (!binder(p, first))
    return NULL;
  struct ha_syntax *chain[16] = {first};
  unsigned count = 1;
  while (accept(p, ",")) {
    last = node(p, kind, here(p), here(p)->text);
    last->over = first->over;
    last->type = first->type;
    if (here(p)->kind != HA_MARK_WORD || count == 16)
      return fail(p, quote(p, "expected the name of a variable"));
    p->at++;
    chain[count++] = last;
  }
  if (!expect(p, ".", "expected '.' after the variable"))
    return NULL;
  struct ha_syntax *body = formula(p);
  while (body && count-- > 0)
    body = with(p, chain[count], body);
  return body;
}

static struct ha_syntax *unary(struct parser *p) {
  const struct ha_mark *mark = here(p);
  if (is(p, "forall") || is(p, "exists"))
    return quantifier(p);
  if (!is(p, "!"))
    return relation(p);
  if (++p->depth > MAX_DEPTH)
    return fail(p, "this formula is nested too deeply");
  p->at++;
  struct ha_syntax *made = with(p, node(p, HA_SYNTAX_UNARY, mark, "!"), unary(p));
  p->depth--;
  return made;
}

static struct ha_syntax *conjunction(struct parser *p) {
  struct ha_syntax *first = unary(p), *made = first;
  const struct ha_mark *mark = here(p);
  if (first && is(p, "&&"))
    made = with(p, node(p, HA_SYNTAX_BINARY, mark, "&&"), first);
  while (made && accept(p, "&&"))
    made = with(p, made, unary(p));
  return made;
}

static struct ha_syntax *disjunction(struct parser *p) {
  struct ha_syntax *first = conjunction(p), *made = first;
  const struct ha_mark *mark = here(p);
  if (first && is(p, "||"))
    made = with(p, node(p, HA_SYNTAX_BINARY, mark, "||"), first);
  while (made && accept(p, "||"))
    made = with(p, made, conjunction(p));
  return made;
}

static struct ha_syntax *implication(struct parser *p) {
  struct ha_syntax *made = disjunction(p);
  const struct ha_mark *mark = here(p);
  if (!made || !is(p, "==>"))
    return made;
  if (++p->depth > MAX_DEPTH)
    return fail(p, "this formula is nested too deeply");
  p->at++;
  made = binary(p, mark, made, implication(p));
  p->depth--;
  return made;
}

static struct ha_syntax *formula(struct parser *p) {
  if (++p->depth > MAX_DEPTH)
    return fail(p, "this formula is nested too deeply");
  struct ha_syntax *made = implication(p);
  const struct ha_mark *mark = here(p);
  if (made && accept(p, "<==>"))
    made = binary(p, mark, made, implication(p));
  p->depth--;
  return p->failed ? NULL : made;
}

struct ha_syntax *ha_formula_syntax(struct ha_arena *arena, struct ha_types *types,
                                    const char *text, struct ha_text_error *error) {
  struct parser p = {.arena = arena, .types = types, .error = error};
  if (!ha_formula_lex(arena, text, &p.marks, error))
    return NULL;
  struct ha_syntax *made = formula(&p);
  if (made && here(&p)->kind != HA_MARK_END) {
    bool closes = is(&p, ")");
    return fail(&p, closes        ? "this parenthesis closes nothing"
                    : is(&p, "=") ? "'=' is no operator here; equality is '=='"
                                  : quote(&p, "expected an operator or the end"));
  }
  return made;
}
