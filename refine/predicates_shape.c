/* Table 1 of seed 003: equality, steps, reachability, liveness, order, inverse; and who
 * holds what, apart from whom. */
#include "../domain/contract.h"
#include "../domain/named.h"
#include "../domain/vocab.h"
#include "predicates_impl.h"

static const struct ha_type_info *info(const struct ha_predicate_maker *f,
                                       ha_type type) {
  return ha_type_get(f->program->types, type);
}

static ha_term field_of(struct ha_predicate_maker *f, ha_field field, ha_term x) {
  return ha_select(f->t, ha_sym(f->t, ha_vocab_field(f->vocab, field)), x);
}

static bool is_known(const struct ha_predicate_maker *f, ha_field field) {
  return ha_vocab_find(f->vocab, HA_MEANS_FIELD, field);
}

static ha_term null(const struct ha_predicate_maker *f) { return ha_null(f->t); }

static ha_term bound(const struct ha_predicate_maker *f) {
  return ha_term_bound(f->t, 0, HA_SORT_OBJ);
}

void ha_predicates_equal(struct ha_predicate_maker *f) {
  for (unsigned i = 0; i < f->pointers.count; i++) {
    ha_predicate_add(f, ha_eq(f->t, f->pointers.at[i].term, null(f)));
    for (unsigned j = 0; j < i; j++)
      if (ha_predicate_same_type(f, i, j))
        ha_predicate_add(f,
                         ha_eq(f->t, f->pointers.at[i].term, f->pointers.at[j].term));
  }
}

/* For each link of the record that pointer i points to. */
static void each_link(struct ha_predicate_maker *f, unsigned i,
                      void (*use)(struct ha_predicate_maker *, unsigned, ha_field)) {
  const struct ha_type_info *t = info(f, f->pointers.at[i].pointee);
  for (ha_field field = t->first; field < t->first + t->fields; field++)
    if (ha_field_is_link(f->program->types, field) && is_known(f, field))
      use(f, i, field);
}

static void each_pointer(struct ha_predicate_maker *f,
                         void (*use)(struct ha_predicate_maker *, unsigned, ha_field)) {
  for (unsigned i = 0; i < f->pointers.count; i++)
    each_link(f, i, use);
}

static ha_term map_of(struct ha_predicate_maker *f, ha_field field) {
  return ha_sym(f->t, ha_vocab_field(f->vocab, field));
}

static void reachability(struct ha_predicate_maker *f, unsigned i, ha_field link) {
  ha_term map = map_of(f, link), x = f->pointers.at[i].term;
  ha_predicate_add(f, ha_reach(f->t, map, x, null(f)));
  for (unsigned j = 0; j < f->pointers.count; j++)
    if (j != i && ha_predicate_same_type(f, i, j))
      ha_predicate_add(f, ha_reach(f->t, map, x, f->pointers.at[j].term));
}

static void steps(struct ha_predicate_maker *f, unsigned i, ha_field link) {
  ha_term next = field_of(f, link, f->pointers.at[i].term);
  ha_predicate_add(f, ha_eq(f->t, next, null(f)));
  for (unsigned j = 0; j < f->pointers.count; j++)
    if (ha_predicate_same_type(f, i, j))
      ha_predicate_add(f, ha_eq(f->t, next, f->pointers.at[j].term));
}

static ha_term alloc_of(struct ha_predicate_maker *f, ha_type type, ha_term x) {
  return ha_select(f->t, ha_sym(f->t, ha_vocab_alloc(f->vocab, type)), x);
}

void ha_predicates_alloc(struct ha_predicate_maker *f) {
  for (unsigned i = 0; i < f->targets.count; i++)
    ha_predicate_add(f, f->targets.at[i]);
  for (unsigned i = 0; i < f->pointers.count; i++) {
    ha_type type = f->pointers.at[i].pointee;
    if (type && ha_vocab_find(f->vocab, HA_MEANS_ALLOC, type))
      ha_predicate_add(f, alloc_of(f, type, f->pointers.at[i].term));
  }
}

