/* Predicates from the program's own text: what it compares, what its entry says of
 * memory at large, what its contracts offer. */
#include "../domain/contract.h"
#include "../domain/named.h"
#include "../domain/vocab.h"
#include "live.h"
#include "predicates_impl.h"

enum { DEEPEST = 40, MOST_CONSTANTS = 4 };

/* ---- what the program compares ---- */

static bool has_store(const struct ha_terms *t, ha_term term) {
  const struct ha_term_row *row = ha_term_get(t, term);
  if (row->op == HA_TERM_STORE || row->op == HA_TERM_ITE)
    return true;
  for (unsigned i = 0; i < row->count; i++)
    if (has_store(t, row->args[i]))
      return true;
  return false;
}

/* A comparison of the integers that one or two objects hold, whichever they are. */
struct comparison {
  ha_term atom;
  ha_term held[2]; /* the selects in it */
  unsigned count;
  ha_type owner;
};

static bool find_held(struct ha_predicate_maker *f, ha_term term,
                      struct comparison *c) {
  const struct ha_term_row row = *ha_term_get(f->t, term);
  bool is_held = row.op == HA_TERM_SELECT && row.sort == HA_SORT_INT;
  for (unsigned i = 0; is_held && i < c->count; i++)
    if (c->held[i] == term)
      return true;
  if (is_held) {
    const struct ha_term_row *map = ha_term_get(f->t, row.args[0]);
    struct ha_meaning_row m = {0};
    if (map->op == HA_TERM_SYM)
      m = ha_vocab_meaning(f->vocab, (ha_symbol)map->imm);
    if (m.means != HA_MEANS_FIELD || c->count == 2)
      return false;
    ha_type owner = ha_field_get(f->program->types, m.id)->owner;
    if (c->count && owner != c->owner)
      return false;
    c->owner = owner;
    c->held[c->count++] = term;
    return true;
  }
  for (unsigned i = 0; i < row.count; i++)
    if (!find_held(f, row.args[i], c))
      return false;
  return true;
}

static ha_term replace(struct ha_predicate_maker *f, ha_term term,
                       const struct comparison *c, const ha_term *by) {
  const struct ha_term_row row = *ha_term_get(f->t, term);
  for (unsigned i = 0; i < c->count; i++)
    if (term == c->held[i])
      return ha_select(f->t, row.args[0], by[i]);
  if (!row.count)
    return term;
  ha_term *args = ha_arena_alloc(f->arena, row.count * sizeof *args);
  for (unsigned i = 0; i < row.count; i++)
    args[i] = replace(f, row.args[i], c, by);
  return ha_term_make(f->t, row.op, row.imm, args, row.count);
}

static void add_instance(struct ha_predicate_maker *f, const struct comparison *c,
                         const ha_term *by) {
  ha_term atom = replace(f, c->atom, c, by);
  if (!ha_term_get(f->t, atom)->open && ha_predicate_is_here(f, atom))
    ha_predicate_add(f, atom);
}

static void instances(struct ha_predicate_maker *f, const struct comparison *c) {
  for (unsigned i = 0; i < f->pointers.count; i++) {
    if (f->pointers.at[i].pointee != c->owner)
      continue;
    if (c->count == 1)
      add_instance(f, c, &f->pointers.at[i].term);
    for (unsigned j = 0; c->count == 2 && j < f->pointers.count; j++)
      if (j != i && f->pointers.at[j].pointee == c->owner)
        add_instance(f, c, (ha_term[]){f->pointers.at[i].term, f->pointers.at[j].term});
  }
}

static void atom(struct ha_predicate_maker *f, ha_term term) {
  const struct ha_term_row row = *ha_term_get(f->t, term);
  struct comparison c = {.atom = term};
  bool is_order = row.op == HA_TERM_LE || row.op == HA_TERM_EQ;
  if (!row.open && !has_store(f->t, term) && ha_predicate_is_here(f, term))
    ha_predicate_add(f, term);
  if (is_order && ha_term_get(f->t, row.args[0])->sort == HA_SORT_INT &&
      find_held(f, term, &c) && c.count && !has_store(f->t, term))
    instances(f, &c);
}

