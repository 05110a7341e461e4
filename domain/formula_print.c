/* The printer writes what the parser reads as the same term.  Where the parser would
 * put something else than the term has (another type, another set of live objects), the
 * printer writes the longer form. */
#include "../gcl/arena.h"
#include "formula_printer.h"
#include "formula_scope.h"
#include "formula_type.h"
#include <stdlib.h>
#include <string.h>

static const struct ha_term_row *get(const struct ha_formula_printer *p, ha_term term) {
  return ha_term_get(p->terms, term);
}

static enum ha_term_op op_of(const struct ha_formula_printer *p, ha_term term) {
  return get(p, term)->op;
}

/* Opens a parenthesis if the whole binds less tightly than it must. */
static bool open(struct ha_formula_printer *p, enum ha_tight whole,
                 enum ha_tight wanted) {
  bool needed = whole < wanted;
  if (needed)
    fputc('(', p->out);
  return needed;
}

static void close(struct ha_formula_printer *p, bool opened) {
  if (opened)
    fputc(')', p->out);
}

/* ---- old ---- */

enum { LOOKED = 1, THEN = 2, NOW = 4 };

static uint8_t times_of_symbol(struct ha_formula_printer *p, ha_symbol symbol) {
  if (ha_vocab_meaning(p->vocab, symbol).means == HA_MEANS_OLD)
    return THEN;
  return ha_vocab_is_state(p->vocab, symbol) ? NOW : 0;
}

static uint8_t times_of(struct ha_formula_printer *p, ha_term term) {
  while (p->times.count <= term)
    HA_PUSH(p->arena, p->times, 0);
  if (p->times.at[term])
    return p->times.at[term];
  const struct ha_term_row row = *get(p, term);
  uint8_t times = LOOKED;
  if (row.op == HA_TERM_SYM)
    times |= times_of_symbol(p, (ha_symbol)row.imm);
  for (unsigned i = 0; i < row.count; i++)
    times |= times_of(p, row.args[i]);
  return p->times.at[term] = times;
}

bool ha_print_is_old(struct ha_formula_printer *p, ha_term term) {
  uint8_t times = times_of(p, term);
  return !p->old && (times & THEN) && !(times & NOW);
}

/* ---- connectives ---- */

static void list(struct ha_formula_printer *p, const ha_term *args, unsigned count,
                 const char *between, enum ha_tight tight) {
  for (unsigned i = 0; i < count; i++) {
    if (i)
      fputs(between, p->out);
    ha_print_term(p, args[i], tight);
  }
}

/* What a disjunct is in an implication.  ¬AND and ¬∀ read best as they are. */
enum role { CONCLUSION, NOT_EQUAL, ORDER, DENIED, ROLES };

static enum role role_of(const struct ha_formula_printer *p, ha_term term) {
  if (op_of(p, term) == HA_TERM_LE)
    return ORDER;
  if (op_of(p, term) != HA_TERM_NOT)
    return CONCLUSION;
  switch (op_of(p, get(p, term)->args[0])) {
  case HA_TERM_AND:
  case HA_TERM_FORALL:
    return CONCLUSION;
  case HA_TERM_EQ:
    return NOT_EQUAL;
  case HA_TERM_LE:
    return ORDER;
  default:
    return DENIED;
  }
}

/* Which role is the conclusion's, if some disjuncts are to be premises. */
static enum role concluding(const struct ha_formula_printer *p, const unsigned *count) {
  if (count[CONCLUSION]) {
    bool orders = count[ORDER] > 1 || (count[ORDER] && p->bound.count);
    return count[DENIED] || count[NOT_EQUAL] || orders ? CONCLUSION : ROLES;
  }
  if (count[NOT_EQUAL])
    return count[DENIED] || count[ORDER] ? NOT_EQUAL : ROLES;
  if (count[ORDER])
    return count[DENIED] ? ORDER : ROLES;
  return DENIED;
}

