#include "flow_state.h"

#include <string.h>

static bool value_leq(const struct ha_flow_value *a, const struct ha_flow_value *b) {
  if (a->may & PRIVATE && !(b->may & PRIVATE))
    return false; /* BAD is anything, except an address that is nobody else's */
  if (b->may & BAD)
    return b->may & NIL || !(a->may & NIL) || a->may & CONST;
  if (a->may & ~b->may)
    return false;
  if (a->may & GOOD && a->type != b->type)
    return false;
  if (a->may & PRIVATE && (a->region != b->region || a->offset != b->offset))
    return false;
  return !(a->may & CONST) || a->offset == b->offset;
}

/* Relates b's value numbers to a's while two states are compared: equal numbers in b
 * must be equal in a. */
struct matching {
  const struct ha_flow_state *a, *b;
  ha_flow_vn *image; /* by b's number; 0 is "not met yet" */
};

static bool match(struct matching *m, ha_flow_vn in_a, ha_flow_vn in_b) {
  if (in_b == 0) /* "anything", but no address that is nobody else's */
    return !(m->a->values.at[in_a].may & PRIVATE);
  if (m->image[in_b])
    return m->image[in_b] == in_a + 1;
  m->image[in_b] = in_a + 1;
  return value_leq(&m->a->values.at[in_a], &m->b->values.at[in_b]);
}

static const struct ha_flow_cell *same_cell(const struct matching *m,
                                            const struct ha_flow_cell *cell) {
  uint32_t base = cell->base;
  if (!cell->in_region) {
    if (!m->image[base])
      return NULL;
    base = m->image[base] - 1;
  }
  return ha_flow_cell_find((struct ha_flow_state *)m->a, cell->in_region, base,
                           cell->offset);
}

static bool regions_leq(const struct ha_flow_context *c, const struct ha_flow_state *a,
                        const struct ha_flow_state *b) {
  for (unsigned r = 0; r < c->regions; r++) {
    const struct ha_flow_region *x = &a->regions[r], *y = &b->regions[r];
    if (x->status != y->status)
      return false;
    if (x->status == HA_FLOW_PRIVATE &&
        (x->size != y->size || x->type != y->type || (y->zeroed && !x->zeroed)))
      return false;
    if (x->status == HA_FLOW_PRIVATE && x->zeroed != y->zeroed)
      return false;
  }
  return true;
}

static bool flags_leq(const struct ha_flow_context *c, const struct ha_flow_state *a,
                      const struct ha_flow_state *b) {
  if ((a->all_broken && !b->all_broken) || (a->published && !b->published) ||
      (a->unlinked && !b->unlinked))
    return false;
  for (unsigned t = 0; t < c->types; t++)
    if (a->broken[t] && !b->broken[t] && !b->all_broken)
      return false;
  return true;
}

/* Each cell b knows, a must know as well; and of a private region the other way
 * round too, because a missing cell there means zero or uninitialised. */
static bool cells_leq(struct matching *m) {
  for (unsigned i = 0; i < m->b->cells.count; i++) {
    const struct ha_flow_cell *cell = &m->b->cells.at[i];
    const struct ha_flow_cell *other = same_cell(m, cell);
    if (!other || other->type != cell->type || !match(m, other->vn, cell->vn))
      return false;
  }
  for (unsigned i = 0; i < m->a->cells.count; i++) {
    const struct ha_flow_cell *cell = &m->a->cells.at[i];
    if (cell->in_region && !ha_flow_cell_find((struct ha_flow_state *)m->b, true,
                                              cell->base, cell->offset))
      return false;
  }
  return true;
}

bool ha_flow_leq(const struct ha_flow_context *c, const struct ha_flow_state *a,
                 const struct ha_flow_state *b) {
  if (!flags_leq(c, a, b) || !regions_leq(c, a, b))
    return false;
  struct matching m = {a, b, NULL};
  m.image = ha_arena_alloc(c->arena, b->values.count * sizeof *m.image);
  for (unsigned i = 0; i < c->slots; i++)
    if (!match(&m, a->slots[i], b->slots[i]))
      return false;
  return cells_leq(&m);
}

