#include "predicates.h"
#include "../domain/contract.h"
#include "../domain/named.h"
#include "../domain/vocab.h"
#include "live.h"

enum { MOST_POINTERS = 12 };

/* A pointer expression and the record it points to. */
struct pointer {
  ha_term term;
  ha_type pointee;
};

struct family {
  struct ha_arena *arena;
  struct ha_terms *t;
  struct ha_vocab *vocab;
  const struct ha_program *program;
  HA_VEC(struct pointer) pointers;
  ha_term_vec targets; /* that pointers to pointers are live */
  ha_term_vec out;
};

static void add(struct family *f, ha_term predicate) {
  if (predicate == ha_true(f->t) || predicate == ha_false(f->t))
    return;
  ha_term negation = ha_not(f->t, predicate);
  for (unsigned i = 0; i < f->out.count; i++)
    if (f->out.at[i] == predicate || f->out.at[i] == negation)
      return;
  HA_PUSH(f->arena, f->out, predicate);
}

/* ---- pointers ---- */

static const struct ha_type_info *info(const struct family *f, ha_type type) {
  return ha_type_get(f->program->types, type);
}

static ha_type pointed_record(const struct family *f, ha_type type) {
  const struct ha_type_info *t = info(f, type);
  return t->kind == HA_TYPE_PTR && info(f, t->elem)->kind == HA_TYPE_RECORD ? t->elem
                                                                            : 0;
}

static void add_pointer(struct family *f, ha_term term, ha_type pointee) {
  if (f->pointers.count < MOST_POINTERS)
    HA_PUSH(f->arena, f->pointers, (struct pointer){term, pointee});
}

static ha_term field_of(struct family *f, ha_field field, ha_term x) {
  return ha_select(f->t, ha_sym(f->t, ha_vocab_field(f->vocab, field)), x);
}

static bool is_known(const struct family *f, ha_field field) {
  return ha_vocab_find(f->vocab, HA_MEANS_FIELD, field);
}

/* The pointers into lists that a header holds; a node's own links are no such. */
static void add_members(struct family *f, ha_term x, ha_type record) {
  const struct ha_type_info *t = info(f, record);
  for (ha_field field = t->first; field < t->first + t->fields; field++) {
    ha_type pointee = pointed_record(f, ha_field_get(f->program->types, field)->type);
    if (pointee && is_known(f, field) && !ha_field_is_link(f->program->types, field))
      add_pointer(f, field_of(f, field, x), pointee);
  }
}

static void add_global(struct family *f, ha_obj object) {
  const struct ha_obj_row *row = &f->program->objs.at[object];
  if (row->is_const || (row->kind != HA_OBJ_GLOBAL && row->kind != HA_OBJ_LOCAL) ||
      !ha_vocab_find(f->vocab, HA_MEANS_OBJECT, object))
    return;
  ha_term address = ha_sym(f->t, ha_vocab_object(f->vocab, object));
  ha_type pointee = pointed_record(f, row->type);
  if (pointee && is_known(f, ha_type_cell(f->program->types, row->type)))
    add_pointer(f, field_of(f, ha_type_cell(f->program->types, row->type), address),
                pointee);
  else if (info(f, row->type)->kind == HA_TYPE_RECORD)
    add_members(f, address, row->type);
}

/* `*pp` of a pointer to a pointer to a record. */
static void add_target(struct family *f, ha_var v) {
  ha_symbol symbol = ha_vocab_find(f->vocab, HA_MEANS_VAR, v);
  const struct ha_type_info *t = info(f, f->program->vars.at[v].type);
  ha_type scalar = t->kind == HA_TYPE_PTR ? t->elem : 0;
  ha_type pointee = scalar ? pointed_record(f, scalar) : 0;
  if (!symbol || !pointee || !is_known(f, ha_type_cell(f->program->types, scalar)))
    return;
  ha_term pointer = ha_sym(f->t, symbol);
  add_pointer(f, ha_sym_contents(f->vocab, pointer, scalar), pointee);
  HA_PUSH(f->arena, f->targets, ha_sym_is_live(f->vocab, pointer, scalar));
}