/* a && b ==> c || d, from ¬a, ¬b, c, d.  Of several denials the last concludes. */
static void disjunction(struct ha_formula_printer *p, const ha_term *args,
                        unsigned count, enum ha_tight tight) {
  ha_term *premises = ha_arena_alloc(p->arena, count * sizeof *premises);
  ha_term *rest = ha_arena_alloc(p->arena, count * sizeof *rest);
  unsigned first = 0, second = 0, roles[ROLES] = {0};
  for (unsigned i = 0; i < count; i++)
    roles[role_of(p, args[i])]++;
  enum role conclusion = concluding(p, roles);
  for (unsigned i = 0; i < count; i++) {
    bool concludes = conclusion == ROLES || role_of(p, args[i]) == conclusion;
    if (conclusion == DENIED)
      concludes = i == count - 1;
    if (concludes)
      rest[second++] = args[i];
    else
      premises[first++] = ha_not(p->terms, args[i]);
  }
  if (count == 1) {
    ha_print_term(p, args[0], tight);
    return;
  }
  bool opened = open(p, first ? HA_TIGHT_IMPLIES : HA_TIGHT_OR, tight);
  list(p, premises, first, " && ", first > 1 ? HA_TIGHT_NOT : HA_TIGHT_OR);
  fputs(first ? " ==> " : "", p->out);
  list(p, rest, second, " || ", second > 1 ? HA_TIGHT_AND : HA_TIGHT_FORMULA);
  close(p, opened);
}

static void infix(struct ha_formula_printer *p, ha_term a, const char *sign, ha_term b,
                  enum ha_tight whole, enum ha_tight inner, enum ha_tight tight) {
  bool opened = open(p, whole, tight);
  ha_print_term(p, a, inner);
  fprintf(p->out, " %s ", sign);
  ha_print_term(p, b, inner);
  close(p, opened);
}

/* What stands on the left of an equation: the more there is to it. */
static int rank(const struct ha_formula_printer *p, ha_term term) {
  uint32_t field;
  switch (op_of(p, term)) {
  case HA_TERM_SELECT:
    return ha_print_means(p, get(p, term)->args[0], HA_MEANS_ADDRESS, &field) ? 2 : 0;
  case HA_TERM_NULL:
  case HA_TERM_INT:
  case HA_TERM_EMPTY:
    return 3;
  case HA_TERM_SYM:
    return 2;
  case HA_TERM_BOUND:
    return 1;
  default:
    return 0;
  }
}

static void equation(struct ha_formula_printer *p, const ha_term *ab, const char *sign,
                     enum ha_tight tight) {
  bool swap = rank(p, ab[0]) > rank(p, ab[1]);
  infix(p, ab[swap], sign, ab[!swap], HA_TIGHT_RELATION, HA_TIGHT_SUM, tight);
}

/* ---- quantifiers ---- */

/* `term` is “v is null or a live object of *type”, v the nearest bound variable. */
static bool is_range(const struct ha_formula_printer *p, ha_term term, ha_type *type) {
  const struct ha_term_row *row = get(p, term);
  if (row->op != HA_TERM_OR || row->count != 2)
    return false;
  ha_term v = ha_term_bound(p->terms, 0, HA_SORT_OBJ);
  ha_term null = ha_eq(p->terms, v, ha_null(p->terms));
  row = get(p, term);
  if (row->args[0] != null && row->args[1] != null)
    return false;
  const struct ha_term_row *in = get(p, row->args[row->args[0] == null]);
  return in->op == HA_TERM_SELECT && in->args[1] == v &&
         ha_print_means(p, in->args[0], HA_MEANS_ALLOC, type);
}

/* Is the variable's type clear from fields used on it?  Every use must agree. */
static bool shows_type(struct ha_formula_printer *p, ha_term term, unsigned depth,
                       ha_type type, bool *shown) {
  const struct ha_term_row row = *get(p, term);
  if (row.open <= depth)
    return true;
  bool direct = row.op == HA_TERM_SELECT && op_of(p, row.args[1]) == HA_TERM_BOUND &&
                get(p, row.args[1])->imm == depth;
  ha_field field = 0;
  if (direct && !ha_print_means(p, row.args[0], HA_MEANS_ADDRESS, &field))
    field = ha_print_root(p, row.args[0]);
  if (field && ha_field_get(p->types, field)->name[0] != '*') {
    if (ha_field_get(p->types, field)->owner != type)
      return false;
    *shown |= op_of(p, row.args[0]) == HA_TERM_SYM && ha_print_is_unique(p, field);
  }
  for (unsigned i = 0; i < row.count; i++)
    if (!shows_type(p, row.args[i], depth + (row.op == HA_TERM_FORALL), type, shown))
      return false;
  return true;
}

