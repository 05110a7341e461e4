#include "propagate.h"
#include <string.h>

/* One question: does the piece keep the candidate? */
struct duty {
  unsigned piece, candidate;
  bool settled;           /* the answer was yes … */
  HA_VEC(unsigned) needs; /* … and rests on these candidates */
};

struct run {
  struct ha_propagation *p;
  HA_VEC(struct duty) duties;
};

/* The candidates of the source, each under its number; what comes in with the entry. */
static void suppose_source(struct run *r, ha_loc from) {
  const struct ha_propagation *p = r->p;
  for (unsigned i = 0; i < p->candidates.count; i++) {
    const struct ha_candidate *c = &p->candidates.at[i];
    bool holds = c->loc == from && c->holds;
    ha_lazy_suppose(p->lazy, holds ? c->formula : ha_true(p->terms));
  }
  for (unsigned i = 0; from == p->program->entry && i < p->init->count; i++)
    ha_lazy_suppose(p->lazy, p->init->at[i]);
}

/* Deletes the candidates of the piece's end that the model breaks; false: none. */
static bool delete_broken(struct run *r, const struct ha_piece *piece) {
  struct ha_propagation *p = r->p;
  bool any = false;
  for (unsigned i = 0; i < p->candidates.count; i++) {
    struct ha_candidate *c = &p->candidates.at[i];
    if (c->loc != piece->to || !c->holds)
      continue;
    ha_term then = ha_subst_apply(piece->post, c->formula);
    if (ha_lazy_truth(p->lazy, then) == HA_NO) {
      c->holds = false;
      any = true;
    }
  }
  return any;
}

/* Source ∧ guard ∧ broken. */
static enum ha_answer ask(struct run *r, const struct ha_piece *piece, ha_term broken,
                          unsigned *first) {
  struct ha_lazy *lazy = r->p->lazy;
  ha_lazy_begin(lazy);
  ha_lazy_require(lazy, piece->guard);
  *first = ha_lazy_require(lazy, broken) + 1;
  suppose_source(r, piece->from);
  return ha_lazy_check(lazy);
}

static void note_settled(struct run *r, struct duty *duty, unsigned first) {
  struct ha_propagation *p = r->p;
  duty->settled = true;
  duty->needs.count = 0;
  for (unsigned i = 0; i < p->candidates.count; i++)
    if (ha_lazy_in_core(p->lazy, first + i))
      HA_PUSH(p->arena, duty->needs, i);
}

/* False: no answer is to be had. */
static bool settle(struct run *r, struct duty *duty) {
  struct ha_propagation *p = r->p;
  const struct ha_piece *piece = &p->pieces->pieces.at[duty->piece];
  struct ha_candidate *c = &p->candidates.at[duty->candidate];
  if (p->is_spent(p->context))
    return false;
  ha_term then = ha_subst_apply(piece->post, c->formula);
  unsigned first;
  switch (ask(r, piece, ha_not(p->terms, then), &first)) {
  case HA_ANSWER_UNSAT:
    note_settled(r, duty, first);
    return true;
  case HA_ANSWER_SAT:
    delete_broken(r, piece);
    /* fall through */
  default: /* what cannot be answered is not assumed */
    c->holds = false;
    return true;
  }
}

/* Is the question open, or open again? */
static bool is_open(const struct run *r, const struct duty *duty) {
  const struct ha_propagation *p = r->p;
  if (!p->candidates.at[duty->candidate].holds)
    return false;
  for (unsigned i = 0; duty->settled && i < duty->needs.count; i++)
    if (!p->candidates.at[duty->needs.at[i]].holds)
      return true;
  return !duty->settled;
}

static bool is_plain(const struct run *r, const struct duty *duty) {
  const struct ha_term_row *row =
      ha_term_get(r->p->terms, r->p->candidates.at[duty->candidate].formula);
  return !row->has_quantifier && row->op != HA_TERM_NAMED;
}

static bool is_asked_with(const struct run *r, const struct duty *duty,
                          unsigned piece) {
  return duty->piece == piece && is_plain(r, duty) && is_open(r, duty);
}

/* All open questions about the piece without quantifiers as one: is some candidate
 * broken?  It is asked until none is, or a model does not tell which. */
static void settle_together(struct run *r, unsigned index) {
  struct ha_propagation *p = r->p;
  const struct ha_piece *piece = &p->pieces->pieces.at[index];
  for (bool progress = true; progress && !p->is_spent(p->context);) {
    ha_term broken = ha_false(p->terms);
    unsigned first;
    for (unsigned i = 0; i < r->duties.count; i++)
      if (is_asked_with(r, &r->duties.at[i], index)) {
        ha_term kept = p->candidates.at[r->duties.at[i].candidate].formula;
        broken = ha_or(p->terms, broken,
                       ha_not(p->terms, ha_subst_apply(piece->post, kept)));
      }
    enum ha_answer answer = ask(r, piece, broken, &first);
    for (unsigned i = 0; answer == HA_ANSWER_UNSAT && i < r->duties.count; i++)
      if (is_asked_with(r, &r->duties.at[i], index))
        note_settled(r, &r->duties.at[i], first);
    progress = answer == HA_ANSWER_SAT && delete_broken(r, piece);
  }
}

static void collect_duties(struct run *r) {
  struct ha_propagation *p = r->p;
  for (int first = 1; first >= 0; first--) /* initiation before consecution */
    for (unsigned i = 0; i < p->pieces->pieces.count; i++)
      for (unsigned c = 0; c < p->candidates.count; c++) {
        const struct ha_piece *piece = &p->pieces->pieces.at[i];
        bool from_entry = piece->from == p->program->entry;
        if (piece->to == p->candidates.at[c].loc && from_entry == (first == 1))
          HA_PUSH(p->arena, r->duties, (struct duty){.piece = i, .candidate = c});
      }
}

bool ha_propagate(struct ha_propagation *p) {
  struct run r = {.p = p};
  collect_duties(&r);
  for (unsigned i = 0; i < p->candidates.count; i++)
    p->candidates.at[i].holds = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = 0; i < r.duties.count; i++) {
      if (!is_open(&r, &r.duties.at[i]))
        continue;
      changed = true;
      if (is_plain(&r, &r.duties.at[i]))
        settle_together(&r, r.duties.at[i].piece);
      if (!is_open(&r, &r.duties.at[i]))
        continue;
      if (!settle(&r, &r.duties.at[i]))
        return false;
    }
  }
  return true;
}