/* The join gives each pair of numbers that meets in one slot a number of its own. */
struct pair {
  ha_flow_vn a, b, joined;
};

struct pairing {
  const struct ha_flow_context *c;
  struct ha_flow_state *a, *b, *out;
  HA_VEC(struct pair) pairs;
};

static struct ha_flow_value value_join(const struct ha_flow_value *a,
                                       const struct ha_flow_value *b) {
  if (value_leq(a, b))
    return *b;
  if (value_leq(b, a))
    return *a;
  uint8_t may = a->may | b->may;
  bool clash =
      may & (BAD | CONST) || (may & GOOD && may & PRIVATE) ||
      (a->may & b->may & GOOD && a->type != b->type) ||
      (a->may & b->may & PRIVATE && (a->region != b->region || a->offset != b->offset));
  if (clash)
    return (struct ha_flow_value){.may = (may & CONST ? NIL : may & NIL) | BAD};
  struct ha_flow_value joined = a->may & (GOOD | PRIVATE) ? *a : *b;
  joined.may = may;
  return joined;
}

static ha_flow_vn pair(struct pairing *p, ha_flow_vn in_a, ha_flow_vn in_b) {
  if (!in_a || !in_b)
    return 0;
  for (unsigned i = 0; i < p->pairs.count; i++)
    if (p->pairs.at[i].a == in_a && p->pairs.at[i].b == in_b)
      return p->pairs.at[i].joined;
  ha_flow_vn joined = ha_flow_number(
      p->c, p->out, value_join(&p->a->values.at[in_a], &p->b->values.at[in_b]));
  HA_PUSH(p->c->arena, p->pairs, (struct pair){in_a, in_b, joined});
  return joined;
}

/* A region can stay private in the join only if it is private in both. */
static void agree_on_regions(const struct ha_flow_context *c, struct ha_flow_state *a,
                             struct ha_flow_state *b) {
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned r = 0; r < c->regions; r++) {
      enum ha_flow_status x = a->regions[r].status, y = b->regions[r].status;
      bool both = x == HA_FLOW_PRIVATE && y == HA_FLOW_PRIVATE &&
                  a->regions[r].zeroed == b->regions[r].zeroed &&
                  a->regions[r].size == b->regions[r].size;
      if ((x != HA_FLOW_PRIVATE && y != HA_FLOW_PRIVATE) || both)
        continue;
      ha_flow_lose(c, a, r);
      ha_flow_lose(c, b, r);
      changed = true;
    }
  }
}

/* Gives up private regions that meet something else in one slot or cell. */
static bool separate(struct pairing *p, ha_flow_vn in_a, ha_flow_vn in_b) {
  struct ha_flow_value *x = &p->a->values.at[in_a], *y = &p->b->values.at[in_b];
  bool same =
      x->may & y->may & PRIVATE && x->region == y->region && x->offset == y->offset;
  bool alone = !(x->may & PRIVATE && y->may & PRIVATE) &&
               !((x->may | y->may) & (GOOD | BAD | CONST));
  if (!((x->may | y->may) & PRIVATE) || same || alone)
    return false;
  uint32_t first = x->may & PRIVATE ? x->region : y->region;
  uint32_t second = y->may & PRIVATE ? y->region : first;
  ha_flow_lose(p->c, p->a, first);
  ha_flow_lose(p->c, p->b, first);
  ha_flow_lose(p->c, p->a, second);
  ha_flow_lose(p->c, p->b, second);
  return true;
}

/* The number of a region's cell; 0, "anything", where it was never written. */
static ha_flow_vn held(struct ha_flow_state *s, const struct ha_flow_cell *cell) {
  const struct ha_flow_cell *other =
      ha_flow_cell_find(s, true, cell->base, cell->offset);
  return other ? other->vn : 0;
}

