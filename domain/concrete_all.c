/* Quantifiers.  Over objects they are loops.  Over integers they are decided where the
 * formula can change its value at finitely many integers only, or says itself between
 * which bounds it matters. */
#include "../gcl/arena.h"
#include "concrete_impl.h"
#include <stdlib.h>

enum { MAX_RANGE = 4096 };

static const struct ha_term_row *get(const struct ha_concrete *c, ha_term term) {
  return ha_term_get(c->terms, term);
}

static struct ha_seen body_at(struct ha_concrete *c, ha_term body,
                              struct ha_seen value) {
  HA_PUSH(c->arena, c->bound, value);
  struct ha_seen seen = ha_concrete_eval(c, body);
  c->bound.count--;
  return seen;
}

/* ---- over objects ---- */

/* body = ¬(v = null ∨ v ∈ alloc(T)) ∨ …: only objects of type T can break it. */
static ha_type range_of(const struct ha_concrete *c, ha_term body) {
  const struct ha_term_row *row = get(c, body);
  for (unsigned i = 0; row->op == HA_TERM_OR && i < row->count; i++) {
    const struct ha_term_row *part = get(c, row->args[i]);
    if (part->op != HA_TERM_NOT || get(c, part->args[0])->op != HA_TERM_OR)
      continue;
    const struct ha_term_row *any = get(c, part->args[0]);
    for (unsigned k = 0; k < any->count && any->count == 2; k++) {
      const struct ha_term_row *in = get(c, any->args[k]);
      const struct ha_term_row *null = get(c, any->args[1 - k]);
      if (in->op != HA_TERM_SELECT || null->op != HA_TERM_EQ ||
          get(c, null->args[0])->op != HA_TERM_NULL || null->args[1] != in->args[1] ||
          get(c, in->args[1])->op != HA_TERM_BOUND || get(c, in->args[1])->imm != 0 ||
          get(c, in->args[0])->op != HA_TERM_SYM)
        continue;
      struct ha_meaning_row m =
          ha_vocab_meaning(c->vocab, (ha_symbol)get(c, in->args[0])->imm);
      if (m.means == HA_MEANS_OLD)
        m = ha_vocab_meaning(c->vocab, m.id);
      if (m.means == HA_MEANS_ALLOC)
        return m.id;
    }
  }
  return 0;
}

/* The i-th object to try: null, one that was never allocated, then all there are. */
static struct ha_concrete_object candidate(const struct ha_concrete *c, unsigned i) {
  if (i < 2)
    return i ? ha_concrete_unborn() : (struct ha_concrete_object){0};
  return c->universe.at[i - 2];
}

static struct ha_seen for_objects(struct ha_concrete *c, ha_term body) {
  struct ha_seen sum = ha_seen_number(1);
  ha_type only = range_of(c, body);
  ha_concrete_list_objects(c);
  for (unsigned i = 0; i < c->universe.count + 2; i++) {
    struct ha_concrete_object o = candidate(c, i);
    if (only && o.address && o.type != only)
      continue;
    struct ha_seen v = body_at(c, body, ha_seen_object(o));
    if (v.known && !v.number)
      return v;
    sum.known &= v.known;
    ha_concrete_list_objects(c);
  }
  sum.known &= !c->is_open;
  return sum;
}

/* ---- numbers at which something can change ---- */

static void add_number(struct ha_concrete *c, struct ha_numbers *n, ha_wide number) {
  for (unsigned i = 0; i < n->count; i++)
    if (n->at[i] == number)
      return;
  HA_PUSH(c->arena, *n, number);
}

static void add_data(struct ha_concrete *c, ha_term map, struct ha_numbers *n) {
  ha_concrete_list_objects(c);
  for (unsigned i = 0; i < c->universe.count; i++) {
    struct ha_seen d = ha_concrete_apply(c, map, ha_seen_object(c->universe.at[i]));
    if (d.known)
      add_number(c, n, d.number);
    ha_concrete_list_objects(c);
  }
}

static void add_ghost(struct ha_concrete *c, ha_symbol symbol, struct ha_numbers *n) {
  const struct ha_ghost_value *g =
      c->moment->ghost ? c->moment->ghost(c->moment->context, symbol) : NULL;
  for (unsigned i = 0; g && g->known && i < g->count; i++)
    add_number(c, n, g->numbers[i]);
}

void ha_concrete_numbers(struct ha_concrete *c, ha_term term,
                         struct ha_numbers *numbers) {
  const struct ha_term_row row = *get(c, term);
  if (row.sort == HA_SORT_INT) {
    struct ha_seen value = ha_concrete_eval(c, term);
    if (value.known)
      add_number(c, numbers, value.number);
  }
  if (row.sort == HA_SORT_DATA)
    add_data(c, term, numbers);
  if (row.op == HA_TERM_SYM && (row.sort == HA_SORT_INTS || row.sort == HA_SORT_BAG))
    add_ghost(c, (ha_symbol)row.imm, numbers);
  if (row.op == HA_TERM_DIST || row.op == HA_TERM_COUNT)
    for (unsigned i = 0; i <= c->universe.count + 1; i++)
      add_number(c, numbers, i);
  if (row.op == HA_TERM_FORALL)
    HA_PUSH(c->arena, c->bound, ha_unseen());
  for (unsigned i = 0; i < row.count; i++)
    ha_concrete_numbers(c, row.args[i], numbers);
  c->bound.count -= row.op == HA_TERM_FORALL;
}

/* ---- over integers ---- */

static bool is_variable(const struct ha_concrete *c, ha_term term, unsigned depth) {
  const struct ha_term_row *row = get(c, term);
  return row->op == HA_TERM_BOUND && row->imm == depth;
}

