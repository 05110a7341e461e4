/* Random formulas over a small vocabulary, and random or enumerated structures to
 * judge them by. */
#ifndef HEAPABS_TEST_RANDOM_FORMULA_H
#define HEAPABS_TEST_RANDOM_FORMULA_H

#include "domain/structure.h"
#include "random_program.h" /* the dice */

struct words {
  struct dice dice;
  struct ha_terms *t;
  unsigned objects, links, datas, sets, integers; /* how many of each */
  ha_symbol object[8], link[3], data[2], set[3], integer[3];
  bool distances, stores, quantifiers, functions; /* may they occur? */
};

static inline ha_symbol numbered(struct ha_terms *t, const char *name, unsigned i,
                                 enum ha_sort sort) {
  return ha_symbol_make(t, ha_arena_printf(ha_terms_arena(t), "%s%u", name, i), sort);
}

static inline void make_words(struct words *w, struct ha_terms *t, uint64_t seed) {
  w->t = t;
  w->dice.state = seed * 0x9e3779b97f4a7c15 + 1;
  for (unsigned i = 0; i < w->objects; i++)
    w->object[i] = numbered(t, "x", i, HA_SORT_OBJ);
  for (unsigned i = 0; i < w->links; i++)
    w->link[i] = numbered(t, "next", i, HA_SORT_LINK);
  for (unsigned i = 0; i < w->datas; i++)
    w->data[i] = numbered(t, "data", i, HA_SORT_DATA);
  for (unsigned i = 0; i < w->sets; i++)
    w->set[i] = numbered(t, "set", i, HA_SORT_SET);
  for (unsigned i = 0; i < w->integers; i++)
    w->integer[i] = numbered(t, "i", i, HA_SORT_INT);
}

static inline ha_term any_object(struct words *w, unsigned depth, unsigned bound);
static inline ha_term any_integer(struct words *w, unsigned depth, unsigned bound);
static inline ha_term any_formula(struct words *w, unsigned depth, unsigned bound);

static inline ha_term leaf_object(struct words *w, unsigned bound) {
  if (bound && roll(&w->dice, 2))
    return ha_term_bound(w->t, roll(&w->dice, bound), HA_SORT_OBJ);
  unsigned pick = roll(&w->dice, w->objects + 1);
  return pick < w->objects ? ha_sym(w->t, w->object[pick]) : ha_null(w->t);
}

static inline ha_term any_link(struct words *w, unsigned depth, unsigned bound) {
  ha_term link = ha_sym(w->t, w->link[roll(&w->dice, w->links)]);
  for (unsigned i = roll(&w->dice, 3); w->stores && depth && i > 0; i--)
    link = roll(&w->dice, 5) == 0 ? ha_ite(w->t, any_formula(w, 0, bound), link,
                                           any_link(w, depth - 1, bound))
                                  : ha_store(w->t, link, leaf_object(w, bound),
                                             any_object(w, depth - 1, bound));
  return link;
}

static inline ha_term any_data(struct words *w, unsigned depth, unsigned bound) {
  ha_term data = ha_sym(w->t, w->data[roll(&w->dice, w->datas)]);
  if (w->stores && depth && roll(&w->dice, 3) == 0)
    data = ha_store(w->t, data, leaf_object(w, bound), any_integer(w, 0, bound));
  return data;
}

static inline ha_term any_set(struct words *w, unsigned depth, unsigned bound) {
  ha_term set = ha_sym(w->t, w->set[roll(&w->dice, w->sets)]);
  if (!w->stores || !depth)
    return set;
  ha_term args[] = {set, any_set(w, depth - 1, bound)};
  ha_term member = leaf_object(w, bound);
  switch (roll(&w->dice, 8)) {
  case 0:
    return ha_term_make(w->t, HA_TERM_UNION, 0, args, 2);
  case 1:
    return ha_term_make(w->t, HA_TERM_INTER, 0, args, 2);
  case 2:
    return ha_term_make(w->t, HA_TERM_DIFF, 0, args, 2);
  case 3:
    return ha_term_make(w->t, HA_TERM_SINGLE, 0, &member, 1);
  case 4:
    return ha_store(w->t, set, member, any_formula(w, 0, bound));
  default:
    return set;
  }
}

static inline ha_term any_object(struct words *w, unsigned depth, unsigned bound) {
  bool in_quantifier = bound && !w->functions;
  if (!depth || in_quantifier || roll(&w->dice, 3))
    return leaf_object(w, bound);
  if (w->stores && roll(&w->dice, 6) == 0)
    return ha_ite(w->t, any_formula(w, 0, bound), leaf_object(w, bound),
                  any_object(w, depth - 1, bound));
  return ha_select(w->t, any_link(w, depth - 1, bound),
                   any_object(w, depth - 1, bound));
}