static ha_term from(struct ha_predicate_maker *f, unsigned i, ha_field link,
                    ha_term v) {
  return ha_and(f->t, ha_reach(f->t, map_of(f, link), f->pointers.at[i].term, v),
                ha_not(f->t, ha_eq(f->t, v, null(f))));
}

/* stable: all nodes from x on are live; and they are blocks of their own. */
static void stability(struct ha_predicate_maker *f, unsigned i, ha_field link) {
  ha_type type = f->pointers.at[i].pointee;
  ha_term v = bound(f), heap = ha_sym(f->t, ha_vocab_heap(f->vocab));
  if (!ha_vocab_find(f->vocab, HA_MEANS_ALLOC, type))
    return;
  ha_predicate_add(
      f, ha_forall(f->t, HA_SORT_OBJ,
                   ha_implies(f->t, from(f, i, link, v), alloc_of(f, type, v))));
  ha_predicate_add(
      f, ha_forall(f->t, HA_SORT_OBJ,
                   ha_implies(f->t, from(f, i, link, v), ha_select(f->t, heap, v))));
}

static void disjointness(struct ha_predicate_maker *f, unsigned i, ha_field link) {
  for (unsigned j = 0; j < i; j++)
    if (ha_predicate_same_type(f, i, j))
      ha_predicate_add(f,
                       ha_forall(f->t, HA_SORT_OBJ,
                                 ha_not(f->t, ha_and(f->t, from(f, i, link, bound(f)),
                                                     from(f, j, link, bound(f))))));
}

bool ha_predicate_is_allocating(const struct ha_program *p) {
  for (uint32_t c = 1; c < p->cmds.count; c++)
    if (p->cmds.at[c].op == HA_CMD_NEW)
      return true;
  return false;
}

/* All that this run allocated and has not freed is reached from these pointers, or
 * from something older. */
static void add_holder(struct ha_predicate_maker *f, unsigned i, unsigned j,
                       ha_field link) {
  struct ha_terms *t = f->t;
  ha_term v = bound(f), mine = ha_sym(t, ha_vocab_mine(f->vocab));
  ha_type type = f->pointers.at[i].pointee;
  ha_term owed = ha_and(t, ha_select(t, mine, v), alloc_of(f, type, v));
  ha_term held = ha_or(t, from(f, i, link, v), from(f, j, link, v));
  ha_predicate_add(f, ha_forall(t, HA_SORT_OBJ, ha_implies(t, owed, held)));
}

static void holders(struct ha_predicate_maker *f, unsigned i, ha_field link) {
  if (!ha_predicate_is_allocating(f->program) ||
      !ha_vocab_find(f->vocab, HA_MEANS_ALLOC, f->pointers.at[i].pointee))
    return;
  ha_term v = bound(f), mine = ha_sym(f->t, ha_vocab_mine(f->vocab));
  ha_predicate_add(
      f, ha_forall(f->t, HA_SORT_OBJ, ha_not(f->t, ha_select(f->t, mine, v))));
  for (unsigned j = 0; j <= i; j++)
    if (ha_predicate_same_type(f, i, j))
      add_holder(f, i, j, link);
}

void ha_predicates_reach(struct ha_predicate_maker *f) {
  each_pointer(f, reachability);
}
void ha_predicates_step(struct ha_predicate_maker *f) { each_pointer(f, steps); }
void ha_predicates_stable(struct ha_predicate_maker *f) { each_pointer(f, stability); }
void ha_predicates_disjoint(struct ha_predicate_maker *f) {
  each_pointer(f, disjointness);
}
static bool allocates(const struct ha_program *p, ha_type type) {
  for (uint32_t c = 1; c < p->cmds.count; c++)
    if (p->cmds.at[c].op == HA_CMD_NEW && p->cmds.at[c].type == type)
      return true;
  return false;
}

