#include "expand.h"
#include "../gcl/arena.h"
#include "named.h"
#include "sheet.h"

struct ha_expander {
  struct ha_terms *terms;
  struct ha_sheet done; /* by term: ha_term */
};

struct ha_expander *ha_expander_new(struct ha_terms *terms) {
  struct ha_expander *e = ha_arena_alloc(ha_terms_arena(terms), sizeof *e);
  e->terms = terms;
  return e;
}

static ha_term *done_of(struct ha_expander *e, ha_term term) {
  return ha_sheet_slot(ha_terms_arena(e->terms), &e->done, term, sizeof(ha_term));
}

/* The arguments of a map that are objects, values or conditions, expanded. */
static struct ha_term_row map_row(struct ha_expander *e, ha_term map) {
  return *ha_term_get(e->terms, map);
}

static ha_term select_at(struct ha_expander *e, ha_term map, ha_term x) {
  struct ha_terms *t = e->terms;
  struct ha_term_row row = map_row(e, map);
  switch (row.op) {
  case HA_TERM_STORE:
    return ha_ite(t, ha_eq(t, x, ha_expand(e, row.args[1])), ha_expand(e, row.args[2]),
                  select_at(e, row.args[0], x));
  case HA_TERM_ITE:
    return ha_ite(t, ha_expand(e, row.args[0]), select_at(e, row.args[1], x),
                  select_at(e, row.args[2], x));
  case HA_TERM_SYM:
    return ha_select(t, map, x);
  default: /* a set written out: its members are known by ha_select */
    return ha_expand(e, ha_select(t, map, x));
  }
}

static ha_term between(struct ha_expander *e, ha_term map, ha_term a, ha_term b,
                       ha_term c);

static ha_term reach(struct ha_expander *e, ha_term map, ha_term a, ha_term b) {
  return between(e, map, a, b, b);
}

/* x meets y before z, or never z */
static ha_term first(struct ha_expander *e, ha_term map, ha_term x, ha_term y,
                     ha_term z) {
  struct ha_terms *t = e->terms;
  return ha_or(t, between(e, map, x, y, z),
               ha_and(t, reach(e, map, x, y), ha_not(t, reach(e, map, x, z))));
}

static ha_term between_stored(struct ha_expander *e, const struct ha_term_row *store,
                              ha_term a, ha_term b, ha_term c) {
  struct ha_terms *t = e->terms;
  ha_term f = store->args[0];
  ha_term u = ha_expand(e, store->args[1]), v = ha_expand(e, store->args[2]);
  ha_term before = ha_and(t, between(e, f, a, b, c), first(e, f, a, c, u));
  ha_term through[] = {ha_not(t, ha_eq(t, u, c)), first(e, f, a, u, c),
                       first(e, f, v, c, u),
                       ha_or(t, between(e, f, a, b, u), between(e, f, v, b, c))};
  return ha_or(t, before, ha_all(t, HA_TERM_AND, through, 4));
}

static ha_term between(struct ha_expander *e, ha_term map, ha_term a, ha_term b,
                       ha_term c) {
  struct ha_terms *t = e->terms;
  ha_term whole = ha_btwn(t, map, a, b, c);
  struct ha_term_row row = map_row(e, map);
  if (row.op == HA_TERM_SYM || whole == ha_true(t))
    return whole;
  ha_term *done = done_of(e, whole);
  if (*done)
    return *done;
  ha_term result;
  if (row.op == HA_TERM_STORE)
    result = between_stored(e, &row, a, b, c);
  else
    result = ha_ite(t, ha_expand(e, row.args[0]), between(e, row.args[1], a, b, c),
                    between(e, row.args[2], a, b, c));
  *done = result;
  return result;
}

static ha_term distance(struct ha_expander *e, ha_term map, ha_term a, ha_term c) {
  struct ha_terms *t = e->terms;
  struct ha_term_row row = map_row(e, map);
  if (row.op == HA_TERM_SYM)
    return ha_term_make(t, HA_TERM_DIST, 0, (ha_term[]){map, a, c}, 3);
  if (row.op == HA_TERM_ITE)
    return ha_ite(t, ha_expand(e, row.args[0]), distance(e, row.args[1], a, c),
                  distance(e, row.args[2], a, c));
  ha_term f = row.args[0], u = ha_expand(e, row.args[1]), v = ha_expand(e, row.args[2]);
  ha_term around =
      ha_add(t, ha_add(t, distance(e, f, a, u), ha_int(t, 1)), distance(e, f, v, c));
  return ha_ite(t, first(e, f, a, c, u), distance(e, f, a, c), around);
}

static bool is_map(const struct ha_terms *t, ha_term term) {
  enum ha_sort sort = ha_term_get(t, term)->sort;
  return sort == HA_SORT_LINK || sort == HA_SORT_DATA || sort == HA_SORT_SET;
}

/* Maps are equal where all their values are. */
static ha_term equal_maps(struct ha_expander *e, ha_term a, ha_term b) {
  struct ha_terms *t = e->terms;
  ha_term v = ha_term_bound(t, 0, HA_SORT_OBJ);
  a = ha_term_lift(t, a, 1);
  b = ha_term_lift(t, b, 1);
  return ha_forall(t, HA_SORT_OBJ, ha_eq(t, select_at(e, a, v), select_at(e, b, v)));
}

static ha_term rebuild(struct ha_expander *e, const struct ha_term_row *row) {
  struct ha_arena *arena = ha_terms_arena(e->terms);
  ha_term *args = ha_arena_alloc(arena, (row->count + 1) * sizeof *args);
  for (unsigned i = 0; i < row->count; i++)
    args[i] =
        is_map(e->terms, row->args[i]) ? row->args[i] : ha_expand(e, row->args[i]);
  switch (row->op) {
  case HA_TERM_NAMED:
    return ha_expand(e,
                     ha_named_expand(e->terms, ha_term_make(e->terms, row->op, row->imm,
                                                            args, row->count)));
  case HA_TERM_SELECT:
    return select_at(e, args[0], args[1]);
  case HA_TERM_BTWN:
    return between(e, args[0], args[1], args[2], args[3]);
  case HA_TERM_DIST:
    return distance(e, args[0], args[1], args[2]);
  case HA_TERM_EQ:
    if (is_map(e->terms, args[0]))
      return equal_maps(e, args[0], args[1]);
    break;
  default:
    break;
  }
  return ha_term_make(e->terms, row->op, row->imm, args, row->count);
}

ha_term ha_expand(struct ha_expander *e, ha_term term) {
  struct ha_term_row row = *ha_term_get(e->terms, term);
  if (!row.count || is_map(e->terms, term))
    return term;
  ha_term *done = done_of(e, term);
  if (!*done)
    *done = rebuild(e, &row);
  return *done;
}
