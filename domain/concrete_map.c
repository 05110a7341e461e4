/* Fields are read from memory, sets asked for one member at a time, paths walked. */
#include "../gcl/access.h"
#include "../gcl/arena.h"
#include "../gcl/arith.h"
#include "concrete_impl.h"

static const struct ha_term_row *get(const struct ha_concrete *c, ha_term term) {
  return ha_term_get(c->terms, term);
}

/* ---- fields ---- */

/* The bytes of the field as they were at the entry. */
static struct ha_value load_old(struct ha_concrete *c, uint64_t address,
                                ha_field field) {
  struct ha_window w = ha_access_window(c->types, field);
  struct ha_value v = ha_value_unknown();
  if (!w.width || !c->moment->entry_read ||
      !c->moment->entry_read(c->moment->context, address + w.offset, (unsigned)w.size,
                             &v))
    return ha_value_unknown();
  v.bits >>= w.shift;
  v.undef >>= w.shift;
  return ha_resize(v, 64, w.width, false);
}

static struct ha_seen read_field(struct ha_concrete *c, ha_field field,
                                 struct ha_concrete_object x, bool old,
                                 enum ha_sort sort) {
  const struct ha_field_info f = *ha_field_get(c->types, field);
  struct ha_window w = ha_access_window(c->types, field);
  if (!x.address)
    return sort == HA_SORT_LINK ? ha_seen_object((struct ha_concrete_object){0})
                                : ha_unseen();
  if (x.type != f.owner || !ha_machine_inside(c->machine, x.address + w.offset, w.size))
    return ha_unseen();
  struct ha_value v = old ? load_old(c, x.address, field)
                          : ha_access_load(c->moment->run, x.address, field);
  if (sort == HA_SORT_LINK)
    return ha_concrete_pointer(c, v, ha_type_get(c->types, f.type)->elem);
  return ha_concrete_number(c, v, f.type);
}

/* &null->f is null only for the first field. */
static struct ha_seen address_of(const struct ha_concrete *c, ha_field field,
                                 struct ha_concrete_object x) {
  const struct ha_field_info *f = ha_field_get(c->types, field);
  if (x.address && x.type != f->owner)
    return ha_unseen();
  return ha_seen_object((struct ha_concrete_object){x.address + f->offset, f->type});
}

static struct ha_seen container_of(const struct ha_concrete *c, ha_field field,
                                   struct ha_concrete_object x) {
  const struct ha_field_info *f = ha_field_get(c->types, field);
  if (x.type != f->type || (x.address && x.address < f->offset) ||
      (!x.address && f->offset))
    return ha_unseen();
  return ha_seen_object((struct ha_concrete_object){x.address - f->offset, f->owner});
}

static struct ha_seen ghost_parent(const struct ha_concrete *c, ha_symbol symbol,
                                   struct ha_concrete_object x) {
  if (c->parent.symbol != symbol)
    return ha_unseen();
  for (unsigned i = 0; i < c->parent.count; i++)
    if (ha_concrete_same(c->parent.nodes[i], x))
      return ha_seen_object(c->parent.parents[i]);
  return ha_seen_object((struct ha_concrete_object){0});
}

static struct ha_seen in_ghost(struct ha_concrete *c, ha_symbol symbol,
                               struct ha_seen x) {
  const struct ha_ghost_value *g =
      c->moment->ghost ? c->moment->ghost(c->moment->context, symbol) : NULL;
  if (!g || !g->known)
    return ha_unseen();
  enum ha_sort sort = ha_symbol_get(c->terms, symbol)->sort;
  unsigned found = 0;
  for (unsigned i = 0; i < g->count; i++)
    found += sort == HA_SORT_SET ? ha_concrete_same(g->objects[i], x.object)
                                 : g->numbers[i] == x.number;
  return ha_seen_number(sort == HA_SORT_BAG ? found : found != 0);
}

/* A scalar that is a field lives with its record, and is no object of its own set. */
static bool is_part(struct ha_concrete *c, struct ha_concrete_object x) {
  struct ha_seen tag = ha_concrete_tag(c, x);
  return tag.known && tag.number && !ha_type_is_record(c->types, x.type);
}

static struct ha_seen apply_symbol(struct ha_concrete *c, ha_symbol symbol,
                                   struct ha_seen x) {
  struct ha_meaning_row m = ha_vocab_meaning(c->vocab, symbol);
  enum ha_sort sort = ha_symbol_get(c->terms, symbol)->sort;
  bool old = m.means == HA_MEANS_OLD;
  if (old)
    m = ha_vocab_meaning(c->vocab, m.id);
  switch (m.means) {
  case HA_MEANS_FIELD:
    return read_field(c, m.id, x.object, old, sort);
  case HA_MEANS_ADDRESS:
    return address_of(c, m.id, x.object);
  case HA_MEANS_CONTAINER:
    return container_of(c, m.id, x.object);
  case HA_MEANS_ALLOC:
    if (!x.object.address || x.object.type != m.id || is_part(c, x.object))
      return ha_seen_number(0);
    return ha_concrete_is_live(c, x.object, old);
  case HA_MEANS_MINE:
    return old ? ha_seen_number(0) : ha_concrete_is_mine(c, x.object);
  case HA_MEANS_HEAP:
    return ha_concrete_is_heap(c, x.object);
  case HA_MEANS_TAG:
    return ha_concrete_tag(c, x.object);
  case HA_MEANS_TYPE:
    return x.object.address && x.object.type ? ha_seen_number(x.object.type)
                                             : ha_unseen();
  case HA_MEANS_PARENT:
    return ghost_parent(c, symbol, x.object);
  default:
    return in_ghost(c, symbol, x);
  }
}

