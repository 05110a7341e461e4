#include "cert_vc.h"
#include "expand.h"
#include "formula.h"
#include "unfold.h"
#include "vocab.h"
#include <string.h>

struct builder {
  struct ha_conditions *c;
  const struct ha_claim *claim;
  struct ha_text_error *error;
  struct ha_unfolder *unfolder;
  struct ha_expander *expander;
  struct ha_subst *at_entry; /* old(s) is s there */
  ha_term_vec formulas;      /* by formula of the claim */
};

static bool fail(struct builder *b, const struct ha_claim_formula *at,
                 const char *message) {
  *b->error = (struct ha_text_error){at ? at->line : 0, at ? at->column : 0, message};
  return false;
}

/* The parts that never change are spoken of by facts, whether or not the program does:
 * all of them are made now, so that their names do not depend on who asks. */
static void mention_fixed_parts(struct ha_vocab *vocab) {
  ha_vocab_tag(vocab);
  ha_vocab_type(vocab);
  ha_vocab_heap(vocab);
  ha_vocab_array(vocab);
  ha_vocab_index(vocab);
  for (ha_symbol s = 0; (s = ha_vocab_next(vocab, s));) {
    struct ha_meaning_row m = ha_vocab_meaning(vocab, s);
    if (m.means == HA_MEANS_ADDRESS)
      ha_vocab_container(vocab, m.id);
    if (m.means == HA_MEANS_CONTAINER)
      ha_vocab_address(vocab, m.id);
  }
}

/* ---- what the claim says ---- */

/* Stores must know of the ghost parents that the claim speaks of by naming trees; what
 * cannot be read yet is read again later. */
static void mention_parents(struct ha_conditions *c, const struct ha_claim *claim) {
  struct ha_scope scope = {.vocab = c->vocab};
  for (unsigned i = 0; i < claim->formulas.count; i++) {
    struct ha_text_error error = {0};
    const char *text = claim->formulas.at[i].text;
    if (strstr(text, "tree(") || strstr(text, "parent(") || strstr(text, "threaded("))
      ha_formula_parse(&scope, text, HA_SORT_BOOL, &error);
  }
}

static bool read_formula(struct builder *b, const struct ha_claim_formula *f) {
  struct ha_conditions *c = b->c;
  struct ha_scope scope = {.vocab = c->vocab};
  struct ha_text_error error = {0};
  if (f->at >= c->program->locs.count || (f->at && !ha_sym_is_cut(c->program, f->at)))
    return fail(b, f, "no such cut point in the program");
  if (f->at == c->program->entry)
    return fail(b, f, "at the entry, Init is all there is");
  ha_term term = ha_formula_parse(&scope, f->text, HA_SORT_BOOL, &error);
  if (!term) {
    struct ha_claim_formula at = *f;
    at.column += error.column ? error.column - 1 : 0;
    return fail(b, &at, error.message);
  }
  const char *invented = ha_formula_invented(c->vocab, term);
  if (invented)
    return fail(b, f,
                ha_arena_printf(c->arena, "'%s' is no part of the program", invented));
  HA_PUSH(c->arena, b->formulas, term);
  if (!f->at)
    HA_PUSH(c->arena, c->init, term);
  return true;
}

static bool read_claim(struct builder *b) {
  for (unsigned i = 0; i < b->claim->formulas.count; i++)
    if (!read_formula(b, &b->claim->formulas.at[i]))
      return false;
  for (unsigned i = 0; i < b->claim->checks.count; i++)
    if (b->claim->checks.at[i] >= b->c->program->checks.count)
      return fail(b, NULL, "a check is claimed that the program does not have");
  return true;
}

static void take_entry_values(struct builder *b) {
  struct ha_conditions *c = b->c;
  b->at_entry = ha_subst_new(c->terms);
  for (ha_symbol s = 0; (s = ha_vocab_next(c->vocab, s));) {
    struct ha_meaning_row m = ha_vocab_meaning(c->vocab, s);
    if (m.means == HA_MEANS_OLD)
      ha_subst_set(b->at_entry, s, ha_sym(c->terms, m.id));
  }
}

/* ---- conditions ---- */

