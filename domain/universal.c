#include "universal.h"
#include "model.h"
#include "structure.h"
#include "view.h"

enum { TRIES = 20000 }; /* tuples looked at for one universal */

struct search {
  const struct ha_view *view;
  struct ha_structure *heap;
  struct ha_tuples *found;
  ha_term body;
  unsigned depth;
  enum ha_sort sorts[HA_TUPLE];
  int64_t values[HA_TUPLE];
  ha_term terms[HA_TUPLE];
  unsigned tries;
};

static void try_from(struct search *s, unsigned at);

static void try_tuple(struct search *s) {
  s->tries++;
  if (ha_structure_body(s->heap, s->body, s->values, s->depth) != HA_NO)
    return;
  struct ha_tuple tuple = {.count = s->depth};
  for (unsigned i = 0; i < s->depth; i++)
    tuple.at[i] = s->terms[i];
  HA_PUSH(s->found->arena, s->found->list, tuple);
}

static bool is_over(const struct search *s) {
  return s->found->list.count >= s->found->limit || s->tries >= TRIES;
}

static void try_integers(struct search *s, unsigned at) {
  const struct ha_active *active = s->view->active;
  for (unsigned i = 0; i < active->all.count && !is_over(s); i++) {
    ha_term term = active->all.at[i];
    struct ha_said said;
    if (ha_term_get(active->terms, term)->sort != HA_SORT_INT ||
        !(said = ha_model_eval(s->view->model, term)).known)
      continue;
    s->values[at] = said.value;
    s->terms[at] = term;
    try_from(s, at + 1);
  }
}

static void try_from(struct search *s, unsigned at) {
  if (at == s->depth) {
    try_tuple(s);
    return;
  }
  if (s->sorts[at] == HA_SORT_INT) {
    try_integers(s, at);
    return;
  }
  for (unsigned c = 0; c < s->view->classes && !is_over(s); c++) {
    s->values[at] = c;
    s->terms[at] = s->view->rep[c];
    try_from(s, at + 1);
  }
}

void ha_universal_broken(const struct ha_view *view, struct ha_structure *heap,
                         ha_term forall, struct ha_tuples *tuples) {
  struct search s = {.view = view, .heap = heap, .found = tuples, .body = forall};
  const struct ha_term_row *row = ha_term_get(view->terms, forall);
  for (; row->op == HA_TERM_FORALL && s.depth < HA_TUPLE; s.depth++) {
    s.sorts[s.depth] = (enum ha_sort)row->imm;
    s.body = row->args[0];
    row = ha_term_get(view->terms, s.body);
  }
  try_from(&s, 0);
}
