/* Definitions over de Bruijn terms: a definition with quantifiers lifts its arguments
 * by the number of binders it puts around them.  Doubly linked shapes state their
 * inverse on both sides, and order is stated for pairs rather than by successors,
 * because ground instantiation is better with no field below a quantifier. */
#include "named.h"
#include "../gcl/arena.h"
#include "sheet.h"
#include <string.h>

/* The arguments of one definition, `depth` binders further in than where they came
 * from. */
struct args {
  struct ha_terms *t;
  ha_term at[8];
  unsigned count;
};

static struct args deeper(const struct args *a, unsigned by) {
  struct args in = *a;
  for (unsigned i = 0; i < a->count; i++)
    in.at[i] = ha_term_lift(a->t, a->at[i], by);
  return in;
}

static ha_term obj(struct ha_terms *t, unsigned index) {
  return ha_term_bound(t, index, HA_SORT_OBJ);
}

static ha_term all(struct ha_terms *t, ha_term body) {
  return ha_forall(t, HA_SORT_OBJ, body);
}

static ha_term and3(struct ha_terms *t, ha_term p, ha_term q, ha_term r) {
  return ha_all(t, HA_TERM_AND, (ha_term[]){p, q, r}, 3);
}

static ha_term is_not(struct ha_terms *t, ha_term x, ha_term y) {
  return ha_not(t, ha_eq(t, x, y));
}

static ha_term is_null(struct ha_terms *t, ha_term x) {
  return ha_eq(t, x, ha_null(t));
}

static ha_term not_null(struct ha_terms *t, ha_term x) {
  return ha_not(t, is_null(t, x));
}

/* ---- lists; the arguments begin s, f, x ---- */

/* v is a node from x on: v ≠ null ∧ R(x, v) */
static ha_term is_node(struct ha_terms *t, ha_term f, ha_term x, ha_term v) {
  return ha_and(t, not_null(t, v), ha_reach(t, f, x, v));
}

/* v is in the segment: B(x, v, y) ∧ v ≠ y */
static ha_term in_segment(struct ha_terms *t, ha_term f, ha_term x, ha_term v,
                          ha_term y) {
  return ha_and(t, ha_btwn(t, f, x, v, y), is_not(t, v, y));
}

static ha_term list(struct ha_terms *t, ha_term s, ha_term f, ha_term x) {
  struct args in = deeper(&(struct args){t, {s, f, x}, 3}, 1);
  ha_term v = obj(t, 0);
  ha_term live =
      ha_implies(t, is_node(t, in.at[1], in.at[2], v), ha_select(t, in.at[0], v));
  return ha_and(t, ha_reach(t, f, x, ha_null(t)), all(t, live));
}

/* R(x, y), and what lies before y is live */
static ha_term lseg(struct ha_terms *t, ha_term s, ha_term f, ha_term x, ha_term y) {
  struct args in = deeper(&(struct args){t, {s, f, x, y}, 4}, 1);
  ha_term v = obj(t, 0);
  ha_term live = ha_implies(t, in_segment(t, in.at[1], in.at[2], v, in.at[3]),
                            ha_select(t, in.at[0], v));
  return ha_and(t, ha_reach(t, f, x, y), all(t, live));
}

/* x ≠ null ∧ R(f(x), x), all live */
static ha_term ring(struct ha_terms *t, ha_term s, ha_term f, ha_term x) {
  struct args in = deeper(&(struct args){t, {s, f, x}, 3}, 1);
  ha_term v = obj(t, 0);
  ha_term live =
      ha_implies(t, ha_reach(t, in.at[1], in.at[2], v), ha_select(t, in.at[0], v));
  return and3(t, not_null(t, x), ha_reach(t, f, ha_select(t, f, x), x), all(t, live));
}

/* ---- doubly linked ---- */

/* p(n(v)) = v */
static ha_term back(struct ha_terms *t, ha_term n, ha_term p, ha_term v) {
  return ha_eq(t, ha_select(t, p, ha_select(t, n, v)), v);
}