static inline ha_term any_integer(struct words *w, unsigned depth, unsigned bound) {
  unsigned pick = roll(&w->dice, 8);
  if (pick < 2 && w->integers)
    return ha_sym(w->t, w->integer[roll(&w->dice, w->integers)]);
  if (pick < 5 && w->datas)
    return ha_select(w->t, any_data(w, depth, bound), any_object(w, depth, bound));
  if (pick == 5 && depth)
    return ha_add(w->t, any_integer(w, depth - 1, bound),
                  any_integer(w, depth - 1, bound));
  if (pick == 6 && w->distances) {
    ha_term args[] = {any_link(w, depth, bound), any_object(w, depth, bound),
                      any_object(w, depth, bound)};
    return ha_term_make(w->t, HA_TERM_DIST, 0, args, 3);
  }
  return ha_int(w->t, (int64_t)roll(&w->dice, 4) - 1);
}

static inline ha_term any_atom(struct words *w, unsigned depth, unsigned bound) {
  ha_term x = any_object(w, depth, bound), y = any_object(w, depth, bound);
  switch (roll(&w->dice, 10)) {
  case 0:
  case 1:
    return ha_eq(w->t, x, y);
  case 2:
    if (w->datas || w->integers)
      return ha_le(w->t, any_integer(w, depth, bound), any_integer(w, depth, bound));
    break;
  case 3:
    if (w->sets)
      return ha_select(w->t, any_set(w, depth, bound), x);
    break;
  case 4:
    if (w->sets && w->stores && roll(&w->dice, 4) == 0)
      return ha_eq(w->t, any_set(w, depth, bound), any_set(w, depth, bound));
    break;
  case 5:
  case 6:
    return ha_btwn(w->t, any_link(w, depth, bound), x, y, any_object(w, depth, bound));
  default:
    break;
  }
  return ha_reach(w->t, any_link(w, depth, bound), x, y);
}

/* A formula whose bound variables are those of the `bound` nearest quantifiers. */
static inline ha_term any_formula(struct words *w, unsigned depth, unsigned bound) {
  if (!depth)
    return any_atom(w, 0, bound);
  switch (roll(&w->dice, 9)) {
  case 0:
  case 1:
    return ha_not(w->t, any_formula(w, depth - 1, bound));
  case 2:
  case 3:
    return ha_and(w->t, any_formula(w, depth - 1, bound),
                  any_formula(w, depth - 1, bound));
  case 4:
    return ha_or(w->t, any_formula(w, depth - 1, bound),
                 any_formula(w, depth - 1, bound));
  case 5:
    return ha_eq(w->t, any_formula(w, depth - 1, bound),
                 any_formula(w, depth - 1, bound));
  case 6:
    if (w->quantifiers)
      return ha_forall(w->t, HA_SORT_OBJ, any_formula(w, depth - 1, bound + 1));
    break;
  default:
    break;
  }
  return any_atom(w, depth, bound);
}

/* As a tree in prefix form: for the report of a failure. */
static inline const char *show(const struct ha_terms *t, ha_term term) {
  const struct ha_term_row *row = ha_term_get(t, term);
  struct ha_arena *arena = ha_terms_arena(t);
  const char *text = ha_term_text[row->op];
  if (row->op == HA_TERM_SYM || row->op == HA_TERM_APP)
    text = ha_symbol_get(t, (ha_symbol)row->imm)->name;
  if (row->op == HA_TERM_INT || row->op == HA_TERM_BOUND)
    text =
        ha_arena_printf(arena, row->op == HA_TERM_INT ? "%ld" : "v%ld", (long)row->imm);
  for (unsigned i = 0; i < row->count; i++)
    text = ha_arena_printf(arena, "%s%s %s", i ? "" : "(", text, show(t, row->args[i]));
  return row->count ? ha_arena_printf(arena, "%s)", text) : text;
}

/* ---- structures ---- */

/* Another structure of n objects, in the same memory. */
static inline void any_structure(struct words *w, struct ha_structure *s, unsigned n) {
  ha_structure_reset(s, n);
  for (unsigned i = 0; i < w->objects; i++)
    ha_structure_set(s, w->object[i], roll(&w->dice, n));
  for (unsigned i = 0; i < w->integers; i++)
    ha_structure_set(s, w->integer[i], (int64_t)roll(&w->dice, 5) - 1);
  for (unsigned i = 0; i < w->links; i++)
    for (unsigned x = 1; x < n; x++)
      ha_structure_map(s, w->link[i])[x] = roll(&w->dice, n);
  for (unsigned i = 0; i < w->datas; i++)
    for (unsigned x = 0; x < n; x++)
      ha_structure_map(s, w->data[i])[x] = (int64_t)roll(&w->dice, 5) - 1;
  for (unsigned i = 0; i < w->sets; i++)
    for (unsigned x = 0; x < n; x++)
      ha_structure_map(s, w->set[i])[x] = roll(&w->dice, 2);
  ha_structure_changed(s);
}

#endif
