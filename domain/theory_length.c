/* Distances.  D(x,y) is followed along its path: a step where f(x) is there, the
 * nearest object that is known otherwise, until nothing lies between.  The length of
 * such a last piece is free: heap.c puts as many nodes there as the model says. */
#include "model.h"
#include "theory.h"

enum { PER_ROUND = 24 };

struct lengths {
  const struct ha_view *view;
  struct ha_missing *missing;
};

static struct ha_said distance(const struct lengths *l, const struct ha_link_view *link,
                               ha_term x, ha_term y) {
  ha_term map = ha_sym(l->view->terms, link->link);
  ha_term d = ha_term_make(l->view->terms, HA_TERM_DIST, 0, (ha_term[]){map, x, y}, 3);
  return ha_model_eval(l->view->model, d);
}

static bool is_sum(struct ha_said whole, struct ha_said a, int64_t b, bool b_known) {
  return a.known && b_known && whole.value == a.value + b;
}

/* R(x,y) ∧ x ≠ y, and f(x) is there: D(x,y) = D(f x,y) + 1 */
static void follow_step(struct lengths *l, const struct ha_link_view *link, unsigned x,
                        unsigned y, struct ha_said whole) {
  const ha_term *rep = l->view->rep;
  ha_term from = link->from[x];
  ha_term map = ha_sym(l->view->terms, link->link);
  ha_term next = ha_select(l->view->terms, map, from);
  struct ha_said rest = distance(l, link, next, rep[y]);
  if ((unsigned)link->next[x] == y)
    rest = (struct ha_said){true, 0};
  if (!is_sum(whole, rest, 1, true) || !distance(l, link, from, rep[y]).known)
    ha_miss(l->missing, HA_AXIOM_DIST_STEP, link->link, (ha_term[]){from, rep[y]});
}

/* B(x,m,y), m the nearest: D(x,y) = D(x,m) + D(m,y) */
static void follow_nearest(struct lengths *l, const struct ha_link_view *link,
                           unsigned x, unsigned m, unsigned y, struct ha_said whole) {
  const struct ha_view *v = l->view;
  ha_term at[] = {v->rep[x], v->rep[m], v->rep[y]};
  struct ha_said first = distance(l, link, at[0], at[1]);
  struct ha_said rest = distance(l, link, at[1], at[2]);
  if (is_sum(whole, first, rest.value, rest.known) &&
      distance(l, link, at[0], at[2]).known)
    return;
  if (ha_link_between(v, link, x, m, y) <= 0 &&
      ha_link_reaches(v, link, x, HA_NULL_CLASS))
    ha_miss(l->missing, HA_AXIOM_ACYCLIC, link->link, at);
  ha_miss(l->missing, HA_AXIOM_DIST_SUM, link->link, at);
}

static void check_distance(struct lengths *l, ha_term term) {
  const struct ha_view *v = l->view;
  const struct ha_term_row row = *ha_term_get(v->terms, term);
  struct ha_said length = ha_model_eval(v->model, term);
  ha_symbol symbol = (ha_symbol)ha_term_get(v->terms, row.args[0])->imm;
  const struct ha_link_view *link = ha_view_link(v, symbol);
  unsigned x = ha_view_class(v, row.args[1]), y = ha_view_class(v, row.args[2]);
  bool reaches = ha_link_reaches(v, link, x, y);
  if (!length.known)
    return;
  if (x == y && length.value)
    ha_miss(l->missing, HA_AXIOM_DIST_SELF, symbol, row.args + 1);
  else if (length.value < 0 || (!length.value && reaches && x != y))
    ha_miss(l->missing, HA_AXIOM_DIST_POS, symbol, row.args + 1);
  else if (reaches && x != y && link->next[x] >= 0)
    follow_step(l, link, x, y, length);
  else if (reaches && x != y && ha_link_nearest(v, link, x) != y)
    follow_nearest(l, link, x, ha_link_nearest(v, link, x), y, length);
}

static void check(const struct ha_view *view, struct ha_missing *missing) {
  struct lengths l = {view, missing};
  const ha_term_vec *list = &view->active->distances;
  for (unsigned i = 0; i < list->count && missing->axioms.count < PER_ROUND; i++)
    check_distance(&l, list->at[i]);
}

const struct ha_theory ha_theory_length = {"length", check};