/* Inside the segment n and p are inverse: p(n(v)) = v unless n(v) = y, and
 * n(p(v)) = v unless v = x. */
static ha_term inverse(struct ha_terms *t, ha_term n, ha_term p, ha_term x, ha_term y) {
  struct args in = deeper(&(struct args){t, {n, p, x, y}, 4}, 1);
  n = in.at[0], p = in.at[1], x = in.at[2], y = in.at[3];
  ha_term v = obj(t, 0);
  ha_term there = ha_or(t, ha_eq(t, ha_select(t, n, v), y), back(t, n, p, v));
  ha_term here = ha_or(t, ha_eq(t, v, x), back(t, p, n, v));
  return all(t, ha_implies(t, in_segment(t, n, x, v, y), ha_and(t, there, here)));
}

static ha_term dlseg(struct ha_terms *t, const ha_term *a) {
  return ha_and(t, lseg(t, a[0], a[1], a[3], a[4]), inverse(t, a[1], a[2], a[3], a[4]));
}

static ha_term dlist(struct ha_terms *t, const ha_term *a) {
  ha_term first = ha_or(t, is_null(t, a[3]), is_null(t, ha_select(t, a[2], a[3])));
  ha_term inner = inverse(t, a[1], a[2], a[3], ha_null(t));
  return and3(t, list(t, a[0], a[1], a[3]), first, inner);
}

static ha_term dring(struct ha_terms *t, const ha_term *a) {
  struct args in = deeper(&(struct args){t, {a[1], a[2], a[3]}, 3}, 1);
  ha_term v = obj(t, 0);
  ha_term both =
      ha_and(t, back(t, in.at[0], in.at[1], v), back(t, in.at[1], in.at[0], v));
  ha_term inner = ha_implies(t, ha_reach(t, in.at[0], in.at[2], v), both);
  return ha_and(t, ring(t, a[0], a[1], a[3]), all(t, inner));
}

/* ---- order and sharing ---- */

/* ∀v, w. B(x, v, y) ∧ B(v, w, y) ∧ v, w ≠ y → d(v) ≤ d(w) */
static ha_term sorted(struct ha_terms *t, const ha_term *a) {
  struct args in = deeper(&(struct args){t, {a[0], a[1], a[2], a[3]}, 4}, 2);
  ha_term f = in.at[0], d = in.at[1], x = in.at[2], y = in.at[3];
  ha_term v = obj(t, 1), w = obj(t, 0);
  ha_term both = ha_and(t, in_segment(t, f, x, v, y), in_segment(t, f, v, w, y));
  ha_term order = ha_le(t, ha_select(t, d, v), ha_select(t, d, w));
  return all(t, all(t, ha_implies(t, both, order)));
}

/* ∀v, w ∈ s. f(v) = f(w) ≠ null → v = w */
static ha_term unshared(struct ha_terms *t, const ha_term *a) {
  struct args in = deeper(&(struct args){t, {a[0], a[1]}, 2}, 2);
  ha_term v = obj(t, 1), w = obj(t, 0);
  ha_term fv = ha_select(t, in.at[1], v), fw = ha_select(t, in.at[1], w);
  ha_term live = ha_and(t, ha_select(t, in.at[0], v), ha_select(t, in.at[0], w));
  ha_term meet = ha_and(t, ha_eq(t, fv, fw), not_null(t, fv));
  return all(t, all(t, ha_implies(t, ha_and(t, live, meet), ha_eq(t, v, w))));
}

static ha_term root(struct ha_terms *t, const ha_term *a) {
  struct args in = deeper(&(struct args){t, {a[0], a[1], a[2]}, 3}, 1);
  ha_term v = obj(t, 0);
  ha_term apart = is_not(t, ha_select(t, in.at[1], v), in.at[2]);
  return all(t, ha_implies(t, ha_select(t, in.at[0], v), apart));
}