static bool is_taken(const struct ha_formula_printer *p, const char *name) {
  for (unsigned i = 0; i < p->bound.count; i++)
    if (!strcmp(p->bound.at[i].name, name))
      return true;
  return ha_scope_find(p->scope, name).what != HA_FOUND_NOTHING;
}

static const char *fresh_name(struct ha_formula_printer *p, enum ha_sort sort) {
  static const char *const names[2][3] = {{"v", "w", "u"}, {"k", "i", "j"}};
  for (unsigned round = 0;; round++)
    for (unsigned i = 0; i < 3; i++) {
      const char *name = names[sort == HA_SORT_INT][i];
      if (round)
        name = ha_arena_printf(p->arena, "%s%u", name, round);
      if (!is_taken(p, name))
        return name;
    }
}

struct quantifier {
  const char *word;
  enum ha_sort sort;
  ha_type type; /* 0: bare */
  ha_term *parts;
  unsigned count;
  bool exists;
};

/* Takes the range out of the parts of the body, if one says it. */
static void find_range(struct ha_formula_printer *p, struct quantifier *q) {
  for (unsigned i = 0; q->sort == HA_SORT_OBJ && i < q->count; i++) {
    ha_term part = q->parts[i];
    ha_type type;
    if (!q->exists && op_of(p, part) != HA_TERM_NOT)
      continue;
    if (!is_range(p, q->exists ? part : get(p, part)->args[0], &type) ||
        !ha_print_type_is_readable(p, type))
      continue;
    q->type = type;
    memmove(q->parts + i, q->parts + i + 1, (q->count - i - 1) * sizeof *q->parts);
    q->count--;
    return;
  }
}

/* The parts of a body: disjuncts of a `forall`, conjuncts of an `exists`. */
static void split(struct ha_formula_printer *p, struct quantifier *q, ha_term body) {
  const struct ha_term_row row = *get(p, body);
  bool splits = row.op == (q->exists ? HA_TERM_AND : HA_TERM_OR);
  q->count = splits ? row.count : 1;
  q->parts = ha_arena_alloc(p->arena, q->count * sizeof *q->parts);
  memcpy(q->parts, splits ? row.args : &body, q->count * sizeof *q->parts);
  find_range(p, q);
}

static void print_binder(struct ha_formula_printer *p, const struct quantifier *q,
                         const char *name) {
  fprintf(p->out, "%s ", q->exists ? "exists" : "forall");
  bool shown = false, agree = q->type != 0;
  for (unsigned i = 0; agree && i < q->count; i++)
    agree = shows_type(p, q->parts[i], 0, q->type, &shown);
  if (q->sort == HA_SORT_INT)
    fputs("int ", p->out);
  else if (!q->type)
    fputs("any ", p->out);
  else if (!agree || !shown)
    fprintf(p->out, "%s ", ha_formula_type_text(p->types, q->type));
  fprintf(p->out, "%s. ", name);
}

static void print_body(struct ha_formula_printer *p, const struct quantifier *q) {
  if (!q->count)
    fputs(q->exists ? "true" : "false", p->out);
  else if (q->exists)
    list(p, q->parts, q->count, " && ", q->count > 1 ? HA_TIGHT_NOT : HA_TIGHT_FORMULA);
  else
    disjunction(p, q->parts, q->count, HA_TIGHT_FORMULA);
}

static void quantified(struct ha_formula_printer *p, enum ha_sort sort, ha_term body,
                       bool exists, enum ha_tight tight) {
  struct quantifier q = {.sort = sort, .exists = exists};
  split(p, &q, body);
  bool opened = open(p, HA_TIGHT_FORMULA, tight);
  const char *name = fresh_name(p, sort);
  HA_PUSH(p->arena, p->bound, (struct ha_print_bound){name, q.type});
  print_binder(p, &q, name);
  print_body(p, &q);
  p->bound.count--;
  close(p, opened);
}

