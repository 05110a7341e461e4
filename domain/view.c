#include "view.h"
#include "model.h"

static void add_class(struct ha_view *v, ha_term object) {
  struct ha_said number = ha_model_eval(v->model, object);
  if (!number.known)
    return;
  while (v->class_of.count <= (uint64_t)number.value)
    HA_PUSH(v->arena, v->class_of, -1);
  if (v->class_of.at[number.value] >= 0)
    return;
  v->class_of.at[number.value] = (int)v->classes;
  v->rep[v->classes++] = object;
}

unsigned ha_view_class(const struct ha_view *v, ha_term object) {
  struct ha_said number = ha_model_eval(v->model, object);
  if (!number.known || (uint64_t)number.value >= v->class_of.count)
    return HA_NULL_CLASS;
  int class = v->class_of.at[number.value];
  return class < 0 ? HA_NULL_CLASS : (unsigned)class;
}

const struct ha_link_view *ha_view_link(const struct ha_view *v, ha_symbol link) {
  for (unsigned i = 0; i < v->links.count; i++)
    if (v->links.at[i].link == link)
      return &v->links.at[i];
  return NULL;
}

static struct ha_link_view *link_of(struct ha_view *v, ha_term map) {
  ha_symbol symbol = (ha_symbol)ha_term_get(v->terms, map)->imm;
  struct ha_link_view *found = (struct ha_link_view *)ha_view_link(v, symbol);
  if (found)
    return found;
  unsigned n = v->classes;
  struct ha_link_view link = {
      .link = symbol,
      .next = ha_arena_alloc(v->arena, n * sizeof *link.next),
      .from = ha_arena_alloc(v->arena, n * sizeof *link.from),
      .said = ha_arena_alloc(v->arena, n * n * sizeof *link.said),
      .atom = ha_arena_alloc(v->arena, n * n * sizeof *link.atom),
      .triple = ha_arena_alloc(v->arena, n * n * sizeof *link.triple),
      .reach = ha_arena_alloc(v->arena, n * v->words * sizeof *link.reach)};
  for (unsigned i = 0; i < n; i++)
    link.next[i] = -1;
  HA_PUSH(v->arena, v->links, link);
  return &v->links.at[v->links.count - 1];
}

static void add_atom(struct ha_view *v, ha_term atom) {
  const struct ha_term_row *row = ha_term_get(v->terms, atom);
  struct ha_link_view *link = link_of(v, row->args[0]);
  struct ha_said holds = ha_model_eval(v->model, atom);
  link->asked = true;
  if (!holds.known)
    return;
  unsigned x = ha_view_class(v, row->args[1]), y = ha_view_class(v, row->args[2]);
  unsigned z = ha_view_class(v, row->args[3]), n = v->classes;
  if (y == z) {
    link->said[x * n + y] = holds.value ? 1 : -1;
    link->atom[x * n + y] = atom;
  } else {
    unsigned *last = &link->triple[x * n + y];
    HA_PUSH(v->arena, link->triples,
            (struct ha_triple){x, y, z, holds.value, atom, *last});
    *last = link->triples.count;
  }
}

static void add_step(struct ha_view *v, ha_term step) {
  const struct ha_term_row *row = ha_term_get(v->terms, step);
  struct ha_link_view *link = link_of(v, row->args[0]);
  if (!ha_model_eval(v->model, step).known)
    return;
  unsigned x = ha_view_class(v, row->args[1]);
  if (link->next[x] >= 0)
    return;
  link->next[x] = (int)ha_view_class(v, step);
  bool is_choice = ha_term_get(v->terms, row->args[1])->op == HA_TERM_ITE;
  link->from[x] = is_choice ? v->rep[x] : row->args[1];
}

static void set_reach(const struct ha_view *v, struct ha_link_view *link, unsigned x,
                      unsigned y) {
  link->reach[x * v->words + y / 64] |= UINT64_C(1) << y % 64;
}

/* Warshall, a row of bits at a time. */
static void close_link(const struct ha_view *v, struct ha_link_view *link) {
  unsigned n = v->classes;
  for (unsigned x = 0; x < n; x++) {
    set_reach(v, link, x, x);
    if (link->next[x] >= 0)
      set_reach(v, link, x, (unsigned)link->next[x]);
    for (unsigned y = 0; y < n; y++)
      if (link->said[x * n + y] > 0)
        set_reach(v, link, x, y);
  }
  for (unsigned k = 0; k < n; k++)
    for (unsigned x = 0; x < n; x++)
      for (unsigned w = 0; ha_link_reaches(v, link, x, k) && w < v->words; w++)
        link->reach[x * v->words + w] |= link->reach[k * v->words + w];
}

struct ha_view *ha_view_new(struct ha_arena *arena, struct ha_model *model,
                            const struct ha_active *active) {
  struct ha_view *v = ha_arena_alloc(arena, sizeof *v);
  v->arena = arena;
  v->terms = active->terms;
  v->model = model;
  v->active = active;
  v->rep = ha_arena_alloc(arena, (active->objects.count + 1) * sizeof *v->rep);
  v->rep[v->classes++] = ha_null(v->terms); /* even if the model does not need it */
  struct ha_said null = ha_model_eval(model, ha_null(v->terms));
  for (int64_t i = 0; null.known && i <= null.value; i++)
    HA_PUSH(arena, v->class_of, i == null.value ? 0 : -1);
  for (unsigned i = 0; i < active->objects.count; i++)
    add_class(v, active->objects.at[i]);
  v->words = (v->classes + 63) / 64;
  for (unsigned i = 0; i < active->atoms.count; i++)
    add_atom(v, active->atoms.at[i]);
  for (unsigned i = 0; i < active->distances.count; i++)
    link_of(v, ha_term_get(v->terms, active->distances.at[i])->args[0])->asked = true;
  for (unsigned i = 0; i < active->steps.count; i++)
    add_step(v, active->steps.at[i]);
  for (unsigned i = 0; i < v->links.count; i++)
    if (v->links.at[i].asked)
      close_link(v, &v->links.at[i]);
  return v;
}

int ha_link_between(const struct ha_view *v, const struct ha_link_view *link,
                    unsigned x, unsigned y, unsigned z) {
  if (y == z)
    return x == y ? 1 : ha_link_said(v, link, x, y);
  for (unsigned i = link->triple[x * v->classes + y]; i;
       i = link->triples.at[i - 1].next)
    if (link->triples.at[i - 1].z == z)
      return link->triples.at[i - 1].holds ? 1 : -1;
  return 0;
}

/* How sure is it that, going from x, y comes before z? */
static bool before(const struct ha_view *v, const struct ha_link_view *link, unsigned x,
                   unsigned y, unsigned z) {
  int said = ha_link_between(v, link, x, y, z);
  if (said)
    return said > 0;
  if (ha_link_between(v, link, x, z, y) > 0)
    return false;
  return ha_link_reaches(v, link, y, z) && !ha_link_reaches(v, link, z, y);
}

unsigned ha_link_nearest(const struct ha_view *v, const struct ha_link_view *link,
                         unsigned x) {
  unsigned best = x, most = 0;
  for (unsigned y = 0; y < v->classes; y++) {
    if (y == x || !ha_link_reaches(v, link, x, y))
      continue;
    unsigned count = 1;
    for (unsigned z = 0; z < v->classes; z++)
      count += z != x && z != y && ha_link_reaches(v, link, x, z) &&
               before(v, link, x, y, z);
    if (count > most) {
      best = y;
      most = count;
    }
  }
  return best;
}
