/* The ghost parent of trees follows the stores: with it `below` is reachability along
 * one link, and trees are lists (LOGIC, section 2).
 *
 * Beside x.f := y, where old = f(x) and p is the ghost parent of trees along f and
 * another link: what hung there hangs there no longer, and y hangs there now unless
 * that would make a circle, if old != null and p(old) = x then p(old) := null if y !=
 * null and not R_p(x, y) then p(y) := x. Any code may be put beside a program that
 * writes ghosts only, so nothing has to be proved for this; the tests keep p free of
 * circles, which facts.h relies on.  Only the parents that the vocabulary has when
 * execution starts are followed. */
#include "sym_state.h"

static bool is_link_of(const struct ha_sym *sym, ha_symbol parent, ha_field field) {
  struct ha_meaning_row m = ha_vocab_meaning(sym->vocab, parent);
  ha_field links[2];
  if (m.means != HA_MEANS_PARENT)
    return false;
  ha_vocab_parent_links(sym->vocab, m.id, links);
  return links[0] == field || links[1] == field;
}

static ha_term after_store(struct ha_terms *t, ha_term p, ha_term x, ha_term old,
                           ha_term y, ha_term when) {
  ha_term null = ha_null(t);
  ha_term hung[] = {when, ha_not(t, ha_eq(t, old, null)),
                    ha_eq(t, ha_select(t, p, old), x)};
  p = ha_ite(t, ha_all(t, HA_TERM_AND, hung, 3), ha_store(t, p, old, null), p);
  ha_term hangs[] = {when, ha_not(t, ha_eq(t, y, null)),
                     ha_not(t, ha_reach(t, p, x, y))};
  return ha_ite(t, ha_all(t, HA_TERM_AND, hangs, 3), ha_store(t, p, y, x), p);
}

void ha_sym_follow(struct ha_sym *sym, struct ha_sym_state *state, ha_field field,
                   ha_term base, ha_term value, ha_term when) {
  struct ha_terms *t = sym->terms;
  for (ha_symbol s = 0; (s = ha_vocab_next(sym->vocab, s));) {
    if (!is_link_of(sym, s, field))
      continue;
    ha_symbol map = ha_vocab_field(sym->vocab, field);
    ha_term old = ha_select(t, ha_sym_get(sym, state, map), base);
    ha_sym_set(sym, state, s,
               after_store(t, ha_sym_get(sym, state, s), base, old, value, when));
  }
}
