/* Terms are evaluated as they stand, in Kleene's three-valued logic; a named property
 * by what it means. */
#include "concrete.h"
#include "../gcl/arena.h"
#include "concrete_impl.h"
#include "named.h"

struct ha_concrete *ha_concrete_new(struct ha_vocab *vocab) {
  struct ha_terms *terms = ha_vocab_terms(vocab);
  struct ha_concrete *c = ha_arena_alloc(ha_terms_arena(terms), sizeof *c);
  c->vocab = vocab;
  c->terms = terms;
  c->program = ha_vocab_program(vocab);
  c->types = c->program->types;
  return c;
}

enum { MOST_IN_TREE = 256 }; /* nodes */

static const struct ha_term_row *get(const struct ha_concrete *c, ha_term term) {
  return ha_term_get(c->terms, term);
}

/* ---- symbols ---- */

static struct ha_seen variable(struct ha_concrete *c, ha_var var, bool old) {
  ha_type type = c->program->vars.at[var].type;
  if (old && !c->moment->entry_vars)
    return ha_unseen();
  struct ha_value v = (old ? c->moment->entry_vars : c->moment->run->vars)[var];
  const struct ha_type_info *t = ha_type_get(c->types, type);
  return t->kind == HA_TYPE_PTR ? ha_concrete_pointer(c, v, t->elem)
                                : ha_concrete_number(c, v, type);
}

static struct ha_seen symbol(struct ha_concrete *c, ha_symbol symbol) {
  struct ha_meaning_row m = ha_vocab_meaning(c->vocab, symbol);
  bool old = m.means == HA_MEANS_OLD;
  if (old)
    m = ha_vocab_meaning(c->vocab, m.id);
  if (m.means == HA_MEANS_VAR)
    return variable(c, m.id, old);
  if (m.means == HA_MEANS_OBJECT) {
    struct ha_concrete_object o = {c->moment->run->obj_address[m.id],
                                   c->program->objs.at[m.id].type};
    return o.address ? ha_seen_object(o) : ha_unseen();
  }
  const struct ha_ghost_value *g =
      c->moment->ghost ? c->moment->ghost(c->moment->context, symbol) : NULL;
  if (!g || !g->known)
    return ha_unseen();
  return (struct ha_seen){.known = true, .number = g->number, .object = g->object};
}

/* elem(a, i) */
static struct ha_seen element(struct ha_concrete *c, const struct ha_term_row *row) {
  struct ha_meaning_row m = ha_vocab_meaning(c->vocab, (ha_symbol)row->imm);
  if (m.means != HA_MEANS_ELEM)
    return ha_unseen();
  struct ha_seen a = ha_concrete_eval(c, row->args[0]);
  struct ha_seen i = ha_concrete_eval(c, row->args[1]);
  ha_wide size = (ha_wide)ha_type_get(c->types, m.id)->size;
  if (!a.known || !i.known || !a.object.address || i.number != (int64_t)i.number)
    return ha_unseen();
  ha_wide address = (ha_wide)a.object.address + i.number * size;
  if (address <= 0 || address > INT64_MAX)
    return ha_unseen();
  return ha_seen_object((struct ha_concrete_object){(uint64_t)address, m.id});
}

/* ---- operators ---- */

static struct ha_seen connective(struct ha_concrete *c, const struct ha_term_row *row) {
  bool absorbing = row->op == HA_TERM_OR;
  struct ha_seen sum = ha_seen_number(!absorbing);
  for (unsigned i = 0; i < row->count; i++) {
    struct ha_seen v = ha_concrete_eval(c, row->args[i]);
    if (v.known && v.number == absorbing)
      return v;
    sum.known &= v.known;
  }
  return sum;
}

static struct ha_seen arithmetic(struct ha_concrete *c, const struct ha_term_row *row) {
  struct ha_seen a = ha_concrete_eval(c, row->args[0]);
  struct ha_seen b = ha_concrete_eval(c, row->args[1]);
  ha_wide result;
  if (!a.known || !b.known)
    return ha_unseen();
  if (row->op == HA_TERM_LE)
    return ha_seen_number(a.number <= b.number);
  if (row->op == HA_TERM_IFF)
    return ha_seen_number(a.number == b.number);
  bool overflow = row->op == HA_TERM_ADD
                      ? __builtin_add_overflow(a.number, b.number, &result)
                      : __builtin_mul_overflow(a.number, b.number, &result);
  return overflow ? ha_unseen() : ha_seen_number(result);
}

