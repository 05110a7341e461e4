/* From cut point to cut point: a depth-first order of the code between, states joined
 * where paths meet. */
#include "sym.h"
#include "contract.h"
#include "sym_state.h"
#include <assert.h>

bool ha_sym_is_cut(const struct ha_program *program, ha_loc loc) {
  const struct ha_loc_row *row = &program->locs.at[loc];
  return loc == program->entry || row->loop_head || row->exit;
}

/* ---- the symbols that may be spoken of ---- */

static void mention_type(struct ha_sym *sym, ha_type type) {
  const struct ha_type_info info = *ha_type_get(sym->program->types, type);
  if (!type || info.kind == HA_TYPE_VOID || info.kind == HA_TYPE_FUNC)
    return;
  bool is_new = !ha_vocab_find(sym->vocab, HA_MEANS_ALLOC, type);
  ha_vocab_alloc(sym->vocab, type);
  if (info.kind == HA_TYPE_ARRAY) {
    mention_type(sym, info.elem);
  } else if (info.kind == HA_TYPE_RECORD) {
    for (uint32_t i = 0; is_new && i < info.fields; i++) {
      ha_type inner = ha_field_get(sym->program->types, info.first + i)->type;
      enum ha_type_kind kind = ha_type_get(sym->program->types, inner)->kind;
      ha_vocab_field(sym->vocab, info.first + i);
      if (kind == HA_TYPE_RECORD || kind == HA_TYPE_ARRAY)
        mention_type(sym, inner);
    }
  } else if (ha_vocab_sort(sym->vocab, type) != HA_SORT_NONE) {
    ha_vocab_field(sym->vocab, ha_type_cell(sym->program->types, type));
  }
}

static void mention_field(struct ha_sym *sym, ha_field field) {
  const struct ha_field_info f = *ha_field_get(sym->program->types, field);
  mention_type(sym, f.name[0] == '*' ? f.type : f.owner);
}

/* `&x->f` of a scalar f: a pointer may point there. */
static void mention_address(struct ha_sym *sym, ha_field field) {
  ha_type type = ha_field_get(sym->program->types, field)->type;
  mention_field(sym, field);
  ha_vocab_address(sym->vocab, field);
  ha_vocab_container(sym->vocab, field);
  if (ha_vocab_sort(sym->vocab, type) == HA_SORT_NONE)
    return;
  for (unsigned i = 0; i < sym->address_taken.count; i++)
    if (sym->address_taken.at[i] == field)
      return;
  HA_PUSH(sym->arena, sym->address_taken, field);
}

/* Everything is mentioned before anything is executed: what forgets all of memory must
 * know all of it. */
static void mention_all(struct ha_sym *sym) {
  const struct ha_program *p = sym->program;
  for (ha_expr e = 1; e < p->exprs.count; e++)
    if (p->exprs.at[e].op == HA_EXPR_FIELD || p->exprs.at[e].op == HA_EXPR_CONTAINER)
      mention_address(sym, (ha_field)p->exprs.at[e].imm);
  for (uint32_t c = 1; c < p->cmds.count; c++) {
    if (p->cmds.at[c].field)
      mention_field(sym, p->cmds.at[c].field);
    if (p->cmds.at[c].type)
      mention_type(sym, p->cmds.at[c].type);
  }
  for (ha_obj o = 1; o < p->objs.count; o++)
    if (p->objs.at[o].kind == HA_OBJ_GLOBAL || p->objs.at[o].kind == HA_OBJ_LOCAL)
      mention_type(sym, p->objs.at[o].type);
  for (ha_var v = 1; v < p->vars.count; v++) {
    const struct ha_type_info *info = ha_type_get(p->types, p->vars.at[v].type);
    if (info->kind == HA_TYPE_PTR && info->elem &&
        ha_type_get(p->types, info->elem)->kind == HA_TYPE_RECORD)
      mention_type(sym, info->elem);
  }
  ha_vocab_mine(sym->vocab);
}

/* ---- execution ---- */

static void run_edge(struct ha_sym *sym, struct ha_sym_state *state,
                     const struct ha_edge_row *edge) {
  for (uint32_t c = edge->first; c < edge->first + edge->count; c++) {
    if (state->path == ha_false(sym->terms))
      return;
    ha_sym_command(sym, state, &sym->program->cmds.at[c]);
  }
}

/* What the entry was like goes from piece to piece as variables do. */
static bool is_carried(const struct ha_sym *sym, ha_symbol symbol) {
  return ha_vocab_is_state(sym->vocab, symbol) ||
         ha_vocab_meaning(sym->vocab, symbol).means == HA_MEANS_OLD;
}

static void add_piece(struct ha_sym *sym, ha_loc to, const struct ha_sym_state *state) {
  struct ha_piece piece = {sym->from, to, state->path, ha_subst_new(sym->terms)};
  for (ha_symbol s = 1; s < state->values.count; s++)
    if (state->values.at[s] && is_carried(sym, s))
      ha_subst_set(piece.post, s, state->values.at[s]);
  HA_PUSH(sym->arena, sym->out->pieces, piece);
}

/* The locations between cut points in topological order, found depth first. */
struct order {
  HA_VEC(ha_loc) locs; /* last first */
  bool *seen;
};

