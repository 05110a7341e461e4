#include "support.h"
#include "../domain/cert_vc.h"
#include "../domain/formula.h"
#include "../domain/solver.h"
#include "../domain/vocab.h"
#include "engine.h"
#include "live.h"

enum { MOST_POINTERS = 8, MOST_FACTS = 120 }; /* at one location */

struct pointer {
  ha_term term;
  ha_type pointee;
};

/* The pool of one location. */
struct pool {
  struct ha_arena *arena;
  const struct ha_program *program;
  struct ha_vocab *vocab;
  struct ha_terms *t;
  const struct ha_live *live;
  ha_term_vec init;
  struct pointer pointers[MOST_POINTERS];
  unsigned count;
  ha_term_vec facts;
};

static void add(struct pool *p, ha_term fact) {
  if (p->facts.count < MOST_FACTS && fact != ha_true(p->t))
    HA_PUSH(p->arena, p->facts, fact);
}

static ha_term v(struct pool *p) { return ha_term_bound(p->t, 0, HA_SORT_OBJ); }

static ha_term is_not(struct pool *p, ha_term x, ha_term y) {
  return ha_not(p->t, ha_eq(p->t, x, y));
}

static ha_term null_or_live(struct pool *p, ha_term x, ha_type pointee) {
  return ha_or(p->t, ha_eq(p->t, x, ha_null(p->t)),
               ha_sym_is_live(p->vocab, x, pointee));
}

/* ∀v ∈ set. F */
static ha_term for_all_in(struct pool *p, ha_symbol set, ha_term formula) {
  ha_term in = ha_select(p->t, ha_sym(p->t, set), v(p));
  return ha_forall(p->t, HA_SORT_OBJ, ha_implies(p->t, in, formula));
}

/* ---- pointers at a location ---- */

static ha_type pointed(const struct pool *p, ha_type type) {
  const struct ha_type_info *info = ha_type_get(p->program->types, type);
  return info->kind == HA_TYPE_PTR &&
                 ha_vocab_find(p->vocab, HA_MEANS_ALLOC, info->elem)
             ? info->elem
             : 0;
}

static void add_pointer(struct pool *p, ha_term term, ha_type pointee) {
  if (p->count < MOST_POINTERS)
    p->pointers[p->count++] = (struct pointer){term, pointee};
}

static void find_pointers(struct pool *p, ha_loc loc) {
  const struct ha_program *g = p->program;
  p->count = 0;
  for (ha_var x = 1; x < g->vars.count; x++) {
    ha_type pointee = pointed(p, g->vars.at[x].type);
    if (pointee && ha_live_at(p->live, loc, x))
      add_pointer(p, ha_sym(p->t, ha_vocab_var(p->vocab, x)), pointee);
  }
  for (ha_obj o = 1; o < g->objs.count; o++)
    if (g->objs.at[o].kind == HA_OBJ_LOCAL &&
        ha_vocab_find(p->vocab, HA_MEANS_OBJECT, o))
      add_pointer(p, ha_sym(p->t, ha_vocab_object(p->vocab, o)), g->objs.at[o].type);
}

/* ---- the facts ---- */

/* The pointer to a scalar, x, is no field of y. */
static void about_place(struct pool *p, const struct pointer *x,
                        const struct pointer *y) {
  for (ha_symbol s = 0; (s = ha_vocab_next(p->vocab, s));) {
    struct ha_meaning_row m = ha_vocab_meaning(p->vocab, s);
    if (m.means != HA_MEANS_ADDRESS)
      continue;
    const struct ha_field_info *f = ha_field_get(p->program->types, m.id);
    if (f->type == x->pointee && f->owner == y->pointee)
      add(p, is_not(p, x->term, ha_select(p->t, ha_sym(p->t, s), y->term)));
  }
}

static ha_term null_or_block(struct pool *p, ha_term x) {
  return ha_or(p->t, ha_eq(p->t, x, ha_null(p->t)),
               ha_select(p->t, ha_sym(p->t, ha_vocab_heap(p->vocab)), x));
}

static void about_pointer(struct pool *p, const struct pointer *x) {
  ha_type inner = pointed(p, x->pointee);
  add(p, is_not(p, x->term, ha_null(p->t)));
  add(p, null_or_live(p, x->term, x->pointee));
  if (inner) {
    ha_term value = ha_sym_contents(p->vocab, x->term, x->pointee);
    add(p, null_or_live(p, value, inner));
    add(p, null_or_block(p, value));
  }
  for (unsigned i = 0; i < p->count; i++)
    about_place(p, x, &p->pointers[i]);
  for (const struct pointer *y = p->pointers; y < x; y++) {
    if (y->pointee != x->pointee)
      continue;
    add(p, is_not(p, x->term, y->term));
    add(p, ha_eq(p->t, x->term, y->term));
  }
}

/* Memory is typed but for x, and nothing in it points to x. */
static void about_field(struct pool *p, ha_field field, ha_symbol set) {
  const struct ha_field_info f = *ha_field_get(p->program->types, field);
  ha_type pointee = pointed(p, f.type);
  ha_symbol map = ha_vocab_find(p->vocab, HA_MEANS_FIELD, field);
  if (!pointee || !map)
    return;
  ha_term value = ha_select(p->t, ha_sym(p->t, map), v(p));
  ha_term typed = null_or_live(p, value, pointee);
  ha_type owner = *f.name == '*' ? f.type : f.owner;
  add(p, for_all_in(p, set, typed));
  for (unsigned i = 0; i < p->count; i++) {
    const struct pointer *x = &p->pointers[i];
    if (x->pointee == owner)
      add(p, for_all_in(p, set, ha_or(p->t, ha_eq(p->t, v(p), x->term), typed)));
    if (x->pointee == pointee)
      add(p, for_all_in(p, set, is_not(p, value, x->term)));
  }
}

