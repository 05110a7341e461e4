#include "heap.h"
#include "model.h"
#include "structure.h"
#include "view.h"

enum { FILLERS = 64 }; /* nodes that only distances ask for */

struct gap {
  ha_symbol link;
  unsigned from, to; /* objects; from's next is to be `count` fillers away from to */
  unsigned count;
};

struct builder {
  const struct ha_view *view;
  struct ha_structure *heap;
  HA_VEC(struct gap) gaps;
  HA_VEC(ha_symbol) maps; /* that have values */
  unsigned fillers;
};

/* ---- steps ---- */

/* May x lead to null, without someone reaching null who is said not to? */
static bool may_end(const struct ha_view *v, const struct ha_link_view *link,
                    unsigned x) {
  for (unsigned y = 0; y < v->classes; y++)
    if (ha_link_reaches(v, link, y, x) && ha_link_said(v, link, y, HA_NULL_CLASS) < 0)
      return false;
  for (unsigned i = 0; i < link->triples.count; i++) {
    const struct ha_triple *t = &link->triples.at[i];
    if (!t->holds && t->z == HA_NULL_CLASS && ha_link_reaches(v, link, t->x, x) &&
        ha_link_reaches(v, link, t->x, t->y))
      return false;
  }
  return true;
}

/* Where something is said of reaching along the link, null ends it, whatever the model
 * says so far: a heap in which it does not is none. */
static unsigned step(const struct ha_view *v, const struct ha_link_view *link,
                     unsigned x) {
  if (link->asked && x == HA_NULL_CLASS)
    return HA_NULL_CLASS;
  if (link->next[x] >= 0)
    return (unsigned)link->next[x];
  if (!link->asked)
    return HA_NULL_CLASS;
  unsigned next = ha_link_nearest(v, link, x);
  return next == x && may_end(v, link, x) ? HA_NULL_CLASS : next;
}

static void add_map(struct builder *b, ha_symbol map) {
  for (unsigned i = 0; i < b->maps.count; i++)
    if (b->maps.at[i] == map)
      return;
  HA_PUSH(b->view->arena, b->maps, map);
}

static ha_symbol map_of(const struct builder *b, ha_term map) {
  return (ha_symbol)ha_term_get(b->view->terms, map)->imm;
}

/* ---- distances ---- */

/* D(x,y) = k > 1 where y is what x meets first, and no f(x) is there to say otherwise:
 * a gap of k-1 nodes. */
static void find_gap(struct builder *b, ha_term distance) {
  const struct ha_view *v = b->view;
  const struct ha_term_row *row = ha_term_get(v->terms, distance);
  struct ha_said length = ha_model_eval(v->model, distance);
  const struct ha_link_view *link = ha_view_link(v, map_of(b, row->args[0]));
  unsigned x = ha_view_class(v, row->args[1]), y = ha_view_class(v, row->args[2]);
  if (!length.known || length.value < 2 || length.value > FILLERS || x == y ||
      link->next[x] >= 0 || step(v, link, x) != y)
    return;
  for (unsigned i = 0; i < b->gaps.count; i++)
    if (b->gaps.at[i].link == link->link && b->gaps.at[i].from == x)
      return;
  unsigned count = (unsigned)length.value - 1;
  if (b->fillers + count > FILLERS)
    return;
  b->fillers += count;
  HA_PUSH(v->arena, b->gaps, (struct gap){link->link, x, y, count});
}

static void fill_gaps(struct builder *b) {
  int64_t filler = b->view->classes;
  for (unsigned i = 0; i < b->gaps.count; i++) {
    const struct gap *gap = &b->gaps.at[i];
    int64_t *next = ha_structure_map(b->heap, gap->link), at = gap->from;
    for (unsigned k = 0; k < gap->count; k++, at = filler++) {
      for (unsigned m = 0; m < b->maps.count; m++) {
        int64_t *map = ha_structure_map(b->heap, b->maps.at[m]);
        map[filler] = map[gap->from];
      }
      next[at] = filler;
    }
    next[at] = gap->to;
  }
}

/* ---- values ---- */

static int64_t object_or_number(const struct builder *b, ha_term term, int64_t value) {
  bool is_object = ha_term_get(b->view->terms, term)->sort == HA_SORT_OBJ;
  return is_object ? ha_view_class(b->view, term) : value;
}

static void set_application(struct builder *b, ha_term term, int64_t value) {
  const struct ha_term_row *row = ha_term_get(b->view->terms, term);
  int64_t args[4];
  for (unsigned i = 0; i < row->count; i++) {
    struct ha_said arg = ha_model_eval(b->view->model, row->args[i]);
    if (!arg.known)
      return;
    args[i] = object_or_number(b, row->args[i], arg.value);
  }
  ha_structure_set_at(b->heap, (ha_symbol)row->imm, args, value);
}

static void set_value(struct builder *b, ha_term term) {
  const struct ha_view *v = b->view;
  const struct ha_term_row *row = ha_term_get(v->terms, term);
  struct ha_said said = ha_model_eval(v->model, term);
  if (!said.known)
    return;
  int64_t value = object_or_number(b, term, said.value);
  if (row->op == HA_TERM_APP) {
    set_application(b, term, value);
    return;
  }
  ha_symbol map = map_of(b, row->args[0]);
  add_map(b, map);
  ha_structure_map(b->heap, map)[ha_view_class(v, row->args[1])] = value;
}

static void set_symbol(struct builder *b, ha_term term) {
  struct ha_said said = ha_model_eval(b->view->model, term);
  if (said.known)
    ha_structure_set(b->heap, (ha_symbol)ha_term_get(b->view->terms, term)->imm,
                     object_or_number(b, term, said.value));
}

void ha_heap_build(const struct ha_view *v, struct ha_structure *heap) {
  struct builder b = {.view = v, .heap = heap};
  for (unsigned i = 0; i < v->active->distances.count; i++)
    find_gap(&b, v->active->distances.at[i]);
  ha_structure_reset(heap, v->classes + b.fillers);
  for (unsigned i = 0; i < v->active->symbols.count; i++)
    set_symbol(&b, v->active->symbols.at[i]);
  for (unsigned i = 0; i < v->links.count; i++) {
    int64_t *next = ha_structure_map(heap, v->links.at[i].link);
    add_map(&b, v->links.at[i].link);
    for (unsigned x = 0; x < v->classes; x++)
      next[x] = step(v, &v->links.at[i], x);
  }
  for (unsigned i = 0; i < v->active->values.count; i++)
    set_value(&b, v->active->values.at[i]);
  fill_gaps(&b);
  ha_structure_changed(heap);
}