/* ---- membership ---- */

static struct ha_seen seen_not(struct ha_seen p) {
  return p.known ? ha_seen_number(!p.number) : p;
}

/* Kleene's: what decides decides, whatever the other is. */
static struct ha_seen either(struct ha_seen p, struct ha_seen q) {
  if ((p.known && p.number) || (q.known && q.number))
    return ha_seen_number(1);
  return p.known && q.known ? ha_seen_number(0) : ha_unseen();
}

static struct ha_seen both(struct ha_seen p, struct ha_seen q) {
  return seen_not(either(seen_not(p), seen_not(q)));
}

static struct ha_seen same(struct ha_seen a, struct ha_seen b, bool objects) {
  if (!a.known || !b.known)
    return ha_unseen();
  return ha_seen_number(objects ? ha_concrete_same(a.object, b.object)
                                : a.number == b.number);
}

static struct ha_seen in_image(struct ha_concrete *c, const struct ha_term_row *row,
                               struct ha_seen x) {
  struct ha_seen found = ha_seen_number(0);
  bool objects = row->sort == HA_SORT_SET;
  ha_concrete_list_objects(c);
  for (unsigned i = 0; i <= c->universe.count; i++, ha_concrete_list_objects(c)) {
    struct ha_seen u =
        ha_seen_object(i ? c->universe.at[i - 1] : (struct ha_concrete_object){0});
    struct ha_seen in = ha_concrete_apply(c, row->args[0], u);
    if (in.known && !in.number)
      continue;
    struct ha_seen value = ha_concrete_apply(c, row->args[1], u);
    found = either(found, both(in, same(value, x, objects)));
  }
  return found;
}

static struct ha_seen reaches(struct ha_concrete *c, const ha_term *links,
                              unsigned count, struct ha_seen x, struct ha_seen y);

static struct ha_seen count(struct ha_concrete *c, const ha_term *fd, struct ha_seen x,
                            struct ha_seen y, struct ha_seen value);

static struct ha_seen in_named(struct ha_concrete *c, const struct ha_term_row *row,
                               struct ha_seen x) {
  if (row->imm == HA_NAMED_CONTENT) {
    if (x.known && !x.object.address)
      return ha_seen_number(0);
    return reaches(c, row->args, row->count - 1u,
                   ha_concrete_eval(c, row->args[row->count - 1]), x);
  }
  if (row->imm != HA_NAMED_VALUES)
    return ha_unseen();
  struct ha_seen null = ha_seen_object((struct ha_concrete_object){0});
  return count(c, row->args, ha_concrete_eval(c, row->args[2]), null, x);
}

static struct ha_seen in_store(struct ha_concrete *c, const struct ha_term_row *row,
                               struct ha_seen x) {
  struct ha_seen here = same(ha_concrete_eval(c, row->args[1]), x, true);
  if (!here.known)
    return here;
  return here.number ? ha_concrete_eval(c, row->args[2])
                     : ha_concrete_apply(c, row->args[0], x);
}

static struct ha_seen in_operator(struct ha_concrete *c, const struct ha_term_row *row,
                                  struct ha_seen x) {
  struct ha_seen a = ha_concrete_apply(c, row->args[0], x);
  struct ha_seen b = ha_concrete_apply(c, row->args[1], x);
  if (row->sort == HA_SORT_BAG)
    return a.known && b.known ? ha_seen_number(a.number + b.number) : ha_unseen();
  if (row->op == HA_TERM_UNION)
    return either(a, b);
  return both(a, row->op == HA_TERM_INTER ? b : seen_not(b));
}

struct ha_seen ha_concrete_apply(struct ha_concrete *c, ha_term map, struct ha_seen x) {
  const struct ha_term_row row = *get(c, map);
  struct ha_seen p;
  if (!x.known || c->work++ > HA_CONCRETE_WORK)
    return ha_unseen();
  switch (row.op) {
  case HA_TERM_SYM:
    return apply_symbol(c, (ha_symbol)row.imm, x);
  case HA_TERM_STORE:
    return in_store(c, &row, x);
  case HA_TERM_ITE:
    p = ha_concrete_eval(c, row.args[0]);
    return p.known ? ha_concrete_apply(c, row.args[p.number ? 1 : 2], x) : ha_unseen();
  case HA_TERM_EMPTY:
    return ha_seen_number(0);
  case HA_TERM_SINGLE:
    return same(ha_concrete_eval(c, row.args[0]), x, row.sort == HA_SORT_SET);
  case HA_TERM_UNION:
  case HA_TERM_INTER:
  case HA_TERM_DIFF:
    return in_operator(c, &row, x);
  case HA_TERM_IMAGE:
    return in_image(c, &row, x);
  case HA_TERM_NAMED:
    return in_named(c, &row, x);
  default:
    return ha_unseen();
  }
}