static void about_type(struct pool *p, ha_type type, ha_symbol set) {
  const struct ha_type_info info = *ha_type_get(p->program->types, type);
  if (info.kind == HA_TYPE_PTR)
    about_field(p, ha_type_cell(p->program->types, type), set);
  for (ha_field f = info.first; f < info.first + info.fields; f++)
    if (info.kind == HA_TYPE_RECORD)
      about_field(p, f, set);
}

/* What this run made is one of these. */
static void about_own(struct pool *p) {
  ha_symbol mine = ha_vocab_mine(p->vocab);
  for (unsigned i = 0; i < p->count; i++)
    add(p, for_all_in(p, mine, ha_eq(p->t, v(p), p->pointers[i].term)));
}

static void find_facts(struct pool *p, ha_loc loc) {
  p->facts.count = 0;
  find_pointers(p, loc);
  for (unsigned i = 0; i < p->init.count; i++)
    add(p, p->init.at[i]);
  for (unsigned i = 0; i < p->count; i++)
    about_pointer(p, &p->pointers[i]);
  for (ha_symbol s = 0; (s = ha_vocab_next(p->vocab, s));) {
    struct ha_meaning_row m = ha_vocab_meaning(p->vocab, s);
    if (m.means == HA_MEANS_ALLOC)
      about_type(p, m.id, s);
  }
  about_own(p);
}

static void fill(struct ha_arena *arena, const struct ha_program *program,
                 const struct ha_init_policy *policy, struct ha_claim *claim) {
  struct pool p = {.arena = arena, .program = program};
  p.t = ha_terms_new(arena);
  p.vocab = ha_vocab_new(p.t, program);
  p.live = ha_live_new(arena, program);
  ha_sym_pieces(p.vocab);
  p.init = policy->formulas(policy->context, p.vocab);
  struct ha_scope scope = {.vocab = p.vocab};
  for (ha_loc loc = 1; loc < program->locs.count; loc++) {
    if (!program->locs.at[loc].loop_head || loc == program->entry)
      continue;
    find_facts(&p, loc);
    for (unsigned i = 0; i < p.facts.count; i++) {
      struct ha_claim_formula f = {.at = loc,
                                   .text = ha_formula_print(&scope, p.facts.at[i])};
      HA_PUSH(arena, claim->formulas, f);
    }
  }
}

/* ---- the largest inductive part ---- */

static void drop(struct ha_claim *claim, const bool *fails) {
  unsigned kept = 0;
  for (unsigned i = 0; i < claim->formulas.count; i++)
    if (!fails[i])
      claim->formulas.at[kept++] = claim->formulas.at[i];
  claim->formulas.count = kept;
}

static unsigned formula_of(const struct ha_claim *claim, const struct ha_vc *vc) {
  unsigned i = 0;
  while (i < claim->formulas.count && (claim->formulas.at[i].at != vc->to ||
                                       claim->formulas.at[i].text != vc->formula))
    i++;
  return i;
}

/* One round: every formula that does not follow from all of them goes. */
static bool weaken(struct ha_claim *claim, const struct ha_conditions *c,
                   double deadline_ms, bool *dropped) {
  struct ha_solver *solver = ha_solver_new(c->vocab);
  bool *fails = ha_arena_alloc(c->arena, (claim->formulas.count + 1) * sizeof *fails);
  *dropped = false;
  ha_solver_set_deadline(solver, deadline_ms);
  for (unsigned i = 0; i < c->vcs.count; i++) {
    const struct ha_vc *vc = &c->vcs.at[i];
    unsigned f = vc->to ? formula_of(claim, vc) : claim->formulas.count;
    if (f < claim->formulas.count && !fails[f] &&
        ha_solver_check(solver, vc->sources.at, vc->sources.count) != HA_ANSWER_UNSAT)
      *dropped = fails[f] = true;
  }
  ha_solver_free(solver);
  drop(claim, fails);
  return ha_cpu_ms() < deadline_ms;
}

/* A text that cannot be read back is no fact. */
static void drop_unreadable(struct ha_arena *arena, const struct ha_program *program,
                            struct ha_claim *claim) {
  struct ha_vocab *vocab = ha_vocab_new(ha_terms_new(arena), program);
  struct ha_scope scope = {.vocab = vocab};
  struct ha_text_error error;
  ha_sym_pieces(vocab);
  bool *fails = ha_arena_alloc(arena, (claim->formulas.count + 1) * sizeof *fails);
  for (unsigned i = 0; i < claim->formulas.count; i++)
    fails[i] =
        !ha_formula_parse(&scope, claim->formulas.at[i].text, HA_SORT_BOOL, &error);
  drop(claim, fails);
}

struct ha_claim *ha_support(struct ha_arena *arena, const struct ha_program *program,
                            const struct ha_claim *claim,
                            const struct ha_init_policy *policy, double deadline_ms) {
  struct ha_claim *whole = ha_arena_alloc(arena, sizeof *whole);
  struct ha_text_error error;
  bool dropped = true;
  *whole = *claim;
  whole->formulas.at = NULL;
  whole->formulas.count = whole->formulas.capacity = 0;
  for (unsigned i = 0; i < claim->formulas.count; i++)
    HA_PUSH(arena, whole->formulas, claim->formulas.at[i]);
  fill(arena, program, policy, whole);
  drop_unreadable(arena, program, whole);
  while (dropped) {
    const struct ha_conditions *c =
        ha_conditions_new(arena, program, whole, policy, &error);
    if (!c || !weaken(whole, c, deadline_ms, &dropped))
      return NULL;
  }
  return whole;
}