static void find_pointers(struct family *f, const struct ha_live *live, ha_loc loc) {
  for (ha_var v = 1; v < f->program->vars.count; v++) {
    ha_type type = f->program->vars.at[v].type, pointee = pointed_record(f, type);
    ha_symbol symbol = ha_vocab_find(f->vocab, HA_MEANS_VAR, v);
    if (symbol && ha_live_at(live, loc, v) &&
        ha_symbol_get(f->t, symbol)->sort == HA_SORT_OBJ)
      add_pointer(f, ha_sym(f->t, symbol), pointee);
  }
  unsigned variables = f->pointers.count;
  for (ha_var v = 1; v < f->program->vars.count; v++)
    if (ha_live_at(live, loc, v))
      add_target(f, v);
  for (unsigned i = 0; i < variables; i++)
    if (f->pointers.at[i].pointee)
      add_members(f, f->pointers.at[i].term, f->pointers.at[i].pointee);
  for (ha_obj o = 1; o < f->program->objs.count; o++)
    add_global(f, o);
}

/* ---- families ---- */

static ha_term null(const struct family *f) { return ha_null(f->t); }

static ha_term bound(const struct family *f) {
  return ha_term_bound(f->t, 0, HA_SORT_OBJ);
}

static bool same_type(const struct family *f, unsigned i, unsigned j) {
  return f->pointers.at[i].pointee == f->pointers.at[j].pointee;
}

static void equalities(struct family *f) {
  for (unsigned i = 0; i < f->pointers.count; i++) {
    add(f, ha_eq(f->t, f->pointers.at[i].term, null(f)));
    for (unsigned j = 0; j < i; j++)
      if (same_type(f, i, j))
        add(f, ha_eq(f->t, f->pointers.at[i].term, f->pointers.at[j].term));
  }
}

/* For each link of the record that pointer i points to. */
static void each_link(struct family *f, unsigned i,
                      void (*use)(struct family *, unsigned, ha_field)) {
  const struct ha_type_info *t = info(f, f->pointers.at[i].pointee);
  for (ha_field field = t->first; field < t->first + t->fields; field++)
    if (ha_field_is_link(f->program->types, field) && is_known(f, field))
      use(f, i, field);
}

static ha_term map_of(struct family *f, ha_field field) {
  return ha_sym(f->t, ha_vocab_field(f->vocab, field));
}

static void reachability(struct family *f, unsigned i, ha_field link) {
  ha_term map = map_of(f, link), x = f->pointers.at[i].term;
  add(f, ha_reach(f->t, map, x, null(f)));
  for (unsigned j = 0; j < f->pointers.count; j++)
    if (j != i && same_type(f, i, j))
      add(f, ha_reach(f->t, map, x, f->pointers.at[j].term));
}

static void steps(struct family *f, unsigned i, ha_field link) {
  ha_term next = field_of(f, link, f->pointers.at[i].term);
  add(f, ha_eq(f->t, next, null(f)));
  for (unsigned j = 0; j < f->pointers.count; j++)
    if (same_type(f, i, j))
      add(f, ha_eq(f->t, next, f->pointers.at[j].term));
}

static ha_term alloc_of(struct family *f, ha_type type, ha_term x) {
  return ha_select(f->t, ha_sym(f->t, ha_vocab_alloc(f->vocab, type)), x);
}

static void liveness(struct family *f) {
  for (unsigned i = 0; i < f->targets.count; i++)
    add(f, f->targets.at[i]);
  for (unsigned i = 0; i < f->pointers.count; i++) {
    ha_type type = f->pointers.at[i].pointee;
    if (type && ha_vocab_find(f->vocab, HA_MEANS_ALLOC, type))
      add(f, alloc_of(f, type, f->pointers.at[i].term));
  }
}