/* ---- paths ---- */

struct path {
  HA_VEC(struct ha_concrete_object) at; /* from x on, each once */
  bool ends; /* every step is known: the path has come back or to null */
};

static int index_of(const struct path *p, struct ha_concrete_object o) {
  for (unsigned i = 0; i < p->at.count; i++)
    if (ha_concrete_same(p->at.at[i], o))
      return (int)i;
  return -1;
}

/* The f-path from x, as far as it is needed to meet `until` (NULL: all of it). */
static struct path walk(struct ha_concrete *c, ha_term f, struct ha_seen x,
                        const struct ha_seen *until) {
  struct path p = {0};
  while (x.known) {
    if (index_of(&p, x.object) >= 0) {
      p.ends = true;
      break;
    }
    HA_PUSH(c->arena, p.at, x.object);
    if (until && until->known && ha_concrete_same(x.object, until->object))
      break;
    x = ha_concrete_apply(c, f, x);
  }
  return p;
}

/* y lies on the shortest path from x to z, z on it too. */
static struct ha_seen between(struct ha_concrete *c, const struct ha_term_row *row) {
  struct ha_seen x = ha_concrete_eval(c, row->args[1]);
  struct ha_seen y = ha_concrete_eval(c, row->args[2]);
  struct ha_seen z = ha_concrete_eval(c, row->args[3]);
  if (!x.known || !y.known || !z.known)
    return ha_unseen();
  struct path p = walk(c, row->args[0], x, &z);
  if (index_of(&p, z.object) >= 0)
    return ha_seen_number(index_of(&p, y.object) >= 0);
  return p.ends ? ha_seen_number(0) : ha_unseen();
}

/* The path from x up to y; false if y is not met on it. */
static bool walks_to(struct ha_concrete *c, ha_term f, struct ha_seen x,
                     struct ha_seen y, struct path *p) {
  *p = walk(c, f, x, &y);
  return y.known && index_of(p, y.object) >= 0;
}

/* Steps from x to y. */
static struct ha_seen distance(struct ha_concrete *c, const struct ha_term_row *row) {
  struct path p;
  bool there = walks_to(c, row->args[0], ha_concrete_eval(c, row->args[1]),
                        ha_concrete_eval(c, row->args[2]), &p);
  return there ? ha_seen_number(p.at.count - 1) : ha_unseen();
}

/* How many of the nodes from x before y have the value. */
static struct ha_seen count(struct ha_concrete *c, const ha_term *fd, struct ha_seen x,
                            struct ha_seen y, struct ha_seen value) {
  struct path p;
  ha_wide found = 0;
  if (!walks_to(c, fd[0], x, y, &p) || !value.known)
    return ha_unseen();
  for (unsigned i = 0; i + 1 < p.at.count; i++) {
    struct ha_seen d = ha_concrete_apply(c, fd[1], ha_seen_object(p.at.at[i]));
    if (!d.known)
      return ha_unseen();
    found += d.number == value.number;
  }
  return ha_seen_number(found);
}

/* Breadth first along all links. */
static struct ha_seen reaches(struct ha_concrete *c, const ha_term *links,
                              unsigned count, struct ha_seen x, struct ha_seen y) {
  struct path p = {.ends = true};
  if (!x.known || !y.known)
    return ha_unseen();
  HA_PUSH(c->arena, p.at, x.object);
  for (unsigned i = 0; i < p.at.count; i++) {
    if (ha_concrete_same(p.at.at[i], y.object))
      return ha_seen_number(1);
    for (unsigned k = 0; k < count; k++) {
      struct ha_seen next = ha_concrete_apply(c, links[k], ha_seen_object(p.at.at[i]));
      p.ends &= next.known;
      if (next.known && index_of(&p, next.object) < 0)
        HA_PUSH(c->arena, p.at, next.object);
    }
  }
  return p.ends ? ha_seen_number(0) : ha_unseen();
}

struct ha_seen ha_concrete_path(struct ha_concrete *c, const struct ha_term_row *row) {
  const ha_term *a = row->args;
  switch (row->op) {
  case HA_TERM_BTWN:
    return between(c, row);
  case HA_TERM_DIST:
    return distance(c, row);
  case HA_TERM_COUNT:
    return count(c, a, ha_concrete_eval(c, a[2]), ha_concrete_eval(c, a[3]),
                 ha_concrete_eval(c, a[4]));
  default:
    return reaches(c, a, row->count - 2u, ha_concrete_eval(c, a[row->count - 2]),
                   ha_concrete_eval(c, a[row->count - 1]));
  }
}
