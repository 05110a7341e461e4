/* Predicates for what the abstraction could not tell apart (outcome iii), found in the
 * abstract path to the failure.
 *
 * Two sources.  The atoms of the goal and of the guards on the path, seen backward as
 * wlp sees them, as far as they speak of a loop head's own state.  And, because a list
 * has more nodes than a path has steps, widening (seed 000 §7): what went wrong with
 * one node p is to be right with all nodes of a segment, ∀v. B(x, v, y) ∧ v ≠ y ∧ v ≠
 * null → ¬l[v/p] for the conjuncts l of the error condition and the pointers x, y at a
 * loop head. Whatever is added, a proof is checked as any other. */
#include "engine.h"
#include "live.h"
#include "pdr_state.h"
#include "predicates.h"

enum {
  ROUNDS = 3,
  BACKWARD = 2,         /* pieces */
  ATOM_SIZE = 12,       /* terms in it */
  MOST_PREDICATES = 48, /* new ones, per loop head */
  MOST_POINTERS = 5
};

struct refiner {
  struct ha_pdr *p;
  ha_term_vec atoms; /* also those of other loop heads */
};

static const struct ha_term_row *row_of(const struct refiner *r, ha_term term) {
  return ha_term_get(r->p->terms, term);
}

static void add_once(struct ha_pdr *p, ha_term_vec *list, ha_term term) {
  for (unsigned i = 0; i < list->count; i++)
    if (list->at[i] == term)
      return;
  HA_PUSH(p->arena, *list, term);
}

/* ---- atoms ---- */

/* Small, and of fields as they are. */
static unsigned size_of(const struct refiner *r, ha_term term) {
  const struct ha_term_row row = *row_of(r, term);
  unsigned size = 1;
  if (row.op == HA_TERM_STORE || row.op == HA_TERM_ITE || row.has_quantifier)
    return ATOM_SIZE + 1;
  for (unsigned i = 0; i < row.count && size <= ATOM_SIZE; i++)
    size += size_of(r, row.args[i]);
  return size;
}

static void collect_atoms(struct refiner *r, ha_term term, unsigned depth) {
  const struct ha_term_row row = *row_of(r, term);
  bool is_connective =
      row.op == HA_TERM_AND || row.op == HA_TERM_OR || row.op == HA_TERM_NOT;
  if (row.open)
    return; /* under a quantifier: true or false of nothing by itself */
  if (!is_connective && row.sort == HA_SORT_BOOL && size_of(r, term) <= ATOM_SIZE) {
    add_once(r->p, &r->atoms, term);
    return;
  }
  for (unsigned i = 0; depth && i < row.count; i++)
    collect_atoms(r, row.args[i], depth - 1);
}

/* Of the goal, and what wlp makes of it on the last pieces of its path. */
static void atoms_of_path(struct refiner *r, const struct ha_pdr_failure *failure) {
  enum { DEPTH = 12 };
  struct ha_pdr *p = r->p;
  const struct ha_goal *goal = &p->pieces->goals.at[failure->goal];
  ha_term bad = ha_and(p->terms, goal->guard, ha_not(p->terms, goal->holds));
  collect_atoms(r, bad, DEPTH);
  for (unsigned i = failure->steps.count; i-- > 1;) {
    const struct ha_piece *piece = failure->steps.at[i].piece;
    if (failure->steps.count - i > BACKWARD)
      break;
    bad = ha_and(p->terms, piece->guard, ha_subst_apply(piece->post, bad));
    collect_atoms(r, bad, DEPTH);
  }
}

/* ---- widening ---- */

static ha_type pointee(const struct refiner *r, ha_term term) {
  const struct ha_program *program = r->p->program;
  const struct ha_term_row *row = row_of(r, term);
  const struct ha_term_row *map =
      row->op == HA_TERM_SELECT ? row_of(r, row->args[0]) : row;
  if (map->op != HA_TERM_SYM)
    return 0;
  struct ha_meaning_row m = ha_vocab_meaning(r->p->vocab, (ha_symbol)map->imm);
  ha_type type = m.means == HA_MEANS_VAR     ? program->vars.at[m.id].type
                 : m.means == HA_MEANS_FIELD ? ha_field_get(program->types, m.id)->type
                                             : 0;
  const struct ha_type_info *info = ha_type_get(program->types, type);
  return info->kind == HA_TYPE_PTR ? info->elem : 0;
}

static ha_term with_bound(struct refiner *r, ha_term term, ha_term node) {
  const struct ha_term_row row = *row_of(r, term);
  ha_term args[8];
  if (term == node)
    return ha_term_bound(r->p->terms, 0, HA_SORT_OBJ);
  if (!row.count || row.count > 8)
    return term;
  for (unsigned i = 0; i < row.count; i++)
    args[i] = with_bound(r, row.args[i], node);
  return ha_term_make(r->p->terms, (enum ha_term_op)row.op, row.imm, args, row.count);
}

static bool has_link(const struct refiner *r, ha_type type) {
  const struct ha_type_info *info = ha_type_get(r->p->program->types, type);
  for (ha_field f = info->first; f < info->first + info->fields; f++)
    if (ha_field_is_link(r->p->program->types, f))
      return true;
  return false;
}

/* The node that a small term selects a field of. */
static ha_term node_in(const struct refiner *r, ha_term term) {
  const struct ha_term_row row = *row_of(r, term);
  if (row.op == HA_TERM_SELECT && has_link(r, pointee(r, row.args[1])))
    return row.args[1];
  for (unsigned i = 0; i < row.count; i++) {
    ha_term node = node_in(r, row.args[i]);
    if (node)
      return node;
  }
  return 0;
}