static bool is_logical(const struct ha_term_row *row) {
  return row->op == HA_TERM_NOT || row->op == HA_TERM_AND || row->op == HA_TERM_OR ||
         row->op == HA_TERM_IFF;
}

static void atoms_of(struct ha_predicate_maker *f, ha_term term, unsigned depth) {
  const struct ha_term_row row = *ha_term_get(f->t, term);
  if (row.sort != HA_SORT_BOOL || row.has_quantifier || depth > DEEPEST)
    return;
  for (unsigned i = 0; is_logical(&row) && i < row.count; i++)
    atoms_of(f, row.args[i], depth + 1);
  if (!is_logical(&row))
    atom(f, term);
}

/* The atoms of the code from here on; comparisons of data from everywhere. */
static void program_atoms(struct ha_predicate_maker *f,
                          const struct ha_pieces *pieces) {
  for (unsigned i = 0; i < pieces->pieces.count; i++)
    if (pieces->pieces.at[i].from == f->loc)
      atoms_of(f, pieces->pieces.at[i].guard, 0);
  for (unsigned i = 0; i < pieces->goals.count; i++)
    if (pieces->goals.at[i].from == f->loc)
      atoms_of(f, pieces->goals.at[i].holds, 0);
}

/* What the formula says, with parameters that never change for themselves. */
static ha_term said(struct ha_predicate_maker *f, ha_formula formula) {
  const struct ha_contracts *contracts = f->options->pieces->contracts;
  ha_term term = ha_contract_term(contracts, formula);
  struct ha_symbol_list symbols = {0};
  struct ha_subst *now = ha_subst_new(f->t);
  if (!term || ha_contract_ghost(contracts, formula))
    return 0;
  ha_term_symbols(f->t, term, &symbols);
  for (unsigned i = 0; i < symbols.count; i++)
    ha_subst_set(now, symbols.at[i],
                 ha_sym(f->t, ha_vocab_now(f->vocab, symbols.at[i])));
  return ha_subst_apply(now, term);
}

/* sorted(f, d, x, y) compares the d of any two. */
static void order_of(struct ha_predicate_maker *f, ha_term term) {
  const struct ha_term_row row = *ha_term_get(f->t, term);
  if (row.op == HA_TERM_NAMED && row.imm == HA_NAMED_SORTED) {
    ha_term d = row.args[1], v = ha_term_bound(f->t, 1, HA_SORT_OBJ);
    ha_term w = ha_term_bound(f->t, 0, HA_SORT_OBJ);
    atom(f, ha_le(f->t, ha_select(f->t, d, v), ha_select(f->t, d, w)));
  }
  for (unsigned i = 0; i < row.count; i++)
    order_of(f, row.args[i]);
}

/* ---- flags ---- */

/* The constants that a variable is given or compared with. */
struct constants {
  ha_var var;
  unsigned count;
  int64_t at[MOST_CONSTANTS];
};

static void add_constant(struct constants *constants, int64_t value) {
  for (unsigned i = 0; i < constants->count; i++)
    if (constants->at[i] == value)
      return;
  if (constants->count < MOST_CONSTANTS)
    constants->at[constants->count++] = value;
}

static bool is_var(const struct ha_program *p, ha_expr expr, ha_var var) {
  return p->exprs.at[expr].op == HA_EXPR_VAR && p->exprs.at[expr].imm == var;
}

/* A constant as the number it stands for at its type. */
static void take_constant(const struct ha_program *p, struct constants *constants,
                          ha_expr expr) {
  const struct ha_expr_row *row = &p->exprs.at[expr];
  const struct ha_type_info *type = ha_type_get(p->types, row->type);
  unsigned shift = 64 - (type->bits ? type->bits : 64);
  uint64_t top = row->imm << shift;
  if (row->op == HA_EXPR_CONST)
    add_constant(constants,
                 type->is_signed ? (int64_t)top >> shift : (int64_t)(top >> shift));
  if (row->op == HA_EXPR_ZEXT &&
      ha_type_get(p->types, p->exprs.at[row->a].type)->bits == 1)
    for (int truth = 0; truth < 2; truth++)
      add_constant(constants, truth);
}

