#include "../gcl/arena.h"
#include "formula.h"

static ha_term nnf(struct ha_terms *t, ha_term term, bool negated);

static ha_term connective(struct ha_terms *t, const struct ha_term_row *row,
                          bool negated) {
  ha_term *args = ha_arena_alloc(ha_terms_arena(t), row->count * sizeof *args);
  for (unsigned i = 0; i < row->count; i++)
    args[i] = nnf(t, row->args[i], negated);
  bool is_and = (row->op == HA_TERM_AND) != negated;
  return ha_all(t, is_and ? HA_TERM_AND : HA_TERM_OR, args, row->count);
}

/* p <==> q as (!p || q) && (p || !q); negated, with q the other way */
static ha_term iff(struct ha_terms *t, const struct ha_term_row *row, bool negated) {
  ha_term p = nnf(t, row->args[0], false), not_p = nnf(t, row->args[0], true);
  ha_term q = nnf(t, row->args[1], negated), not_q = nnf(t, row->args[1], !negated);
  return ha_and(t, ha_or(t, not_p, q), ha_or(t, p, not_q));
}

static ha_term nnf(struct ha_terms *t, ha_term term, bool negated) {
  const struct ha_term_row row = *ha_term_get(t, term);
  ha_term inner;
  switch (row.op) {
  case HA_TERM_NOT:
    return nnf(t, row.args[0], !negated);
  case HA_TERM_AND:
  case HA_TERM_OR:
    return connective(t, &row, negated);
  case HA_TERM_IFF:
    return iff(t, &row, negated);
  case HA_TERM_FORALL: /* ∃ is ¬∀¬: the ¬ inside stays */
    inner = nnf(t, row.args[0], negated);
    return negated ? ha_exists(t, (enum ha_sort)row.imm, inner)
                   : ha_forall(t, (enum ha_sort)row.imm, inner);
  default:
    return negated ? ha_not(t, term) : term;
  }
}

ha_term ha_formula_nnf(struct ha_terms *terms, ha_term formula) {
  return nnf(terms, formula, false);
}