/* Is it about the state at that loop head? */
static bool is_own(const struct ha_pdr *p, ha_loc loc, ha_term formula) {
  struct ha_symbol_list symbols = {0};
  ha_term_symbols(p->terms, formula, &symbols);
  for (unsigned i = 0; i < symbols.count; i++) {
    struct ha_meaning_row m = ha_vocab_meaning(p->vocab, symbols.at[i]);
    if (!m.means || (m.means == HA_MEANS_VAR && !ha_live_at(p->live, loc, m.id)))
      return false;
  }
  return symbols.count > 0;
}

/* ---- new predicates ---- */

static bool add_predicate(struct refiner *r, struct ha_pdr_cut *cut, ha_term formula) {
  struct ha_pdr *p = r->p;
  ha_term negation = ha_not(p->terms, formula);
  bool full = cut->predicates.count >= cut->given + MOST_PREDICATES;
  if (full || formula == ha_true(p->terms) || formula == ha_false(p->terms) ||
      !is_own(p, cut->loc, formula))
    return false;
  for (unsigned i = 0; i < cut->predicates.count; i++)
    if (cut->predicates.at[i] == formula || cut->predicates.at[i] == negation)
      return false;
  HA_PUSH(p->arena, cut->predicates, formula);
  return true;
}

/* All nodes of the segment along `link` from x to y, y not among them. */
static ha_term of_segment(struct refiner *r, ha_term link, ha_term x, ha_term y,
                          ha_term body) {
  struct ha_terms *t = r->p->terms;
  ha_term v = ha_term_bound(t, 0, HA_SORT_OBJ);
  ha_term given[] = {ha_btwn(t, link, x, v, y), ha_not(t, ha_eq(t, v, y)),
                     ha_not(t, ha_eq(t, v, ha_null(t)))};
  return ha_forall(t, HA_SORT_OBJ,
                   ha_implies(t, ha_all(t, HA_TERM_AND, given, 3), body));
}

static bool widen_along(struct refiner *r, struct ha_pdr_cut *cut, ha_field field,
                        ha_term body) {
  struct ha_pdr *p = r->p;
  ha_term link = ha_sym(p->terms, ha_vocab_field(p->vocab, field));
  ha_type node = ha_field_get(p->program->types, field)->owner;
  ha_term_vec all = ha_predicate_pointers(p->vocab, p->live, cut->loc);
  ha_term ends[MOST_POINTERS + 1] = {ha_null(p->terms)};
  unsigned count = 1;
  bool any = false;
  for (unsigned i = 0; i < all.count && count <= MOST_POINTERS; i++)
    if (pointee(r, all.at[i]) == node)
      ends[count++] = all.at[i];
  for (unsigned x = 1; x < count; x++)
    for (unsigned y = 0; y < count; y++)
      if (x != y)
        any |= add_predicate(r, cut, of_segment(r, link, ends[x], ends[y], body));
  return any;
}

/* What is asked of one node, asked of segments. */
static bool widen(struct refiner *r, struct ha_pdr_cut *cut, ha_term asked) {
  struct ha_pdr *p = r->p;
  ha_term node = size_of(r, asked) <= ATOM_SIZE ? node_in(r, asked) : 0;
  if (!node)
    return false;
  const struct ha_type_info *info = ha_type_get(p->program->types, pointee(r, node));
  ha_term body = with_bound(r, asked, node);
  bool any = false;
  for (ha_field f = info->first; f < info->first + info->fields; f++)
    if (ha_field_is_link(p->program->types, f) &&
        ha_vocab_find(p->vocab, HA_MEANS_FIELD, f))
      any |= widen_along(r, cut, f, body);
  return any;
}

/* Each conjunct of the error condition is what should have been otherwise. */
static bool widen_all(struct refiner *r, struct ha_pdr_cut *cut, ha_term bad) {
  const struct ha_term_row row = *row_of(r, bad);
  bool any = false;
  if (row.op != HA_TERM_AND)
    return widen(r, cut, ha_not(r->p->terms, bad));
  for (unsigned i = 0; i < row.count; i++)
    any |= widen_all(r, cut, row.args[i]);
  return any;
}

static bool refine_for(struct ha_pdr *p, const struct ha_pdr_failure *failure) {
  const struct ha_goal *goal = &p->pieces->goals.at[failure->goal];
  struct refiner r = {.p = p};
  bool any = false;
  atoms_of_path(&r, failure);
  for (unsigned c = 0; c < p->cuts.count; c++) {
    struct ha_pdr_cut *cut = &p->cuts.at[c];
    any |= widen_all(&r, cut,
                     ha_and(p->terms, goal->guard, ha_not(p->terms, goal->holds)));
    for (unsigned i = 0; i < r.atoms.count; i++)
      any |= add_predicate(&r, cut, r.atoms.at[i]);
  }
  return any;
}

/* True if there is something new to try: then its goals are open again.  Families that
 * were asked for by name stay as they are. */
bool ha_pdr_refine(struct ha_pdr *p) {
  unsigned kept = 0, count = p->failures.count;
  if (p->task->families || p->rounds++ == ROUNDS || p->out_of_budget)
    return false;
  for (unsigned i = 0; i < count; i++) {
    struct ha_pdr_failure failure = p->failures.at[i];
    if (failure.is_spurious && refine_for(p, &failure))
      p->failed[failure.goal] = false;
    else
      p->failures.at[kept++] = failure;
  }
  p->failures.count = kept;
  return kept < count;
}