/* ∀v.¬F and ∃v.F have one form in the terms: ¬∃ is printed where that is shorter. */
static void forall(struct ha_formula_printer *p, ha_term term, bool negated,
                   enum ha_tight tight) {
  const struct ha_term_row row = *get(p, term);
  enum ha_sort sort = (enum ha_sort)row.imm;
  bool inner_not = op_of(p, row.args[0]) == HA_TERM_NOT;
  ha_term inner = inner_not ? get(p, row.args[0])->args[0] : 0;
  bool as_exists = inner_not && (negated || op_of(p, inner) == HA_TERM_AND);
  if (as_exists != negated) {
    fputs("!(", p->out);
    tight = HA_TIGHT_FORMULA;
  }
  quantified(p, sort, as_exists ? inner : row.args[0], as_exists, tight);
  if (as_exists != negated)
    fputc(')', p->out);
}

static void negation(struct ha_formula_printer *p, ha_term inner, enum ha_tight tight) {
  const struct ha_term_row row = *get(p, inner);
  if (row.op == HA_TERM_EQ && get(p, row.args[0])->sort != HA_SORT_LINK &&
      get(p, row.args[0])->sort != HA_SORT_DATA) {
    equation(p, row.args, "!=", tight);
  } else if (row.op == HA_TERM_LE) {
    infix(p, row.args[1], "<", row.args[0], HA_TIGHT_RELATION, HA_TIGHT_SUM, tight);
  } else if (row.op == HA_TERM_FORALL) {
    forall(p, inner, true, tight);
  } else {
    bool opened = open(p, HA_TIGHT_NOT, tight);
    fputc('!', p->out);
    ha_print_term(p, inner, HA_TIGHT_POSTFIX);
    close(p, opened);
  }
}

/* ---- arithmetic ---- */

static bool is_negative(const struct ha_formula_printer *p, ha_term term) {
  const struct ha_term_row *row = get(p, term);
  return row->op == HA_TERM_INT && row->imm < 0 && row->imm != INT64_MIN;
}

/* term = -1 * b, and `a - b` is read as a + term */
static bool is_negated(const struct ha_formula_printer *p, ha_term a, ha_term term) {
  const struct ha_term_row *row = get(p, term);
  if (row->op != HA_TERM_MUL || row->args[1] == a)
    return false;
  const struct ha_term_row *first = get(p, row->args[0]);
  return first->op == HA_TERM_INT && first->imm == -1;
}

static void sum(struct ha_formula_printer *p, const ha_term *ab, enum ha_tight tight) {
  bool opened = open(p, HA_TIGHT_SUM, tight);
  ha_print_term(p, ab[0], HA_TIGHT_SUM);
  if (is_negative(p, ab[1])) {
    fprintf(p->out, " - %lld", -(long long)get(p, ab[1])->imm);
  } else if (is_negated(p, ab[0], ab[1])) {
    fputs(" - ", p->out);
    ha_print_term(p, get(p, ab[1])->args[1], HA_TIGHT_PRODUCT);
  } else {
    fputs(" + ", p->out);
    ha_print_term(p, ab[1], HA_TIGHT_PRODUCT);
  }
  close(p, opened);
}

static void left_infix(struct ha_formula_printer *p, const ha_term *ab,
                       const char *sign, enum ha_tight whole, enum ha_tight tight) {
  bool opened = open(p, whole, tight);
  ha_print_term(p, ab[0], whole);
  fprintf(p->out, " %s ", sign);
  ha_print_term(p, ab[1], (enum ha_tight)(whole + 1));
  close(p, opened);
}

/* ---- the whole ---- */

static void maps_equal(struct ha_formula_printer *p, const ha_term *ab,
                       enum ha_tight tight) {
  bool opened = open(p, HA_TIGHT_RELATION, tight);
  for (unsigned i = 0; i < 2; i++) {
    fputs(i ? " == field(" : "field(", p->out);
    ha_print_map(p, ab[i], 0);
    fputc(')', p->out);
  }
  close(p, opened);
}