static ha_term from(struct family *f, unsigned i, ha_field link, ha_term v) {
  return ha_and(f->t, ha_reach(f->t, map_of(f, link), f->pointers.at[i].term, v),
                ha_not(f->t, ha_eq(f->t, v, null(f))));
}

/* stable: all nodes from x on are live; and they are blocks of their own. */
static void stability(struct family *f, unsigned i, ha_field link) {
  ha_type type = f->pointers.at[i].pointee;
  ha_term v = bound(f), heap = ha_sym(f->t, ha_vocab_heap(f->vocab));
  if (!ha_vocab_find(f->vocab, HA_MEANS_ALLOC, type))
    return;
  add(f, ha_forall(f->t, HA_SORT_OBJ,
                   ha_implies(f->t, from(f, i, link, v), alloc_of(f, type, v))));
  add(f, ha_forall(f->t, HA_SORT_OBJ,
                   ha_implies(f->t, from(f, i, link, v), ha_select(f->t, heap, v))));
}

static void disjointness(struct family *f, unsigned i, ha_field link) {
  for (unsigned j = 0; j < i; j++)
    if (same_type(f, i, j))
      add(f, ha_forall(f->t, HA_SORT_OBJ,
                       ha_not(f->t, ha_and(f->t, from(f, i, link, bound(f)),
                                           from(f, j, link, bound(f))))));
}

static bool is_allocating(const struct ha_program *p) {
  for (uint32_t c = 1; c < p->cmds.count; c++)
    if (p->cmds.at[c].op == HA_CMD_NEW)
      return true;
  return false;
}

/* All that this run allocated and has not freed is reached from these pointers, or
 * from something older. */
static void add_holder(struct family *f, unsigned i, unsigned j, ha_field link) {
  struct ha_terms *t = f->t;
  ha_term v = bound(f), mine = ha_sym(t, ha_vocab_mine(f->vocab));
  ha_type type = f->pointers.at[i].pointee;
  ha_term owed = ha_and(t, ha_select(t, mine, v), alloc_of(f, type, v));
  ha_term held = ha_or(t, from(f, i, link, v), from(f, j, link, v));
  add(f, ha_forall(t, HA_SORT_OBJ, ha_implies(t, owed, held)));
}

static void holders(struct family *f, unsigned i, ha_field link) {
  if (!is_allocating(f->program) ||
      !ha_vocab_find(f->vocab, HA_MEANS_ALLOC, f->pointers.at[i].pointee))
    return;
  ha_term v = bound(f), mine = ha_sym(f->t, ha_vocab_mine(f->vocab));
  add(f, ha_forall(f->t, HA_SORT_OBJ, ha_not(f->t, ha_select(f->t, mine, v))));
  for (unsigned j = 0; j <= i; j++)
    if (same_type(f, i, j))
      add_holder(f, i, j, link);
}

/* ---- what the program compares ---- */

static bool is_over_state(const struct family *f, const struct ha_live *live,
                          ha_loc loc, ha_term atom) {
  struct ha_symbol_list symbols = {0};
  ha_term_symbols(f->t, atom, &symbols);
  for (unsigned i = 0; i < symbols.count; i++) {
    struct ha_meaning_row m = ha_vocab_meaning(f->vocab, symbols.at[i]);
    if (!m.means || (m.means == HA_MEANS_VAR && !ha_live_at(live, loc, m.id)))
      return false;
  }
  return symbols.count > 0;
}

static bool has_store(const struct ha_terms *t, ha_term term) {
  const struct ha_term_row *row = ha_term_get(t, term);
  if (row->op == HA_TERM_STORE || row->op == HA_TERM_ITE)
    return true;
  for (unsigned i = 0; i < row->count; i++)
    if (has_store(t, row->args[i]))
      return true;
  return false;
}

