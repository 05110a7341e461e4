/* The formulas of a program in a symbolic state.
 *
 * A term over the vocabulary becomes one over the symbols at the start by putting in
 * what each symbol is worth now.  `*p` is read as a load is, because p may be the
 * address of a field.  The entry state is a copy of every symbol that is spoken of with
 * old(…), made where execution starts.  What the solver has no theory for is not known:
 * assuming it teaches nothing, and it is never proved. */
#include "contract.h"
#include "named.h"
#include "sym_state.h"

/* ---- what can be said ---- */

/* Counts and reachability along several fields need theories; sets of integers are
 * gone where they are asked for their elements. */
static bool is_sayable(const struct ha_terms *t, ha_term term) {
  const struct ha_term_row *row = ha_term_get(t, term);
  if (row->op == HA_TERM_REACHES || row->op == HA_TERM_COUNT ||
      row->op == HA_TERM_IMAGE)
    return false;
  if (row->sort == HA_SORT_INTS || row->sort == HA_SORT_BAG)
    return false;
  for (unsigned i = 0; i < row->count; i++)
    if (!is_sayable(t, row->args[i]))
      return false;
  return true;
}

/* ---- trees ---- */

/* A tree is one by the ghost parent that there is; C means that there could be one.  So
 * what is found to be a tree is one, and what is found to be none may be one all the
 * same.  To assume a tree would leave out the heaps whose ghost is another: at the
 * entry, where nothing is known of it yet, the ghost may be taken to be the right one,
 * once, for two trees could need two of them. */
struct trees {
  unsigned found, doubted; /* what stands positively, the rest */
  ha_term parent;          /* of those found; several: 0 */
};

static bool is_tree(const struct ha_term_row *row) {
  return row->op == HA_TERM_NAMED &&
         (row->imm == HA_NAMED_TREE || row->imm == HA_NAMED_PARENT ||
          row->imm == HA_NAMED_THREADED);
}

static void find_trees(const struct ha_terms *t, ha_term term, bool sure,
                       struct trees *out) {
  const struct ha_term_row *row = ha_term_get(t, term);
  if (is_tree(row)) {
    out->parent = row->args[3];
    out->found += sure;
    out->doubted += !sure;
  }
  sure &= row->op == HA_TERM_AND || row->op == HA_TERM_OR;
  for (unsigned i = 0; i < row->count; i++)
    find_trees(t, row->args[i], sure, out);
}

/* Is the ghost still what it was at the entry, and nothing known of it? */
static bool is_free(struct ha_sym *sym, const struct ha_sym_state *state,
                    ha_term parent) {
  ha_symbol symbol = (ha_symbol)ha_term_get(sym->terms, parent)->imm;
  if (ha_vocab_meaning(sym->vocab, symbol).means != HA_MEANS_PARENT ||
      sym->from != sym->program->entry || ha_sym_get(sym, state, symbol) != parent)
    return false;
  for (unsigned i = 0; i < sym->assumed_parents.count; i++)
    if (sym->assumed_parents.at[i] == symbol)
      return false;
  HA_PUSH(sym->arena, sym->assumed_parents, symbol);
  return true;
}

static bool may_say_trees(struct ha_sym *sym, const struct ha_sym_state *state,
                          ha_term term) {
  struct trees trees = {0};
  find_trees(sym->terms, term, true, &trees);
  if (!trees.found && !trees.doubted)
    return true;
  if (trees.doubted || sym->formula_is == HA_SYM_USES)
    return false;
  return sym->formula_is == HA_SYM_ASSERTS ||
         (trees.found == 1 && is_free(sym, state, trees.parent));
}

static bool can_say(struct ha_sym *sym, const struct ha_sym_state *state,
                    ha_term term) {
  return is_sayable(sym->terms, ha_named_expand(sym->terms, term)) &&
         may_say_trees(sym, state, term);
}

/* ---- now and then ---- */

struct reading {
  struct ha_sym *sym;
  struct ha_sym_state *now, then; /* then: each symbol is what it was */
  bool failed;
};

