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

/* Deletes the candidates of the piece's end that the model breaks. */
static void delete_broken(struct run *r, const struct ha_piece *piece) {
  struct ha_propagation *p = r->p;
  for (unsigned i = 0; i < p->candidates.count; i++) {
    struct ha_candidate *c = &p->candidates.at[i];
    if (c->loc != piece->to || !c->holds)
      continue;
    ha_term then = ha_subst_apply(piece->post, c->formula);
    if (ha_lazy_truth(p->lazy, then) == HA_NO)
      c->holds = false;
  }
}

/* False: no answer is to be had. */
static bool settle(struct run *r, struct duty *duty) {
  struct ha_propagation *p = r->p;
  const struct ha_piece *piece = &p->pieces->pieces.at[duty->piece];
  struct ha_candidate *c = &p->candidates.at[duty->candidate];
  if (p->is_spent(p->context))
    return false;
  ha_term then = ha_subst_apply(piece->post, c->formula);
  ha_lazy_begin(p->lazy);
  ha_lazy_require(p->lazy, piece->guard);
  unsigned first = ha_lazy_require(p->lazy, ha_not(p->terms, then)) + 1;
  suppose_source(r, piece->from);
  switch (ha_lazy_check(p->lazy)) {
  case HA_ANSWER_UNSAT:
    duty->settled = true;
    duty->needs.count = 0;
    for (unsigned i = 0; i < p->candidates.count; i++)
      if (ha_lazy_in_core(p->lazy, first + i))
        HA_PUSH(p->arena, duty->needs, i);
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
      if (!settle(&r, &r.duties.at[i]))
        return false;
    }
  }
  return true;
}