static void add_source(struct builder *b, struct ha_vc *vc, ha_term formula) {
  struct ha_conditions *c = b->c;
  struct ha_term_row row = *ha_term_get(c->terms, formula);
  if (row.op == HA_TERM_AND) {
    for (unsigned i = 0; i < row.count; i++)
      add_source(b, vc, row.args[i]);
    return;
  }
  if (vc->from == c->program->entry)
    formula = ha_subst_apply(b->at_entry, formula);
  if (formula == ha_true(c->terms))
    return;
  HA_PUSH(c->arena, vc->sources, formula);
  formula = ha_skolemise(c->skolem, ha_unfold(b->unfolder, formula));
  HA_PUSH(c->arena, vc->parts, ha_expand(b->expander, formula));
}

static void add_vc(struct builder *b, struct ha_vc vc, ha_term guard, ha_term goal) {
  struct ha_conditions *c = b->c;
  if (goal == ha_true(c->terms) || guard == ha_false(c->terms))
    return;
  for (unsigned i = 0; vc.from == c->program->entry && i < c->init.count; i++)
    add_source(b, &vc, c->init.at[i]);
  for (unsigned i = 0; i < b->claim->formulas.count; i++)
    if (b->claim->formulas.at[i].at == vc.from)
      add_source(b, &vc, b->formulas.at[i]);
  add_source(b, &vc, guard);
  add_source(b, &vc, ha_not(c->terms, goal));
  const char *name = ha_arena_printf(c->arena, "vc!%u", c->vcs.count);
  vc.literal = ha_symbol_fresh(c->terms, name, HA_SORT_BOOL);
  HA_PUSH(c->arena, c->vcs, vc);
}

/* One condition per conjunct. */
static void add_target(struct builder *b, const struct ha_piece *piece,
                       const struct ha_claim_formula *f, ha_term formula) {
  struct ha_term_row row = *ha_term_get(b->c->terms, formula);
  struct ha_vc vc = {
      .from = piece->from, .to = piece->to, .formula = f->text, .line = f->line};
  if (row.op != HA_TERM_AND)
    add_vc(b, vc, piece->guard, ha_subst_apply(piece->post, formula));
  for (unsigned i = 0; row.op == HA_TERM_AND && i < row.count; i++)
    add_target(b, piece, f, row.args[i]);
}

static void add_piece(struct builder *b, const struct ha_piece *piece) {
  for (unsigned i = 0; i < b->claim->formulas.count; i++)
    if (b->claim->formulas.at[i].at == piece->to)
      add_target(b, piece, &b->claim->formulas.at[i], b->formulas.at[i]);
}

/* Checks of memory are stronger in the logic than on the machine, and what follows them
 * relies on them: they are always part of what must be shown. */
static bool is_owed(const struct builder *b, ha_check check) {
  enum ha_check_kind kind = b->c->program->checks.at[check].kind;
  return !check || kind == HA_CHECK_USE_AFTER_FREE || kind == HA_CHECK_INVALID_DEREF ||
         kind == HA_CHECK_DOUBLE_FREE || kind == HA_CHECK_INVALID_FREE ||
         ha_claim_covers(b->claim, check);
}

static void add_conditions(struct builder *b) {
  const struct ha_pieces *p = b->c->pieces;
  for (unsigned i = 0; i < p->pieces.count; i++)
    add_piece(b, &p->pieces.at[i]);
  for (unsigned i = 0; i < p->goals.count; i++) {
    const struct ha_goal *goal = &p->goals.at[i];
    struct ha_vc vc = {.from = goal->from, .check = goal->check};
    if (is_owed(b, goal->check))
      add_vc(b, vc, goal->guard, goal->holds);
  }
}

/* ---- the universal hypotheses ---- */

static bool has(const struct ha_symbol_list *list, ha_symbol symbol) {
  for (unsigned i = 0; i < list->count; i++)
    if (list->at[i] == symbol)
      return true;
  return false;
}