static struct ha_seen equality(struct ha_concrete *c, const struct ha_term_row *row) {
  enum ha_sort sort = get(c, row->args[0])->sort;
  if (sort != HA_SORT_OBJ && sort != HA_SORT_INT)
    return ha_concrete_equal(c, row);
  struct ha_seen a = ha_concrete_eval(c, row->args[0]);
  struct ha_seen b = ha_concrete_eval(c, row->args[1]);
  if (!a.known || !b.known)
    return ha_unseen();
  return ha_seen_number(sort == HA_SORT_OBJ ? ha_concrete_same(a.object, b.object)
                                            : a.number == b.number);
}

static struct ha_seen conditional(struct ha_concrete *c,
                                  const struct ha_term_row *row) {
  struct ha_seen p = ha_concrete_eval(c, row->args[0]);
  return p.known ? ha_concrete_eval(c, row->args[p.number ? 1 : 2]) : ha_unseen();
}

/* ---- named properties ---- */

static ha_term meaning_of(struct ha_concrete *c, ha_term term) {
  struct ha_arena *arena = ha_terms_arena(c->terms);
  while (c->meaning.count <= term)
    HA_PUSH(arena, c->meaning, 0);
  if (!c->meaning.at[term]) {
    ha_term made = ha_named_expand(c->terms, term);
    c->meaning.at[term] = made;
  }
  return c->meaning.at[term];
}

/* The parents of the nodes below x along l and r, each as it is met first.  An input
 * that is made as it is read may have no end: then false. */
static bool find_parents(struct ha_concrete *c, ha_term l, ha_term r,
                         struct ha_seen x) {
  HA_VEC(struct ha_concrete_object) nodes = {0}, parents = {0};
  struct ha_concrete_object null = {0};
  if (x.known && x.object.address) {
    HA_PUSH(c->arena, nodes, x.object);
    HA_PUSH(c->arena, parents, null);
  }
  for (unsigned i = 0; i < nodes.count && i < MOST_IN_TREE; i++)
    for (unsigned k = 0; k < 2; k++) {
      struct ha_seen child =
          ha_concrete_apply(c, k ? r : l, ha_seen_object(nodes.at[i]));
      bool is_new = child.known && child.object.address;
      for (unsigned n = 0; is_new && n < nodes.count; n++)
        is_new = !ha_concrete_same(nodes.at[n], child.object);
      if (!is_new)
        continue;
      HA_PUSH(c->arena, nodes, child.object);
      HA_PUSH(c->arena, parents, nodes.at[i]);
    }
  c->parent.nodes = nodes.at;
  c->parent.parents = parents.at;
  c->parent.count = nodes.count;
  return nodes.count <= MOST_IN_TREE;
}

/* TREE, PARENT, THREADED: s, l, r, ghost, …, x.  The ghost is the best there is. */
static struct ha_seen tree(struct ha_concrete *c, ha_term term,
                           const struct ha_term_row *row) {
  struct ha_ghost_parent outer = c->parent;
  const struct ha_term_row *ghost = get(c, row->args[3]);
  ha_symbol symbol = ghost->op == HA_TERM_SYM ? (ha_symbol)ghost->imm : 0;
  struct ha_meaning_row m = ha_vocab_meaning(c->vocab, symbol);
  if (m.means == HA_MEANS_OLD)
    m = ha_vocab_meaning(c->vocab, m.id);
  bool ends = true;
  if (m.means == HA_MEANS_PARENT) {
    ends = find_parents(c, row->args[1], row->args[2],
                        ha_concrete_eval(c, row->args[row->count - 1]));
    c->parent.symbol = symbol;
  }
  struct ha_seen seen = ends ? ha_concrete_eval(c, meaning_of(c, term)) : ha_unseen();
  c->parent = outer;
  return seen;
}

static struct ha_seen named(struct ha_concrete *c, ha_term term,
                            const struct ha_term_row *row) {
  switch (row->imm) {
  case HA_NAMED_TREE:
  case HA_NAMED_PARENT:
  case HA_NAMED_THREADED:
    return tree(c, term, row);
  default:
    return ha_concrete_eval(c, meaning_of(c, term));
  }
}

/* ---- the whole ---- */