/* ---- trees: s, l, r, p, x; below is p* (LOGIC: a ghost parent makes them lists) ----
 */

/* The child c(v), if any, has v as its parent. */
static ha_term child(struct ha_terms *t, ha_term c, ha_term p, ha_term v) {
  return ha_or(t, is_null(t, ha_select(t, c, v)), back(t, c, p, v));
}

/* u is at or below the child c(v). */
static ha_term below(struct ha_terms *t, ha_term c, ha_term p, ha_term v, ha_term u) {
  ha_term there = ha_select(t, c, v);
  return ha_and(t, not_null(t, there), ha_reach(t, p, u, there));
}

/* ∀v below x: v is live, its children are two and have v as their parent */
static ha_term children(struct ha_terms *t, const ha_term *a) {
  struct args in = deeper(&(struct args){t, {a[0], a[1], a[2], a[3], a[4]}, 5}, 1);
  ha_term l = in.at[1], r = in.at[2], p = in.at[3], v = obj(t, 0);
  ha_term left = ha_select(t, l, v), right = ha_select(t, r, v);
  ha_term two = ha_or(t, is_null(t, left), is_not(t, left, right));
  ha_term parts[] = {ha_select(t, in.at[0], v), child(t, l, p, v), child(t, r, p, v),
                     two};
  return all(
      t, ha_implies(t, ha_reach(t, p, v, in.at[4]), ha_all(t, HA_TERM_AND, parts, 4)));
}

/* ∀v below x, u below v and not v: u is below one of v's children */
static ha_term descendants(struct ha_terms *t, const ha_term *a) {
  struct args in = deeper(&(struct args){t, {a[1], a[2], a[3], a[4]}, 4}, 2);
  ha_term l = in.at[0], r = in.at[1], p = in.at[2], v = obj(t, 1), u = obj(t, 0);
  ha_term given =
      and3(t, ha_reach(t, p, v, in.at[3]), ha_reach(t, p, u, v), is_not(t, u, v));
  ha_term there = ha_or(t, below(t, l, p, v, u), below(t, r, p, v, u));
  return all(t, all(t, ha_implies(t, given, there)));
}

static ha_term tree(struct ha_terms *t, const ha_term *a) {
  ha_term top = is_null(t, ha_select(t, a[3], a[4]));
  return ha_or(t, is_null(t, a[4]), and3(t, top, children(t, a), descendants(t, a)));
}

/* s, l, r, p, up, x: a tree, and `up` is the parent of what is in it */
static ha_term parent(struct ha_terms *t, const ha_term *a) {
  struct args in = deeper(&(struct args){t, {a[1], a[2], a[3], a[4], a[5]}, 5}, 1);
  ha_term v = obj(t, 0), up = in.at[3];
  ha_term both = ha_and(t, child(t, in.at[0], up, v), child(t, in.at[1], up, v));
  ha_term inner = all(t, ha_implies(t, ha_reach(t, in.at[2], v, in.at[4]), both));
  ha_term top = is_null(t, ha_select(t, a[4], a[5]));
  return ha_and(t, tree(t, (ha_term[]){a[0], a[1], a[2], a[3], a[5]}),
                ha_or(t, is_null(t, a[5]), ha_and(t, top, inner)));
}

/* ∀v below x: n leads from v to null inside the tree */
static ha_term thread_ends(struct ha_terms *t, ha_term p, ha_term n, ha_term x) {
  struct args in = deeper(&(struct args){t, {p, n, x}, 3}, 1);
  ha_term v = obj(t, 0), next = ha_select(t, in.at[1], v);
  ha_term inside = ha_or(t, is_null(t, next), ha_reach(t, in.at[0], next, in.at[2]));
  ha_term ends = ha_reach(t, in.at[1], v, ha_null(t));
  return all(
      t, ha_implies(t, ha_reach(t, in.at[0], v, in.at[2]), ha_and(t, ends, inside)));
}