/* Nothing of a type that this run never allocates is its own. */
static void not_mine(struct ha_predicate_maker *f) {
  ha_term v = bound(f), mine = ha_sym(f->t, ha_vocab_mine(f->vocab));
  for (ha_symbol s = 0; (s = ha_vocab_next(f->vocab, s));) {
    struct ha_meaning_row m = ha_vocab_meaning(f->vocab, s);
    if (m.means != HA_MEANS_ALLOC || allocates(f->program, m.id))
      continue;
    ha_term both =
        ha_and(f->t, ha_select(f->t, mine, v), ha_select(f->t, ha_sym(f->t, s), v));
    ha_predicate_add(f, ha_forall(f->t, HA_SORT_OBJ, ha_not(f->t, both)));
  }
}

void ha_predicates_holder(struct ha_predicate_maker *f) {
  if (ha_predicate_is_allocating(f->program))
    not_mine(f);
  each_pointer(f, holders);
}

/* ---- segments ---- */

/* ∀a, b live: a in the segment from x to y, b reaches a → b reaches x, or x b. */
static void add_unshared(struct ha_predicate_maker *f, unsigned i, ha_term y,
                         ha_field link) {
  struct ha_terms *t = f->t;
  ha_type type = f->pointers.at[i].pointee;
  ha_term x = f->pointers.at[i].term, map = map_of(f, link);
  ha_term a = ha_term_bound(t, 1, HA_SORT_OBJ), b = ha_term_bound(t, 0, HA_SORT_OBJ);
  ha_term given[] = {alloc_of(f, type, a), alloc_of(f, type, b), ha_reach(t, map, x, a),
                     ha_reach(t, map, a, y), ha_reach(t, map, b, a)};
  ha_term along = ha_or(t, ha_reach(t, map, b, x), ha_reach(t, map, x, b));
  ha_term body = ha_implies(t, ha_all(t, HA_TERM_AND, given, 5), along);
  ha_predicate_add(f, ha_forall(t, HA_SORT_OBJ, ha_forall(t, HA_SORT_OBJ, body)));
}

static void segments(struct ha_predicate_maker *f, unsigned i, ha_field link) {
  if (!ha_vocab_find(f->vocab, HA_MEANS_ALLOC, f->pointers.at[i].pointee))
    return;
  add_unshared(f, i, null(f), link);
  for (unsigned j = 0; j < f->pointers.count; j++)
    if (j != i && ha_predicate_same_type(f, i, j))
      add_unshared(f, i, f->pointers.at[j].term, link);
}

void ha_predicates_ls(struct ha_predicate_maker *f) { each_pointer(f, segments); }

/* A named property of two fields that a contract speaks of, whatever its objects. */
struct use {
  ha_field first, second;
};

struct uses {
  HA_VEC(struct use) list;
};

static ha_field field_behind(const struct ha_predicate_maker *f, ha_term map) {
  const struct ha_term_row *row = ha_term_get(f->t, map);
  struct ha_meaning_row m = {0};
  if (row->op == HA_TERM_SYM)
    m = ha_vocab_meaning(f->vocab, (ha_symbol)row->imm);
  if (m.means == HA_MEANS_OLD)
    m = ha_vocab_meaning(f->vocab, m.id);
  return m.means == HA_MEANS_FIELD ? m.id : 0;
}

static void add_use(struct ha_predicate_maker *f, struct uses *uses, ha_field first,
                    ha_field second) {
  for (unsigned i = 0; i < uses->list.count; i++)
    if (uses->list.at[i].first == first && uses->list.at[i].second == second)
      return;
  if (first && second)
    HA_PUSH(f->arena, uses->list, (struct use){first, second});
}

static void find_uses(struct ha_predicate_maker *f, ha_term term, bool order,
                      struct uses *uses) {
  const struct ha_term_row row = *ha_term_get(f->t, term);
  bool is_order = row.op == HA_TERM_NAMED && row.imm == HA_NAMED_SORTED;
  bool is_inverse = row.op == HA_TERM_NAMED &&
                    (row.imm == HA_NAMED_DLIST || row.imm == HA_NAMED_DLSEG ||
                     row.imm == HA_NAMED_DRING);
  if (order && is_order)
    add_use(f, uses, field_behind(f, row.args[0]), field_behind(f, row.args[1]));
  if (!order && is_inverse)
    add_use(f, uses, field_behind(f, row.args[1]), field_behind(f, row.args[2]));
  for (unsigned i = 0; i < row.count; i++)
    find_uses(f, row.args[i], order, uses);
}