static void atoms_of(struct family *f, const struct ha_live *live, ha_loc loc,
                     ha_term term, unsigned depth) {
  struct ha_term_row row = *ha_term_get(f->t, term);
  if (row.sort != HA_SORT_BOOL || row.has_quantifier || depth > 40)
    return;
  if (row.op == HA_TERM_NOT || row.op == HA_TERM_AND || row.op == HA_TERM_OR ||
      row.op == HA_TERM_IFF) {
    for (unsigned i = 0; i < row.count; i++)
      atoms_of(f, live, loc, row.args[i], depth + 1);
  } else if (!has_store(f->t, term) && is_over_state(f, live, loc, term)) {
    add(f, term);
  }
}

static void program_atoms(struct family *f, const struct ha_live *live, ha_loc loc,
                          const struct ha_pieces *pieces) {
  for (unsigned i = 0; i < pieces->pieces.count; i++)
    if (pieces->pieces.at[i].from == loc)
      atoms_of(f, live, loc, pieces->pieces.at[i].guard, 0);
  for (unsigned i = 0; i < pieces->goals.count; i++)
    if (pieces->goals.at[i].from == loc)
      atoms_of(f, live, loc, pieces->goals.at[i].holds, 0);
}

/* Conjuncts of the entry that speak of memory only are candidates everywhere. */
static void memory_at_large(struct family *f, const struct ha_live *live, ha_loc loc,
                            const ha_term_vec *init) {
  for (unsigned i = 0; i < init->count; i++)
    if (is_over_state(f, live, loc, init->at[i]))
      add(f, init->at[i]);
}

/* What the source offers: its invariants and the predicates it wants looked at,
 * conjunct by conjunct. */
static void offered(struct family *f, const struct ha_live *live, ha_loc loc,
                    ha_term term) {
  const struct ha_term_row row = *ha_term_get(f->t, term);
  for (unsigned i = 0; row.op == HA_TERM_AND && i < row.count; i++)
    offered(f, live, loc, row.args[i]);
  if (row.op != HA_TERM_AND && is_over_state(f, live, loc, term))
    add(f, term);
}

static void offers(struct family *f, const struct ha_live *live, ha_loc loc,
                   const struct ha_contracts *contracts) {
  for (ha_formula i = 1; i < f->program->formulas.count; i++) {
    enum ha_formula_kind kind = f->program->formulas.at[i].kind;
    ha_term term = ha_contract_term(contracts, i);
    if (term && (kind == HA_FORMULA_INVARIANT || kind == HA_FORMULA_TRACK))
      offered(f, live, loc, ha_named_expand(f->t, term));
  }
}

static struct family new_family(struct ha_vocab *vocab) {
  struct ha_terms *terms = ha_vocab_terms(vocab);
  return (struct family){.arena = ha_terms_arena(terms),
                         .t = terms,
                         .vocab = vocab,
                         .program = ha_vocab_program(vocab)};
}

ha_term_vec ha_predicates_at(struct ha_vocab *vocab, const struct ha_live *live,
                             ha_loc loc, const struct ha_predicate_options *options) {
  struct family f = new_family(vocab);
  find_pointers(&f, live, loc);
  equalities(&f);
  program_atoms(&f, live, loc, options->pieces);
  for (unsigned i = 0; i < f.pointers.count; i++)
    each_link(&f, i, reachability);
  for (unsigned i = 0; i < f.pointers.count; i++)
    each_link(&f, i, steps);
  liveness(&f);
  memory_at_large(&f, live, loc, options->init);
  offers(&f, live, loc, options->pieces->contracts);
  for (unsigned i = 0; i < f.pointers.count; i++)
    each_link(&f, i, stability);
  for (unsigned i = 0; i < f.pointers.count; i++)
    each_link(&f, i, disjointness);
  for (unsigned i = 0; i < f.pointers.count; i++)
    each_link(&f, i, holders);
  return f.out;
}

ha_term_vec ha_predicate_pointers(struct ha_vocab *vocab, const struct ha_live *live,
                                  ha_loc loc) {
  struct family f = new_family(vocab);
  ha_term_vec out = {0};
  find_pointers(&f, live, loc);
  for (unsigned i = 0; i < f.pointers.count; i++)
    HA_PUSH(f.arena, out, f.pointers.at[i].term);
  return out;
}
