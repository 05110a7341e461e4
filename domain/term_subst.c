/* Substitution walks the DAG once: each term is rebuilt at most once, and only if a
 * symbol (or the bound variable) in it changes. */
#include "../gcl/arena.h"
#include "term.h"
#include <assert.h>

/* ---- the bound variable ---- */

struct opening {
  struct ha_terms *terms;
  ha_term value;
  HA_VEC(ha_term) from, to, depth; /* a small memo: bodies are small */
};

static ha_term open_term(struct opening *o, ha_term term, unsigned depth);

static ha_term open_args(struct opening *o, ha_term term, unsigned depth) {
  struct ha_term_row row = *ha_term_get(o->terms, term);
  ha_term *args = ha_arena_alloc(ha_terms_arena(o->terms), row.count * sizeof *args);
  unsigned below = depth + (row.op == HA_TERM_FORALL);
  for (unsigned i = 0; i < row.count; i++)
    args[i] = open_term(o, row.args[i], below);
  return ha_term_make(o->terms, row.op, row.imm, args, row.count);
}

static ha_term open_term(struct opening *o, ha_term term, unsigned depth) {
  struct ha_term_row row = *ha_term_get(o->terms, term);
  if (row.open <= depth)
    return term;
  if (row.op == HA_TERM_BOUND)
    return row.imm == depth ? o->value : term;
  for (unsigned i = 0; i < o->from.count; i++)
    if (o->from.at[i] == term && o->depth.at[i] == depth)
      return o->to.at[i];
  ha_term result = open_args(o, term, depth);
  struct ha_arena *arena = ha_terms_arena(o->terms);
  HA_PUSH(arena, o->from, term);
  HA_PUSH(arena, o->to, result);
  HA_PUSH(arena, o->depth, depth);
  return result;
}

ha_term ha_term_instance(struct ha_terms *terms, ha_term forall, ha_term value) {
  const struct ha_term_row *row = ha_term_get(terms, forall);
  assert(row->op == HA_TERM_FORALL && !ha_term_get(terms, value)->open);
  struct opening o = {.terms = terms, .value = value};
  return open_term(&o, row->args[0], 0);
}

/* ---- further in ---- */

static ha_term lift(struct ha_terms *terms, ha_term term, unsigned by, unsigned depth) {
  struct ha_term_row row = *ha_term_get(terms, term);
  if (row.open <= depth)
    return term;
  if (row.op == HA_TERM_BOUND)
    return ha_term_bound(terms, (unsigned)row.imm + by, row.sort);
  ha_term *args = ha_arena_alloc(ha_terms_arena(terms), row.count * sizeof *args);
  for (unsigned i = 0; i < row.count; i++)
    args[i] = lift(terms, row.args[i], by, depth + (row.op == HA_TERM_FORALL));
  return ha_term_make(terms, row.op, row.imm, args, row.count);
}

ha_term ha_term_lift(struct ha_terms *terms, ha_term term, unsigned by) {
  return lift(terms, term, by, 0);
}

/* ---- symbols ---- */

struct ha_subst {
  struct ha_terms *terms;
  HA_VEC(ha_term) values; /* by symbol; 0: stays */
  HA_VEC(ha_term) done;   /* by term; 0: not yet */
};

struct ha_subst *ha_subst_new(struct ha_terms *terms) {
  struct ha_subst *s = ha_arena_alloc(ha_terms_arena(terms), sizeof *s);
  s->terms = terms;
  return s;
}

void ha_subst_set(struct ha_subst *s, ha_symbol symbol, ha_term value) {
  while (s->values.count <= symbol)
    HA_PUSH(ha_terms_arena(s->terms), s->values, 0);
  s->values.at[symbol] = value;
  s->done.count = 0;
}

ha_term ha_subst_get(const struct ha_subst *s, ha_symbol symbol) {
  return symbol < s->values.count ? s->values.at[symbol] : 0;
}

static ha_term rebuild(struct ha_subst *s, ha_term term) {
  struct ha_term_row row = *ha_term_get(s->terms, term);
  if (row.op == HA_TERM_SYM) {
    ha_term value = ha_subst_get(s, (ha_symbol)row.imm);
    return value ? value : term;
  }
  if (!row.count)
    return term;
  ha_term *args = ha_arena_alloc(ha_terms_arena(s->terms), row.count * sizeof *args);
  bool same = true;
  for (unsigned i = 0; i < row.count; i++) {
    args[i] = ha_subst_apply(s, row.args[i]);
    same &= args[i] == row.args[i];
  }
  return same ? term : ha_term_make(s->terms, row.op, row.imm, args, row.count);
}

ha_term ha_subst_apply(struct ha_subst *s, ha_term term) {
  struct ha_arena *arena = ha_terms_arena(s->terms);
  while (s->done.count <= term)
    HA_PUSH(arena, s->done, 0);
  if (!s->done.at[term]) {
    ha_term result = rebuild(s, term);
    s->done.at[term] = result;
  }
  return s->done.at[term];
}

/* ---- the symbols of a term ---- */

void ha_term_symbols(struct ha_terms *terms, ha_term term,
                     struct ha_symbol_list *list) {
  struct ha_arena *arena = ha_terms_arena(terms);
  HA_VEC(ha_term) stack = {0};
  bool *seen = ha_arena_alloc(arena, term + 1);
  HA_PUSH(arena, stack, term);
  while (stack.count) {
    ha_term at = stack.at[--stack.count];
    const struct ha_term_row *row = ha_term_get(terms, at);
    if (seen[at])
      continue;
    seen[at] = true;
    bool names = row->op == HA_TERM_SYM || row->op == HA_TERM_APP;
    bool is_new = names;
    for (unsigned i = 0; names && i < list->count; i++)
      is_new &= list->at[i] != (ha_symbol)row->imm;
    if (is_new)
      HA_PUSH(arena, *list, (ha_symbol)row->imm);
    for (unsigned i = row->count; i-- > 0;)
      HA_PUSH(arena, stack, row->args[i]);
  }
}