/* Every pair of fields of one record that could be meant. */
static void guess_uses(struct ha_predicate_maker *f, bool order, struct uses *uses) {
  const struct ha_types *types = f->program->types;
  for (ha_field a = 1; a < ha_types_fields(types); a++)
    for (ha_field b = 1; b < ha_types_fields(types); b++) {
      ha_symbol second = ha_vocab_find(f->vocab, HA_MEANS_FIELD, b);
      if (a == b || !ha_field_is_link(types, a) || !is_known(f, a) || !second ||
          ha_field_get(types, a)->owner != ha_field_get(types, b)->owner)
        continue;
      bool fits = order ? ha_symbol_get(f->t, second)->sort == HA_SORT_DATA
                        : a < b && ha_field_is_link(types, b);
      if (fits)
        add_use(f, uses, a, b);
    }
}

static struct uses uses_of(struct ha_predicate_maker *f, bool order) {
  struct uses uses = {0};
  for (ha_formula i = 1; i < f->program->formulas.count; i++) {
    ha_term term = ha_contract_term(f->options->pieces->contracts, i);
    if (term)
      find_uses(f, term, order, &uses);
  }
  if (f->named)
    guess_uses(f, order, &uses);
  return uses;
}

static bool has_field(const struct ha_predicate_maker *f, unsigned i, ha_field field) {
  return f->pointers.at[i].pointee == ha_field_get(f->program->types, field)->owner;
}

/* The segments of the pointers that the field belongs to, up to null and each other. */
static void each_segment(struct ha_predicate_maker *f, struct use use,
                         void (*add)(struct ha_predicate_maker *, struct use, ha_term x,
                                     ha_term y)) {
  for (unsigned i = 0; i < f->pointers.count; i++) {
    if (!has_field(f, i, use.first))
      continue;
    add(f, use, f->pointers.at[i].term, null(f));
    for (unsigned j = 0; j < f->pointers.count; j++)
      if (j != i && has_field(f, j, use.first))
        add(f, use, f->pointers.at[i].term, f->pointers.at[j].term);
  }
}

static void add_sorted(struct ha_predicate_maker *f, struct use use, ha_term x,
                       ha_term y) {
  ha_term args[] = {map_of(f, use.first), map_of(f, use.second), x, y};
  ha_predicate_add(f, ha_named(f->t, HA_NAMED_SORTED, args, 4));
}

void ha_predicates_sorted(struct ha_predicate_maker *f) {
  struct uses uses = uses_of(f, true);
  for (unsigned i = 0; i < uses.list.count; i++)
    each_segment(f, uses.list.at[i], add_sorted);
}

/* f/b, and if it was asked for by name b/f: the segment read from its other end. */
static void add_inverse(struct ha_predicate_maker *f, struct use use, ha_term x,
                        ha_term y) {
  ha_type type = ha_field_get(f->program->types, use.first)->owner;
  ha_term alloc = ha_sym(f->t, ha_vocab_alloc(f->vocab, type));
  ha_term there[] = {alloc, map_of(f, use.first), map_of(f, use.second), x, y};
  ha_term back[] = {alloc, map_of(f, use.second), map_of(f, use.first), x, y};
  ha_predicate_add(f, ha_named(f->t, HA_NAMED_DLSEG, there, 5));
  if (f->named)
    ha_predicate_add(f, ha_named(f->t, HA_NAMED_DLSEG, back, 5));
}

void ha_predicates_rev(struct ha_predicate_maker *f) {
  struct uses uses = uses_of(f, false);
  for (unsigned i = 0; i < uses.list.count; i++)
    each_segment(f, uses.list.at[i], add_inverse);
}