/* ∀v below x: what is below l(v) comes before v, what is below r(v) after */
static ha_term thread_order(struct ha_terms *t, const ha_term *a) {
  struct args in = deeper(&(struct args){t, {a[1], a[2], a[3], a[4], a[5]}, 5}, 2);
  ha_term l = in.at[0], r = in.at[1], p = in.at[2], n = in.at[3];
  ha_term v = obj(t, 1), w = obj(t, 0);
  ha_term before = ha_implies(t, below(t, l, p, v, w), ha_reach(t, n, w, v));
  ha_term after = ha_implies(t, below(t, r, p, v, w), ha_reach(t, n, v, w));
  return all(
      t, all(t, ha_implies(t, ha_reach(t, p, v, in.at[4]), ha_and(t, before, after))));
}

/* s, l, r, p, n, x */
static ha_term threaded(struct ha_terms *t, const ha_term *a) {
  ha_term shape = tree(t, (ha_term[]){a[0], a[1], a[2], a[3], a[5]});
  ha_term thread = ha_and(t, thread_ends(t, a[3], a[4], a[5]), thread_order(t, a));
  return ha_and(t, shape, ha_or(t, is_null(t, a[5]), thread));
}

/* ---- sets ---- */

static ha_term member(struct ha_terms *t, ha_term set, ha_term x);

static ha_term reaches(struct ha_terms *t, const ha_term *a, unsigned count) {
  if (count == 3)
    return ha_reach(t, a[0], a[1], a[2]);
  return ha_term_make(t, HA_TERM_REACHES, 0, a, count);
}

/* v ∈ content(f…, x): v ≠ null ∧ reach(f…, x, v) */
static ha_term in_content(struct ha_terms *t, const ha_term *a, unsigned count,
                          ha_term v) {
  ha_term path[16];
  memcpy(path, a, count * sizeof *a);
  path[count] = v;
  return ha_and(t, not_null(t, v), reaches(t, path, count + 1));
}

/* v ∈ {f(u) : u ∈ s}: ∃u ∈ s. f(u) = v */
static ha_term in_image(struct ha_terms *t, const ha_term *a, ha_term v) {
  struct args in = deeper(&(struct args){t, {a[0], a[1], v}, 3}, 1);
  ha_term u = obj(t, 0);
  ha_term value = ha_select(t, in.at[1], u);
  return ha_exists(t, HA_SORT_OBJ,
                   ha_and(t, member(t, in.at[0], u), ha_eq(t, value, in.at[2])));
}

/* An element in a set, or how often it is in a multiset. */
static ha_term member(struct ha_terms *t, ha_term set, ha_term x) {
  const struct ha_term_row row = *ha_term_get(t, set);
  if (row.op == HA_TERM_IMAGE)
    return in_image(t, row.args, x);
  if (row.op == HA_TERM_NAMED && row.imm == HA_NAMED_CONTENT)
    return in_content(t, row.args, row.count, x);
  if (row.op == HA_TERM_NAMED && row.imm == HA_NAMED_VALUES) {
    ha_term count[] = {row.args[0], row.args[1], row.args[2], ha_null(t), x};
    return ha_term_make(t, HA_TERM_COUNT, 0, count, 5);
  }
  if (row.op == HA_TERM_ITE)
    return ha_ite(t, row.args[0], member(t, row.args[1], x), member(t, row.args[2], x));
  if (row.op == HA_TERM_UNION && row.sort == HA_SORT_BAG)
    return ha_add(t, member(t, row.args[0], x), member(t, row.args[1], x));
  if (row.op == HA_TERM_UNION)
    return ha_or(t, member(t, row.args[0], x), member(t, row.args[1], x));
  if (row.op == HA_TERM_INTER)
    return ha_and(t, member(t, row.args[0], x), member(t, row.args[1], x));
  if (row.op == HA_TERM_DIFF)
    return ha_and(t, member(t, row.args[0], x), ha_not(t, member(t, row.args[1], x)));
  return ha_select(t, set, x);
}