static void visit(struct ha_sym *sym, struct order *order, ha_loc loc) {
  if (order->seen[loc])
    return;
  order->seen[loc] = true;
  bool is_end = loc != sym->from && ha_sym_is_cut(sym->program, loc);
  for (uint32_t e = 1; !is_end && e < sym->program->edges.count; e++)
    if (sym->program->edges.at[e].from == loc &&
        sym->program->edges.at[e].to != sym->from)
      visit(sym, order, sym->program->edges.at[e].to);
  HA_PUSH(sym->arena, order->locs, loc);
}

static void arrive(struct ha_sym *sym, struct ha_sym_state *at,
                   const struct ha_sym_state *state) {
  if (state->path == ha_false(sym->terms))
    return;
  *at = at->path ? ha_sym_join(sym, at, state) : ha_sym_copy(sym, state);
}

static void leave(struct ha_sym *sym, struct ha_sym_state *states, ha_loc loc,
                  struct ha_sym_state *back) {
  const struct ha_program *p = sym->program;
  for (uint32_t e = 1; e < p->edges.count; e++) {
    if (p->edges.at[e].from != loc)
      continue;
    struct ha_sym_state state = ha_sym_copy(sym, &states[loc]);
    run_edge(sym, &state, &p->edges.at[e]);
    ha_loc to = p->edges.at[e].to;
    arrive(sym, to == sym->from ? back : &states[to], &state);
  }
}

static void from_cut(struct ha_sym *sym, ha_loc from) {
  const struct ha_program *p = sym->program;
  struct order order = {.seen = ha_arena_alloc(sym->arena, p->locs.count)};
  struct ha_sym_state *states =
      ha_arena_alloc(sym->arena, p->locs.count * sizeof *states);
  struct ha_sym_state back = {0};
  sym->from = from;
  visit(sym, &order, from);
  states[from].path = ha_true(sym->terms);
  if (from == p->entry)
    ha_sym_remember(sym, &states[from]);
  for (unsigned i = order.locs.count; i-- > 0;) {
    ha_loc loc = order.locs.at[i];
    if (!states[loc].path)
      continue;
    if (loc != from && ha_sym_is_cut(p, loc))
      add_piece(sym, loc, &states[loc]);
    else
      leave(sym, states, loc, &back);
  }
  if (back.path)
    add_piece(sym, from, &back);
}

static struct ha_sym begin(struct ha_vocab *vocab) {
  struct ha_terms *terms = ha_vocab_terms(vocab);
  struct ha_arena *arena = ha_terms_arena(terms);
  struct ha_sym sym = {.arena = arena,
                       .terms = terms,
                       .vocab = vocab,
                       .program = ha_vocab_program(vocab),
                       .out = ha_arena_alloc(arena, sizeof *sym.out)};
  mention_all(&sym);
  sym.out->contracts = sym.contracts = ha_contracts_new(vocab);
  HA_PUSH(arena, sym.out->cuts, sym.program->entry);
  for (ha_loc loc = 1; loc < sym.program->locs.count; loc++)
    if (loc != sym.program->entry && ha_sym_is_cut(sym.program, loc))
      HA_PUSH(arena, sym.out->cuts, loc);
  return sym;
}

struct ha_pieces *ha_sym_pieces(struct ha_vocab *vocab) {
  struct ha_sym sym = begin(vocab);
  for (unsigned i = 0; i < sym.out->cuts.count; i++)
    if (!sym.program->locs.at[sym.out->cuts.at[i]].exit)
      from_cut(&sym, sym.out->cuts.at[i]);
  return sym.out;
}

/* ---- single places ---- */

ha_term ha_sym_contents(struct ha_vocab *vocab, ha_term pointer, ha_type scalar) {
  struct ha_sym sym = begin(vocab);
  struct ha_sym_state state = {.path = ha_true(sym.terms)};
  ha_field cell = ha_type_cell(sym.program->types, scalar);
  return ha_sym_load(&sym, &state, pointer, cell);
}

ha_term ha_sym_is_live(struct ha_vocab *vocab, ha_term pointer, ha_type pointee) {
  struct ha_sym sym = begin(vocab);
  struct ha_sym_state state = {.path = ha_true(sym.terms)};
  return ha_sym_live(&sym, &state, pointer, pointee);
}

/* ---- one piece per path ---- */

static bool walk_paths(struct ha_sym *sym, const struct ha_sym_state *state, ha_loc loc,
                       unsigned limit) {
  const struct ha_program *p = sym->program;
  for (uint32_t e = 1; e < p->edges.count; e++) {
    if (p->edges.at[e].from != loc)
      continue;
    struct ha_sym_state next = ha_sym_copy(sym, state);
    run_edge(sym, &next, &p->edges.at[e]);
    if (next.path == ha_false(sym->terms))
      continue;
    ha_loc to = p->edges.at[e].to;
    if (ha_sym_is_cut(p, to))
      add_piece(sym, to, &next);
    else if (!walk_paths(sym, &next, to, limit))
      return false;
    if (sym->out->pieces.count > limit)
      return false;
  }
  return true;
}

struct ha_pieces *ha_sym_paths(struct ha_vocab *vocab, unsigned limit) {
  struct ha_sym sym = begin(vocab);
  struct ha_sym_state start = {.path = ha_true(sym.terms)};
  for (unsigned i = 0; i < sym.out->cuts.count; i++) {
    sym.from = sym.out->cuts.at[i];
    struct ha_sym_state here = ha_sym_copy(&sym, &start);
    if (sym.from == sym.program->entry)
      ha_sym_remember(&sym, &here);
    if (!sym.program->locs.at[sym.from].exit &&
        !walk_paths(&sym, &here, sym.from, limit))
      return NULL;
  }
  return sym.out;
}