/* Is k only compared, counted or looked for, and nothing computed from what is bound?
 */
static bool is_piecewise(const struct ha_concrete *c, ha_term term, unsigned depth) {
  const struct ha_term_row *row = get(c, term);
  if (!row->open)
    return true;
  bool compares = row->op == HA_TERM_EQ || row->op == HA_TERM_LE ||
                  row->op == HA_TERM_SELECT || row->op == HA_TERM_COUNT;
  if (row->op == HA_TERM_ADD || row->op == HA_TERM_MUL || row->op == HA_TERM_APP)
    return false;
  for (unsigned i = 0; i < row->count; i++) {
    if (is_variable(c, row->args[i], depth) && !compares)
      return false;
    if (!is_piecewise(c, row->args[i], depth + (row->op == HA_TERM_FORALL)))
      return false;
  }
  return true;
}

struct bounds {
  bool has_low, has_high;
  ha_wide low, high;
};

/* lo ≤ k, k ≤ hi, k < hi as a premise */
static void read_bound(struct ha_concrete *c, ha_term part, struct bounds *b) {
  bool negated = get(c, part)->op == HA_TERM_NOT;
  const struct ha_term_row row = *get(c, negated ? get(c, part)->args[0] : part);
  if (row.op != HA_TERM_LE)
    return;
  bool k_left = is_variable(c, row.args[0], 0),
       k_right = is_variable(c, row.args[1], 0);
  if (k_left == k_right)
    return;
  HA_PUSH(c->arena, c->bound, ha_unseen());
  struct ha_seen limit = ha_concrete_eval(c, row.args[k_left]);
  c->bound.count--;
  if (!limit.known)
    return;
  if (k_left == negated) { /* ¬(k ≤ limit), or limit ≤ k: the premise bounds k above */
    b->has_high = true;
    b->high = limit.number - !negated;
  } else {
    b->has_low = true;
    b->low = limit.number + !negated;
  }
}

static struct ha_seen try_range(struct ha_concrete *c, ha_term body, struct bounds b) {
  struct ha_seen sum = ha_seen_number(1);
  if (b.high - b.low >= MAX_RANGE)
    return ha_unseen();
  for (ha_wide k = b.low; k <= b.high; k++) {
    struct ha_seen v = body_at(c, body, ha_seen_number(k));
    if (v.known && !v.number)
      return v;
    sum.known &= v.known;
  }
  return sum;
}

static struct ha_seen try_numbers(struct ha_concrete *c, ha_term body) {
  struct ha_numbers numbers = {0};
  struct ha_seen sum = ha_seen_number(1);
  HA_PUSH(c->arena, c->bound, ha_unseen());
  ha_concrete_numbers(c, body, &numbers);
  c->bound.count--;
  add_number(c, &numbers, 0);
  for (unsigned i = 0; i < numbers.count; i++)
    for (int off = -1; off <= 1; off++) {
      struct ha_seen v = body_at(c, body, ha_seen_number(numbers.at[i] + off));
      if (v.known && !v.number)
        return v;
      sum.known &= v.known;
    }
  sum.known &= is_piecewise(c, body, 0);
  return sum;
}

static struct ha_seen for_integers(struct ha_concrete *c, ha_term body) {
  struct bounds b = {0};
  const struct ha_term_row row = *get(c, body);
  for (unsigned i = 0; row.op == HA_TERM_OR && i < row.count; i++)
    read_bound(c, row.args[i], &b);
  return b.has_low && b.has_high ? try_range(c, body, b) : try_numbers(c, body);
}

struct ha_seen ha_concrete_forall(struct ha_concrete *c,
                                  const struct ha_term_row *row) {
  return row->imm == HA_SORT_OBJ ? for_objects(c, row->args[0])
                                 : for_integers(c, row->args[0]);
}

/* ---- wholes ---- */

static struct ha_seen same_at(struct ha_concrete *c, const struct ha_term_row *row,
                              struct ha_seen x) {
  struct ha_seen a = ha_concrete_apply(c, row->args[0], x);
  struct ha_seen b = ha_concrete_apply(c, row->args[1], x);
  if (!a.known || !b.known)
    return ha_unseen();
  bool links = get(c, row->args[0])->sort == HA_SORT_LINK;
  return ha_seen_number(links ? ha_concrete_same(a.object, b.object)
                              : a.number == b.number);
}

static struct ha_seen equal_on_numbers(struct ha_concrete *c,
                                       const struct ha_term_row *row) {
  struct ha_numbers numbers = {0};
  struct ha_seen sum = ha_seen_number(1);
  ha_concrete_numbers(c, row->args[0], &numbers);
  ha_concrete_numbers(c, row->args[1], &numbers);
  for (unsigned i = 0; i < numbers.count; i++) {
    struct ha_seen v = same_at(c, row, ha_seen_number(numbers.at[i]));
    if (v.known && !v.number)
      return v;
    sum.known &= v.known;
  }
  return sum;
}

struct ha_seen ha_concrete_equal(struct ha_concrete *c, const struct ha_term_row *row) {
  enum ha_sort sort = get(c, row->args[0])->sort;
  struct ha_seen sum = ha_seen_number(1);
  if (sort == HA_SORT_INTS || sort == HA_SORT_BAG)
    return equal_on_numbers(c, row);
  ha_concrete_list_objects(c);
  for (unsigned i = 0; i < c->universe.count + 2; i++) {
    struct ha_seen v = same_at(c, row, ha_seen_object(candidate(c, i)));
    if (v.known && !v.number)
      return v;
    sum.known &= v.known;
    ha_concrete_list_objects(c);
  }
  sum.known &= !c->is_open;
  return sum;
}