static bool is_set(enum ha_sort sort) {
  return sort == HA_SORT_SET || sort == HA_SORT_INTS || sort == HA_SORT_BAG;
}

/* ∀v. v ∈ a OP v ∈ b */
static ha_term pointwise(struct ha_terms *t, const ha_term *a,
                         ha_term (*op)(struct ha_terms *, ha_term, ha_term)) {
  struct args in = deeper(&(struct args){t, {a[0], a[1]}, 2}, 1);
  enum ha_sort sort =
      ha_term_get(t, a[0])->sort == HA_SORT_SET ? HA_SORT_OBJ : HA_SORT_INT;
  ha_term v = ha_term_bound(t, 0, sort);
  return ha_forall(t, sort, op(t, member(t, in.at[0], v), member(t, in.at[1], v)));
}

static ha_term not_both(struct ha_terms *t, ha_term p, ha_term q) {
  return ha_not(t, ha_and(t, p, q));
}

/* ---- the table ---- */

static ha_term define(struct ha_terms *t, enum ha_named named, const ha_term *a,
                      unsigned count) {
  switch (named) {
  case HA_NAMED_LIST:
    return list(t, a[0], a[1], a[2]);
  case HA_NAMED_LSEG:
    return lseg(t, a[0], a[1], a[2], a[3]);
  case HA_NAMED_RING:
    return ring(t, a[0], a[1], a[2]);
  case HA_NAMED_DLIST:
    return dlist(t, a);
  case HA_NAMED_DLSEG:
    return dlseg(t, a);
  case HA_NAMED_DRING:
    return dring(t, a);
  case HA_NAMED_SORTED:
    return sorted(t, a);
  case HA_NAMED_UNSHARED:
    return unshared(t, a);
  case HA_NAMED_ROOT:
    return root(t, a);
  case HA_NAMED_TREE:
    return tree(t, a);
  case HA_NAMED_PARENT:
    return parent(t, a);
  case HA_NAMED_THREADED:
    return threaded(t, a);
  case HA_NAMED_SUBSET:
    return pointwise(t, a, ha_implies);
  case HA_NAMED_DISJOINT:
    return pointwise(t, a, not_both);
  default: /* sets: said where their elements are asked for */
    return ha_named(t, named, a, count);
  }
}

ha_term ha_named(struct ha_terms *t, enum ha_named named, const ha_term *args,
                 unsigned count) {
  return ha_term_make(t, HA_TERM_NAMED, named, args, count);
}

struct expansion {
  struct ha_terms *t;
  struct ha_sheet done; /* by term: an ha_term, or 0: not yet */
};

static ha_term expand(struct expansion *e, ha_term term);

static ha_term expand_row(struct expansion *e, ha_term term) {
  struct ha_terms *t = e->t;
  struct ha_term_row row = *ha_term_get(t, term);
  if (!row.count)
    return term;
  ha_term *args = ha_arena_alloc(ha_terms_arena(t), row.count * sizeof *args);
  bool same = true;
  for (unsigned i = 0; i < row.count; i++) {
    args[i] = expand(e, row.args[i]);
    same &= args[i] == row.args[i];
  }
  if (row.op == HA_TERM_NAMED)
    return define(t, (enum ha_named)row.imm, args, row.count);
  if (row.op == HA_TERM_SELECT && is_set(ha_term_get(t, args[0])->sort))
    return member(t, args[0], args[1]);
  if (row.op == HA_TERM_EQ && is_set(ha_term_get(t, args[0])->sort))
    return pointwise(t, args, ha_eq);
  return same ? term : ha_term_make(t, row.op, row.imm, args, row.count);
}

static ha_term expand(struct expansion *e, ha_term term) {
  ha_term *done = ha_sheet_slot(ha_terms_arena(e->t), &e->done, term, sizeof *done);
  if (!*done)
    *done = expand_row(e, term);
  return *done;
}

ha_term ha_named_expand(struct ha_terms *terms, ha_term term) {
  struct expansion e = {.t = terms};
  return expand(&e, term);
}