static struct constants constants_of(const struct ha_program *p, ha_var var) {
  struct constants constants = {.var = var};
  for (uint32_t c = 1; c < p->cmds.count; c++)
    if (p->cmds.at[c].op == HA_CMD_ASSIGN && p->cmds.at[c].var == var)
      take_constant(p, &constants, p->cmds.at[c].a);
  for (ha_expr e = 1; e < p->exprs.count; e++) {
    const struct ha_expr_row *row = &p->exprs.at[e];
    if ((row->op == HA_EXPR_EQ || row->op == HA_EXPR_NE) && is_var(p, row->a, var))
      take_constant(p, &constants, row->b);
  }
  return constants;
}

/* Which of the constants a variable is: flags and small states. */
static void flags(struct ha_predicate_maker *f) {
  for (ha_var v = 1; v < f->program->vars.count; v++) {
    ha_symbol symbol = ha_vocab_find(f->vocab, HA_MEANS_VAR, v);
    if (!symbol || !ha_live_at(f->live, f->loc, v) ||
        ha_symbol_get(f->t, symbol)->sort != HA_SORT_INT)
      continue;
    struct constants constants = constants_of(f->program, v);
    for (unsigned i = 0; i < constants.count; i++)
      ha_predicate_add(
          f, ha_eq(f->t, ha_sym(f->t, symbol), ha_int(f->t, constants.at[i])));
  }
}

void ha_predicates_data(struct ha_predicate_maker *f) {
  const struct ha_pieces *pieces = f->options->pieces;
  program_atoms(f, pieces);
  flags(f);
  for (ha_formula i = 1; i < f->program->formulas.count; i++) {
    ha_term term = said(f, i);
    if (!term)
      continue;
    atoms_of(f, term, 0);
    order_of(f, term);
  }
}

/* ---- data of all nodes ---- */

/* ∀v live. v = x ∨ atom(v); x = 0: without exception. */
static void add_each(struct ha_predicate_maker *f, const struct comparison *c,
                     ha_term x) {
  ha_term v = ha_term_bound(f->t, 0, HA_SORT_OBJ);
  ha_term alloc = ha_sym(f->t, ha_vocab_alloc(f->vocab, c->owner));
  ha_term holds = replace(f, c->atom, c, &v);
  if (x)
    holds = ha_or(f->t, ha_eq(f->t, v, x), holds);
  ha_term all =
      ha_forall(f->t, HA_SORT_OBJ, ha_implies(f->t, ha_select(f->t, alloc, v), holds));
  if (ha_predicate_is_here(f, all))
    ha_predicate_add(f, all);
}

/* A number in a node that the program compares with a constant. */
static void each_of(struct ha_predicate_maker *f, ha_term term) {
  const struct ha_term_row row = *ha_term_get(f->t, term);
  struct comparison c = {.atom = term};
  bool is_test = row.op == HA_TERM_EQ && !row.open && !has_store(f->t, term) &&
                 (ha_term_get(f->t, row.args[0])->op == HA_TERM_INT ||
                  ha_term_get(f->t, row.args[1])->op == HA_TERM_INT);
  if (!is_test || !find_held(f, term, &c) || c.count != 1 ||
      !ha_vocab_find(f->vocab, HA_MEANS_ALLOC, c.owner))
    return;
  add_each(f, &c, 0);
  for (unsigned i = 0; i < f->pointers.count; i++)
    if (f->pointers.at[i].pointee == c.owner)
      add_each(f, &c, f->pointers.at[i].term);
}

static void each_in(struct ha_predicate_maker *f, ha_term term, unsigned depth) {
  const struct ha_term_row row = *ha_term_get(f->t, term);
  if (row.sort != HA_SORT_BOOL || row.has_quantifier || depth > DEEPEST)
    return;
  for (unsigned i = 0; is_logical(&row) && i < row.count; i++)
    each_in(f, row.args[i], depth + 1);
  if (!is_logical(&row))
    each_of(f, term);
}

