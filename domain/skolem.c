#include "skolem.h"
#include "../gcl/arena.h"

struct ha_skolem {
  struct ha_terms *terms;
  HA_VEC(struct ha_skolem_row) rows;
  HA_VEC(unsigned) row_of; /* by symbol: its row + 1 */
  struct ha_symbol_list parameters;
  HA_VEC(ha_term) definition_of; /* by symbol */
  HA_VEC(ha_term) condition;     /* by term: the symbol that stands for it */
  HA_VEC(ha_term) done[2];       /* by term: as it stands, and negated */
};

struct ha_skolem *ha_skolem_new(struct ha_terms *terms) {
  struct ha_skolem *s = ha_arena_alloc(ha_terms_arena(terms), sizeof *s);
  s->terms = terms;
  return s;
}

void ha_skolem_parameter(struct ha_skolem *s, ha_symbol symbol) {
  HA_PUSH(ha_terms_arena(s->terms), s->parameters, symbol);
}

unsigned ha_skolem_count(const struct ha_skolem *s) { return s->rows.count; }

const struct ha_skolem_row *ha_skolem_row(const struct ha_skolem *s, unsigned i) {
  return &s->rows.at[i];
}

const struct ha_skolem_row *ha_skolem_find(const struct ha_skolem *s,
                                           ha_symbol symbol) {
  unsigned row = symbol < s->row_of.count ? s->row_of.at[symbol] : 0;
  return row ? &s->rows.at[row - 1] : NULL;
}

ha_term ha_skolem_quantifier(const struct ha_skolem *s, ha_symbol proxy) {
  const struct ha_skolem_row *row = ha_skolem_find(s, proxy);
  return row && row->is == HA_SKOLEM_PROXY ? row->forall : 0;
}

/* ---- new symbols ---- */

static bool is_parameter(const struct ha_skolem *s, ha_symbol symbol) {
  for (unsigned i = 0; i < s->parameters.count; i++)
    if (s->parameters.at[i] == symbol)
      return true;
  return false;
}

static void parameters_in(struct ha_skolem *s, ha_term term,
                          struct ha_symbol_list *list) {
  struct ha_symbol_list all = {0};
  if (!s->parameters.count)
    return;
  ha_term_symbols(s->terms, term, &all);
  for (unsigned i = 0; i < all.count; i++)
    if (is_parameter(s, all.at[i]))
      HA_PUSH(ha_terms_arena(s->terms), *list, all.at[i]);
}

enum { MOST_ARGS = sizeof((struct ha_symbol_row *)0)->args };

/* A new symbol, of the parameters that occur in what it stands for. */
static ha_term invent(struct ha_skolem *s, const char *hint, enum ha_sort sort,
                      struct ha_skolem_row row, ha_term about) {
  struct ha_arena *arena = ha_terms_arena(s->terms);
  enum ha_sort sorts[MOST_ARGS];
  ha_term args[MOST_ARGS];
  parameters_in(s, about, &row.args);
  if (row.args.count > MOST_ARGS)
    return 0;
  row.symbol = ha_symbol_fresh(s->terms, hint, row.args.count ? HA_SORT_BOOL : sort);
  for (unsigned i = 0; i < row.args.count; i++) {
    args[i] = ha_sym(s->terms, row.args.at[i]);
    sorts[i] = (enum ha_sort)ha_term_get(s->terms, args[i])->sort;
  }
  if (row.args.count) {
    const char *name = ha_symbol_get(s->terms, row.symbol)->name;
    row.symbol = ha_symbol_function(s->terms, ha_arena_printf(arena, "%s()", name),
                                    sort, sorts, row.args.count);
  }
  HA_PUSH(arena, s->rows, row);
  while (s->row_of.count <= row.symbol)
    HA_PUSH(arena, s->row_of, 0);
  s->row_of.at[row.symbol] = s->rows.count;
  return row.args.count
             ? ha_term_make(s->terms, HA_TERM_APP, row.symbol, args, row.args.count)
             : ha_sym(s->terms, row.symbol);
}

ha_term ha_skolem_definition(const struct ha_skolem *s, ha_symbol symbol) {
  return symbol < s->definition_of.count ? s->definition_of.at[symbol] : 0;
}

static ha_term proxy(struct ha_skolem *s, ha_term forall) {
  struct ha_skolem_row row = {.is = HA_SKOLEM_PROXY, .forall = forall};
  ha_term made = invent(s, "all!", HA_SORT_BOOL, row, forall);
  return made ? made : ha_true(s->terms);
}

static ha_term convert(struct ha_skolem *s, ha_term term, bool negated);