/* A name for the variable that is none of the enclosing ones. */
static ha_symbol parameter(struct ha_conditions *c, const struct ha_skolem_row *row) {
  enum ha_sort sort = (enum ha_sort)ha_term_get(c->terms, row->forall)->imm;
  for (unsigned i = 0;; i++) {
    const char *name =
        ha_arena_printf(c->arena, "%s!%u", sort == HA_SORT_OBJ ? "v" : "i", i);
    bool is_new = !ha_symbol_find(c->terms, name);
    ha_symbol symbol = ha_symbol_make(c->terms, name, sort);
    if (is_new)
      ha_skolem_parameter(c->skolem, symbol);
    if (!has(&row->args, symbol))
      return symbol;
  }
}

/* Bodies may have quantifiers of their own, which make new rows. */
static bool define_universals(struct builder *b) {
  struct ha_conditions *c = b->c;
  for (unsigned i = 0; i < ha_skolem_count(c->skolem); i++) {
    struct ha_skolem_row row = *ha_skolem_row(c->skolem, i);
    struct ha_vc_all all = {0};
    if (!row.symbol)
      return false;
    if (row.is == HA_SKOLEM_PROXY) {
      all.param = parameter(c, &row);
      ha_term at = ha_sym(c->terms, all.param);
      ha_term body = ha_term_instance(c->terms, row.forall, at);
      all.body = ha_expand(b->expander, ha_skolemise(c->skolem, body));
    }
    HA_PUSH(c->arena, c->alls, all);
  }
  return true;
}

/* The checker's own symbols have a `!` in their names; no name of C has. */
static bool is_ours(const char *name) { return name && strchr(name, '!'); }

static bool has_name_of_ours(const struct ha_program *p) {
  bool found = false;
  for (ha_var v = 1; v < p->vars.count; v++)
    found |= is_ours(p->vars.at[v].name);
  for (ha_obj o = 1; o < p->objs.count; o++)
    found |= is_ours(p->objs.at[o].name);
  for (ha_type t = 1; t < ha_types_count(p->types); t++)
    found |= is_ours(ha_type_get(p->types, t)->name);
  for (ha_field f = 1; f < ha_types_fields(p->types); f++)
    found |= is_ours(ha_field_get(p->types, f)->name);
  return found;
}

static bool is_entered_again(const struct ha_program *program) {
  for (uint32_t e = 1; e < program->edges.count; e++)
    if (program->edges.at[e].to == program->entry)
      return true;
  return false;
}

struct ha_conditions *ha_conditions_new(struct ha_arena *arena,
                                        const struct ha_program *program,
                                        const struct ha_claim *claim,
                                        const struct ha_init_policy *policy,
                                        struct ha_text_error *error) {
  struct ha_conditions *c = ha_arena_alloc(arena, sizeof *c);
  struct builder b = {.c = c, .claim = claim, .error = error};
  c->arena = arena;
  c->program = program;
  if (has_name_of_ours(program)) {
    fail(&b, NULL, "a name with '!' in it is none of C's");
    return NULL;
  }
  c->terms = ha_terms_new(arena);
  c->vocab = ha_vocab_new(c->terms, program);
  mention_parents(c, claim);
  c->pieces = ha_sym_pieces(c->vocab);
  c->skolem = ha_skolem_new(c->terms);
  b.unfolder = ha_unfolder_new(c->terms);
  b.expander = ha_expander_new(c->terms);
  if (is_entered_again(program)) {
    fail(&b, NULL, "the entry of the program is the target of a jump");
    return NULL;
  }
  mention_fixed_parts(c->vocab);
  if (!read_claim(&b))
    return NULL;
  if (!ha_claim_has_init(claim) && policy)
    c->init = policy->formulas(policy->context, c->vocab);
  take_entry_values(&b);
  add_conditions(&b);
  if (define_universals(&b))
    return c;
  fail(&b, NULL, "quantifiers are nested too deep");
  return NULL;
}

const char *ha_vc_what(const struct ha_conditions *c, const struct ha_vc *vc) {
  if (vc->to)
    return ha_arena_printf(c->arena, "from %u to %u, %s", vc->from, vc->to,
                           vc->formula);
  if (!vc->check)
    return ha_arena_printf(c->arena, "from %u, an access to live memory", vc->from);
  const struct ha_check_row *row = &c->program->checks.at[vc->check];
  return ha_arena_printf(c->arena, "from %u, check %u %s '%s'", vc->from, vc->check,
                         ha_check_id[row->kind], row->text ? row->text : "");
}