static struct ha_seen compute(struct ha_concrete *c, ha_term term) {
  const struct ha_term_row row = *get(c, term);
  struct ha_seen v;
  switch ((enum ha_term_op)row.op) {
  case HA_TERM_TRUE:
  case HA_TERM_FALSE:
    return ha_seen_number(row.op == HA_TERM_TRUE);
  case HA_TERM_NULL:
    return ha_seen_object((struct ha_concrete_object){0});
  case HA_TERM_INT:
    return ha_seen_number(row.imm);
  case HA_TERM_SYM:
    return symbol(c, (ha_symbol)row.imm);
  case HA_TERM_BOUND:
    return c->bound.at[c->bound.count - 1 - (unsigned)row.imm];
  case HA_TERM_NOT:
    v = ha_concrete_eval(c, row.args[0]);
    return v.known ? ha_seen_number(!v.number) : v;
  case HA_TERM_AND:
  case HA_TERM_OR:
    return connective(c, &row);
  case HA_TERM_EQ:
    return equality(c, &row);
  case HA_TERM_IFF:
  case HA_TERM_LE:
  case HA_TERM_ADD:
  case HA_TERM_MUL:
    return arithmetic(c, &row);
  case HA_TERM_FORALL:
    return ha_concrete_forall(c, &row);
  case HA_TERM_ITE:
    return conditional(c, &row);
  case HA_TERM_SELECT:
    return ha_concrete_apply(c, row.args[0], ha_concrete_eval(c, row.args[1]));
  case HA_TERM_APP:
    return element(c, &row);
  case HA_TERM_BTWN:
  case HA_TERM_DIST:
  case HA_TERM_REACHES:
  case HA_TERM_COUNT:
    return ha_concrete_path(c, &row);
  case HA_TERM_NAMED:
    return named(c, term, &row);
  default:
    return ha_unseen();
  }
}

struct ha_seen ha_concrete_eval(struct ha_concrete *c, ha_term term) {
  if (c->work++ > HA_CONCRETE_WORK)
    return ha_unseen();
  return compute(c, term);
}

static void begin(struct ha_concrete *c, const struct ha_moment *moment) {
  struct ha_vocab *vocab = c->vocab;
  struct ha_concrete fresh = {.vocab = vocab,
                              .terms = c->terms,
                              .program = c->program,
                              .types = c->types,
                              .moment = moment,
                              .arena = moment->run->arena,
                              .machine = moment->run->machine};
  fresh.meaning.at = c->meaning.at;
  fresh.meaning.count = c->meaning.count;
  fresh.meaning.capacity = c->meaning.capacity;
  *c = fresh;
}

enum ha_truth ha_concrete_holds(struct ha_concrete *c, const struct ha_moment *moment,
                                ha_term formula) {
  begin(c, moment);
  struct ha_seen v = ha_concrete_eval(c, formula);
  return v.known ? (v.number ? HA_YES : HA_NO) : HA_MAYBE;
}

/* ---- values of ghosts ---- */

static bool list_set(struct ha_concrete *c, ha_term term, struct ha_ghost_value *g) {
  HA_VEC(struct ha_concrete_object) found = {0};
  ha_concrete_list_objects(c);
  for (unsigned i = 0; i <= c->universe.count; i++, ha_concrete_list_objects(c)) {
    struct ha_concrete_object o =
        i ? c->universe.at[i - 1] : (struct ha_concrete_object){0};
    struct ha_seen in = ha_concrete_apply(c, term, ha_seen_object(o));
    if (!in.known)
      return false;
    if (in.number)
      HA_PUSH(c->arena, found, o);
  }
  g->objects = found.at;
  g->count = found.count;
  return true;
}

static bool list_numbers(struct ha_concrete *c, ha_term term,
                         struct ha_ghost_value *g) {
  HA_VEC(int64_t) found = {0};
  struct ha_numbers numbers = {0};
  ha_concrete_numbers(c, term, &numbers);
  for (unsigned i = 0; i < numbers.count; i++) {
    struct ha_seen in = ha_concrete_apply(c, term, ha_seen_number(numbers.at[i]));
    if (!in.known || numbers.at[i] != (int64_t)numbers.at[i])
      return false;
    for (ha_wide k = 0; k < in.number; k++)
      HA_PUSH(c->arena, found, (int64_t)numbers.at[i]);
  }
  g->numbers = found.at;
  g->count = found.count;
  return true;
}

struct ha_ghost_value ha_concrete_value(struct ha_concrete *c,
                                        const struct ha_moment *moment, ha_term term) {
  struct ha_ghost_value g = {0};
  begin(c, moment);
  enum ha_sort sort = get(c, term)->sort;
  if (sort == HA_SORT_SET) {
    g.known = list_set(c, term, &g);
  } else if (sort == HA_SORT_INTS || sort == HA_SORT_BAG) {
    g.known = list_numbers(c, term, &g);
  } else {
    struct ha_seen v = ha_concrete_eval(c, term);
    g.number = (int64_t)v.number;
    g.object = v.object;
    g.known = v.known && (sort != HA_SORT_INT || v.number == g.number);
  }
  return g;
}