static bool separate_cells(struct pairing *p, const struct ha_flow_state *of) {
  for (unsigned i = 0; i < of->cells.count; i++) {
    const struct ha_flow_cell *cell = &of->cells.at[i];
    if (cell->in_region && separate(p, held(p->a, cell), held(p->b, cell)))
      return true;
  }
  return false;
}

static void separate_all(struct pairing *p) {
  for (bool changed = true; changed;) {
    agree_on_regions(p->c, p->a, p->b);
    changed = separate_cells(p, p->a) || separate_cells(p, p->b);
    for (unsigned i = 0; i < p->c->slots && !changed; i++)
      changed = separate(p, p->a->slots[i], p->b->slots[i]);
  }
}

static ha_flow_vn missing(struct pairing *p, struct ha_flow_state *s, uint32_t region) {
  struct ha_flow_value value = {.may = s->regions[region].zeroed ? NIL : NIL | BAD};
  return ha_flow_number(p->c, s, value);
}

static void join_region_cells(struct pairing *p) {
  for (unsigned i = 0; i < p->a->cells.count; i++) {
    struct ha_flow_cell cell = p->a->cells.at[i];
    if (!cell.in_region)
      continue;
    const struct ha_flow_cell *other =
        ha_flow_cell_find(p->b, true, cell.base, cell.offset);
    ha_flow_vn in_b = other ? other->vn : missing(p, p->b, cell.base);
    cell.vn = pair(p, cell.vn, in_b);
    HA_PUSH(p->c->arena, p->out->cells, cell);
  }
  for (unsigned i = 0; i < p->b->cells.count; i++) {
    struct ha_flow_cell cell = p->b->cells.at[i];
    if (!cell.in_region || ha_flow_cell_find(p->out, true, cell.base, cell.offset))
      continue;
    cell.vn = pair(p, missing(p, p->a, cell.base), cell.vn);
    HA_PUSH(p->c->arena, p->out->cells, cell);
  }
}

static void join_other_cells(struct pairing *p) {
  for (unsigned i = 0; i < p->pairs.count; i++) {
    struct pair base = p->pairs.at[i];
    for (unsigned k = 0; k < p->a->cells.count; k++) {
      struct ha_flow_cell cell = p->a->cells.at[k];
      if (cell.in_region || cell.base != base.a)
        continue;
      const struct ha_flow_cell *other =
          ha_flow_cell_find(p->b, false, base.b, cell.offset);
      if (!other || other->type != cell.type)
        continue;
      cell.base = base.joined;
      cell.vn = pair(p, cell.vn, other->vn);
      HA_PUSH(p->c->arena, p->out->cells, cell);
    }
  }
}

struct ha_flow_state *ha_flow_join(const struct ha_flow_context *c,
                                   const struct ha_flow_state *a,
                                   const struct ha_flow_state *b) {
  struct pairing p = {.c = c,
                      .a = ha_flow_state_copy(c, a),
                      .b = ha_flow_state_copy(c, b),
                      .out = ha_flow_state_new(c)};
  separate_all(&p);
  for (unsigned i = 0; i < c->slots; i++)
    p.out->slots[i] = pair(&p, p.a->slots[i], p.b->slots[i]);
  for (unsigned r = 0; r < c->regions; r++) {
    const struct ha_flow_region *x = &p.a->regions[r], *y = &p.b->regions[r];
    p.out->regions[r] = x->status == HA_FLOW_NONE ? *y : *x;
    if (x->status == HA_FLOW_PUBLISHED || y->status == HA_FLOW_PUBLISHED)
      p.out->regions[r].status = HA_FLOW_PUBLISHED;
  }
  join_region_cells(&p);
  join_other_cells(&p);
  for (unsigned t = 0; t < c->types; t++)
    p.out->broken[t] = p.a->broken[t] || p.b->broken[t];
  p.out->all_broken = p.a->all_broken || p.b->all_broken;
  p.out->published = p.a->published || p.b->published;
  p.out->unlinked = p.a->unlinked || p.b->unlinked;
  return p.out;
}