static void print_logic(struct ha_formula_printer *p, ha_term term,
                        enum ha_tight tight) {
  const struct ha_term_row row = *get(p, term);
  switch (row.op) {
  case HA_TERM_NOT:
    negation(p, row.args[0], tight);
    break;
  case HA_TERM_AND: {
    bool opened = open(p, HA_TIGHT_AND, tight);
    list(p, row.args, row.count, " && ", HA_TIGHT_NOT);
    close(p, opened);
    break;
  }
  case HA_TERM_OR:
    disjunction(p, row.args, row.count, tight);
    break;
  case HA_TERM_IFF:
    infix(p, row.args[0], "<==>", row.args[1], HA_TIGHT_FORMULA, HA_TIGHT_IMPLIES,
          tight);
    break;
  case HA_TERM_FORALL:
    forall(p, term, false, tight);
    break;
  default: /* EQ */
    if (get(p, row.args[0])->sort == HA_SORT_LINK ||
        get(p, row.args[0])->sort == HA_SORT_DATA)
      maps_equal(p, row.args, tight);
    else
      equation(p, row.args, "==", tight);
  }
}

static void print_plain(struct ha_formula_printer *p, ha_term term,
                        enum ha_tight tight) {
  const struct ha_term_row row = *get(p, term);
  switch (row.op) {
  case HA_TERM_INT: {
    bool opened = row.imm < 0 && open(p, HA_TIGHT_PREFIX, tight);
    fprintf(p->out, "%lld", (long long)row.imm);
    close(p, opened);
    break;
  }
  case HA_TERM_SYM:
    ha_print_symbol(p, (ha_symbol)row.imm, tight);
    break;
  case HA_TERM_BOUND:
    if ((unsigned)row.imm < p->bound.count)
      fputs(p->bound.at[p->bound.count - 1 - (unsigned)row.imm].name, p->out);
    else /* not closed: for debugging only */
      fprintf(p->out, "`bound %u`", (unsigned)row.imm);
    break;
  case HA_TERM_LE:
    infix(p, row.args[0], "<=", row.args[1], HA_TIGHT_RELATION, HA_TIGHT_SUM, tight);
    break;
  case HA_TERM_ADD:
    sum(p, row.args, tight);
    break;
  case HA_TERM_MUL:
  case HA_TERM_INTER:
    left_infix(p, row.args, "*", HA_TIGHT_PRODUCT, tight);
    break;
  case HA_TERM_UNION:
    left_infix(p, row.args, "+", HA_TIGHT_SUM, tight);
    break;
  case HA_TERM_DIFF:
    left_infix(p, row.args, "-", HA_TIGHT_SUM, tight);
    break;
  case HA_TERM_SELECT:
    ha_print_select(p, term, tight);
    break;
  case HA_TERM_STORE:
    ha_print_map(p, term, 0);
    break;
  case HA_TERM_APP:
    ha_print_element(p, term, tight);
    break;
  default:
    ha_print_call(p, term, tight);
  }
}

void ha_print_term(struct ha_formula_printer *p, ha_term term, enum ha_tight tight) {
  if (ha_print_is_old(p, term)) {
    fputs("old(", p->out);
    p->old = true;
    ha_print_term(p, term, HA_TIGHT_FORMULA);
    p->old = false;
    fputc(')', p->out);
    return;
  }
  switch (op_of(p, term)) {
  case HA_TERM_TRUE:
  case HA_TERM_FALSE:
  case HA_TERM_NULL:
    fputs(ha_term_text[op_of(p, term)], p->out);
    break;
  case HA_TERM_NOT:
  case HA_TERM_AND:
  case HA_TERM_OR:
  case HA_TERM_IFF:
  case HA_TERM_FORALL:
  case HA_TERM_EQ:
    print_logic(p, term, tight);
    break;
  default:
    print_plain(p, term, tight);
  }
}

const char *ha_formula_print(const struct ha_scope *scope, ha_term term) {
  char *text = NULL;
  size_t len = 0;
  struct ha_terms *terms = ha_vocab_terms(scope->vocab);
  const struct ha_program *program = ha_vocab_program(scope->vocab);
  struct ha_formula_printer p = {.scope = scope,
                                 .vocab = scope->vocab,
                                 .terms = terms,
                                 .types = program->types,
                                 .arena = ha_terms_arena(terms),
                                 .program = program,
                                 .out = open_memstream(&text, &len)};
  ha_print_term(&p, term, HA_TIGHT_FORMULA);
  fclose(p.out);
  const char *kept = ha_arena_strndup(p.arena, text, len);
  free(text);
  return kept;
}
