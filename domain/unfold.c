#include "unfold.h"
#include "../gcl/arena.h"
#include "named.h"
#include "sheet.h"

struct ha_unfolder {
  struct ha_terms *terms;
  struct ha_sheet whole; /* by formula: ha_term */
  struct ha_sheet done;  /* by term without named properties: ha_term */
};

struct ha_unfolder *ha_unfolder_new(struct ha_terms *terms) {
  struct ha_unfolder *u = ha_arena_alloc(ha_terms_arena(terms), sizeof *u);
  u->terms = terms;
  return u;
}

static ha_term *slot(struct ha_unfolder *u, ha_term term) {
  return ha_sheet_slot(ha_terms_arena(u->terms), &u->done, term, sizeof(ha_term));
}

/* ∀v. a(v) = b(v) */
static ha_term same_everywhere(struct ha_terms *t, ha_term a, ha_term b) {
  ha_term v = ha_term_bound(t, 0, HA_SORT_OBJ);
  a = ha_term_lift(t, a, 1);
  b = ha_term_lift(t, b, 1);
  return ha_forall(t, HA_SORT_OBJ, ha_eq(t, ha_select(t, a, v), ha_select(t, b, v)));
}

static ha_term equalities(struct ha_unfolder *u, ha_term term) {
  struct ha_terms *t = u->terms;
  struct ha_term_row row = *ha_term_get(t, term);
  if (!row.count)
    return term;
  if (*slot(u, term))
    return *slot(u, term);
  ha_term *args = ha_arena_alloc(ha_terms_arena(t), row.count * sizeof *args);
  bool same = true;
  for (unsigned i = 0; i < row.count; i++) {
    args[i] = equalities(u, row.args[i]);
    same &= args[i] == row.args[i];
  }
  enum ha_sort sort = ha_term_get(t, args[0])->sort;
  ha_term result = term;
  if (row.op == HA_TERM_EQ && (sort == HA_SORT_LINK || sort == HA_SORT_DATA))
    result = same_everywhere(t, args[0], args[1]);
  else if (!same)
    result = ha_term_make(t, row.op, row.imm, args, row.count);
  *slot(u, term) = result;
  return result;
}

ha_term ha_unfold(struct ha_unfolder *u, ha_term formula) {
  struct ha_arena *arena = ha_terms_arena(u->terms);
  ha_term *whole = ha_sheet_slot(arena, &u->whole, formula, sizeof *whole);
  if (!*whole)
    *whole = equalities(u, ha_named_expand(u->terms, formula));
  return *whole;
}