static struct ha_sym_state entry_state(struct ha_sym *sym,
                                       const struct ha_sym_state *now) {
  struct ha_sym_state then = {.path = now->path};
  for (ha_symbol s = 0; (s = ha_vocab_next(sym->vocab, s));) {
    struct ha_meaning_row m = ha_vocab_meaning(sym->vocab, s);
    if (m.means == HA_MEANS_OLD)
      ha_sym_set(sym, &then, m.id, ha_sym_get(sym, now, s));
  }
  return then;
}

static ha_term read(struct reading *r, ha_term term);

/* *p, now or then */
static bool reads_cell(struct reading *r, const struct ha_term_row *row,
                       ha_term *value) {
  const struct ha_term_row *map = ha_term_get(r->sym->terms, row->args[0]);
  struct ha_meaning_row m = {0};
  if (row->op != HA_TERM_SELECT || map->op != HA_TERM_SYM)
    return false;
  m = ha_vocab_meaning(r->sym->vocab, (ha_symbol)map->imm);
  bool old = m.means == HA_MEANS_OLD;
  if (old)
    m = ha_vocab_meaning(r->sym->vocab, m.id);
  if (m.means != HA_MEANS_FIELD ||
      ha_field_get(r->sym->program->types, m.id)->name[0] != '*')
    return false;
  ha_term at = read(r, row->args[1]);
  *value = ha_sym_load(r->sym, old ? &r->then : r->now, at, m.id);
  r->failed |= !*value;
  return true;
}

static ha_term read(struct reading *r, ha_term term) {
  struct ha_terms *t = r->sym->terms;
  const struct ha_term_row row = *ha_term_get(t, term);
  ha_term value = term;
  if (row.op == HA_TERM_SYM)
    return ha_sym_get(r->sym, r->now, ha_vocab_now(r->sym->vocab, (ha_symbol)row.imm));
  if (!row.count || r->failed || reads_cell(r, &row, &value))
    return r->failed ? term : value;
  ha_term *args = ha_arena_alloc(r->sym->arena, row.count * sizeof *args);
  for (unsigned i = 0; i < row.count; i++)
    args[i] = read(r, row.args[i]);
  return r->failed ? term : ha_term_make(t, row.op, row.imm, args, row.count);
}

static ha_term value_of(struct ha_sym *sym, struct ha_sym_state *state, ha_term term) {
  if (!term || !can_say(sym, state, term))
    return 0;
  struct reading r = {sym, state, entry_state(sym, state), false};
  ha_term value = read(&r, term);
  return r.failed ? 0 : value;
}

ha_term ha_sym_formula(struct ha_sym *sym, struct ha_sym_state *state,
                       ha_formula formula) {
  ha_term value = value_of(sym, state, ha_contract_term(sym->contracts, formula));
  if (value)
    return value;
  sym->out->forgotten++;
  return ha_sym_choose(sym, state, ha_type_truth(sym->program->types), "formula");
}

/* A ghost whose value cannot be said is anything from here on. */
void ha_sym_note(struct ha_sym *sym, struct ha_sym_state *state, ha_formula formula) {
  ha_symbol ghost = ha_contract_ghost(sym->contracts, formula);
  if (!ghost)
    return;
  ha_term value = value_of(sym, state, ha_contract_term(sym->contracts, formula));
  enum ha_sort sort = ha_symbol_get(sym->terms, ghost)->sort;
  if (!value)
    value = ha_sym(sym->terms, ha_symbol_fresh(sym->terms, "ghost!", sort));
  ha_sym_set(sym, state, ghost, value);
}

/* ---- the start ---- */

void ha_sym_remember(struct ha_sym *sym, struct ha_sym_state *start) {
  for (ha_symbol s = 0; (s = ha_vocab_next(sym->vocab, s));) {
    struct ha_meaning_row m = ha_vocab_meaning(sym->vocab, s);
    if (m.means == HA_MEANS_OLD)
      ha_sym_set(sym, start, s, ha_sym(sym->terms, m.id));
  }
}