/* ¬∀v. F is ¬F of a witness. */
static ha_term witness(struct ha_skolem *s, ha_term forall) {
  enum ha_sort sort = (enum ha_sort)ha_term_get(s->terms, forall)->imm;
  struct ha_skolem_row row = {.is = HA_SKOLEM_WITNESS, .forall = forall};
  ha_term value = invent(s, "some!", sort, row, forall);
  if (!value)
    return ha_true(s->terms);
  return convert(s, ha_term_instance(s->terms, forall, value), true);
}

static ha_term both_ways(struct ha_skolem *s, const struct ha_term_row *row,
                         bool negated) {
  struct ha_terms *t = s->terms;
  ha_term a = convert(s, row->args[0], false), na = convert(s, row->args[0], true);
  ha_term b = convert(s, row->args[1], false), nb = convert(s, row->args[1], true);
  return negated ? ha_or(t, ha_and(t, a, nb), ha_and(t, na, b))
                 : ha_and(t, ha_or(t, na, b), ha_or(t, nb, a));
}

static ha_term connective(struct ha_skolem *s, const struct ha_term_row *row,
                          bool negated) {
  struct ha_terms *t = s->terms;
  ha_term *args = ha_arena_alloc(ha_terms_arena(t), row->count * sizeof *args);
  for (unsigned i = 0; i < row->count; i++)
    args[i] = convert(s, row->args[i], negated);
  bool is_and = (row->op == HA_TERM_AND) != negated;
  return ha_all(t, is_and ? HA_TERM_AND : HA_TERM_OR, args, row->count);
}

#define FIT(s, vec, index)                                                             \
  do {                                                                                 \
    while ((vec).count <= (index))                                                     \
      HA_PUSH(ha_terms_arena((s)->terms), vec, 0);                                     \
  } while (0)

/* c with (c → F) ∧ (¬c → ¬F). */
static void define(struct ha_skolem *s, ha_term c, ha_term formula) {
  struct ha_terms *t = s->terms;
  ha_symbol symbol = (ha_symbol)ha_term_get(t, c)->imm;
  ha_term yes = ha_implies(t, c, convert(s, formula, false));
  ha_term no = ha_or(t, c, convert(s, formula, true));
  FIT(s, s->definition_of, symbol);
  s->definition_of.at[symbol] = ha_and(t, yes, no);
}

/* A quantified formula inside a term: a symbol with a definition; of parameters, one of
 * which nothing is known, which makes the whole weaker, never stronger. */
static ha_term condition(struct ha_skolem *s, ha_term formula) {
  struct ha_skolem_row row = {.is = HA_SKOLEM_CONDITION};
  FIT(s, s->condition, formula);
  if (s->condition.at[formula])
    return s->condition.at[formula];
  ha_term c = invent(s, "if!", HA_SORT_BOOL, row, formula);
  if (!c) { /* with no symbol: given up */
    HA_PUSH(ha_terms_arena(s->terms), s->rows, row);
    return ha_false(s->terms);
  }
  s->condition.at[formula] = c;
  if (ha_term_get(s->terms, c)->op == HA_TERM_SYM)
    define(s, c, formula);
  return c;
}

static ha_term atom(struct ha_skolem *s, const struct ha_term_row *row) {
  struct ha_terms *t = s->terms;
  ha_term *args = ha_arena_alloc(ha_terms_arena(t), row->count * sizeof *args);
  for (unsigned i = 0; i < row->count; i++) {
    const struct ha_term_row arg = *ha_term_get(t, row->args[i]);
    args[i] = !arg.has_quantifier        ? row->args[i]
              : arg.sort == HA_SORT_BOOL ? condition(s, row->args[i])
                                         : atom(s, &arg);
  }
  return ha_term_make(t, row->op, row->imm, args, row->count);
}

static ha_term rebuild(struct ha_skolem *s, ha_term term, bool negated) {
  struct ha_term_row row = *ha_term_get(s->terms, term);
  switch (row.op) {
  case HA_TERM_NOT:
    return convert(s, row.args[0], !negated);
  case HA_TERM_AND:
  case HA_TERM_OR:
    return connective(s, &row, negated);
  case HA_TERM_IFF:
    return both_ways(s, &row, negated);
  case HA_TERM_FORALL:
    return negated ? witness(s, term) : proxy(s, term);
  default: {
    ha_term plain = atom(s, &row);
    return negated ? ha_not(s->terms, plain) : plain;
  }
  }
}

static ha_term convert(struct ha_skolem *s, ha_term term, bool negated) {
  if (!ha_term_get(s->terms, term)->has_quantifier)
    return negated ? ha_not(s->terms, term) : term;
  while (s->done[negated].count <= term)
    HA_PUSH(ha_terms_arena(s->terms), s->done[negated], 0);
  if (!s->done[negated].at[term]) {
    ha_term result = rebuild(s, term, negated);
    s->done[negated].at[term] = result;
  }
  return s->done[negated].at[term];
}

ha_term ha_skolemise(struct ha_skolem *s, ha_term formula) {
  return convert(s, formula, false);
}