/* ∀v live. v = x ∨ v->f = null ∨ v->f live: all but the cell that was made last. */
static void add_hole(struct ha_predicate_maker *f, ha_field field, ha_term x) {
  const struct ha_field_info *info = ha_field_get(f->program->types, field);
  ha_type pointee = ha_type_get(f->program->types, info->type)->elem;
  ha_symbol from = ha_vocab_find(f->vocab, HA_MEANS_ALLOC, info->owner);
  ha_symbol to = pointee ? ha_vocab_find(f->vocab, HA_MEANS_ALLOC, pointee) : 0;
  if (!from || !to || !ha_type_is_ptr(f->program->types, info->type))
    return;
  ha_term v = ha_term_bound(f->t, 0, HA_SORT_OBJ);
  ha_term value = ha_select(f->t, ha_sym(f->t, ha_vocab_field(f->vocab, field)), v);
  ha_term sound = ha_or(f->t, ha_eq(f->t, value, ha_null(f->t)),
                        ha_select(f->t, ha_sym(f->t, to), value));
  ha_term body = ha_implies(f->t, ha_select(f->t, ha_sym(f->t, from), v),
                            ha_or(f->t, ha_eq(f->t, v, x), sound));
  ha_predicate_add(f, ha_forall(f->t, HA_SORT_OBJ, body));
}

static void holes(struct ha_predicate_maker *f) {
  for (ha_symbol s = 0; (s = ha_vocab_next(f->vocab, s));) {
    struct ha_meaning_row m = ha_vocab_meaning(f->vocab, s);
    if (m.means != HA_MEANS_FIELD)
      continue;
    ha_type owner = ha_field_get(f->program->types, m.id)->owner;
    for (unsigned i = 0; i < f->pointers.count; i++)
      if (f->pointers.at[i].pointee == owner)
        add_hole(f, m.id, f->pointers.at[i].term);
  }
}

/* Only where this run allocates: an input's numbers are nobody's promise. */
void ha_predicates_each(struct ha_predicate_maker *f) {
  const struct ha_pieces *pieces = f->options->pieces;
  if (!ha_predicate_is_allocating(f->program))
    return;
  holes(f);
  for (unsigned i = 0; i < pieces->pieces.count; i++)
    each_in(f, pieces->pieces.at[i].guard, 0);
  for (unsigned i = 0; i < pieces->goals.count; i++) {
    each_in(f, pieces->goals.at[i].guard, 0);
    each_in(f, pieces->goals.at[i].holds, 0);
  }
}

/* ---- memory at large ---- */

/* Conjuncts of the entry that speak of memory only are candidates everywhere. */
void ha_predicates_memory(struct ha_predicate_maker *f) {
  for (unsigned i = 0; i < f->options->init->count; i++)
    if (ha_predicate_is_here(f, f->options->init->at[i]))
      ha_predicate_add(f, f->options->init->at[i]);
}

/* ---- contracts ---- */

/* Conjunct by conjunct. */
static void conjuncts(struct ha_predicate_maker *f, ha_term term) {
  const struct ha_term_row row = *ha_term_get(f->t, term);
  for (unsigned i = 0; row.op == HA_TERM_AND && i < row.count; i++)
    conjuncts(f, row.args[i]);
  if (row.op != HA_TERM_AND && ha_predicate_is_here(f, term))
    ha_predicate_add(f, term);
}

void ha_predicates_offered(struct ha_predicate_maker *f) {
  for (ha_formula i = 1; i < f->program->formulas.count; i++) {
    enum ha_formula_kind kind = f->program->formulas.at[i].kind;
    ha_term term = said(f, i);
    if (term && (kind == HA_FORMULA_INVARIANT || kind == HA_FORMULA_TRACK))
      conjuncts(f, ha_named_expand(f->t, term));
  }
}
