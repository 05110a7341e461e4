/* The effect of one command on a state.
 *
 * Every access owes that its object is live at the type of the field (sym_place.c).
 * Where the program's own checks do not say so already, the debt is a goal of its own,
 * with check 0: nothing may be called proved while one of those is open. */
#include "sym_state.h"

static void add_goal(struct ha_sym *sym, struct ha_sym_state *state, ha_check check,
                     ha_term holds) {
  struct ha_terms *t = sym->terms;
  bool open = ha_and(t, state->path, ha_not(t, holds)) != ha_false(t);
  if (check || open)
    HA_PUSH(sym->arena, sym->out->goals,
            (struct ha_goal){sym->from, check, state->path, holds});
}

static bool mentions(const struct ha_sym *sym, ha_expr expr, enum ha_expr_op op) {
  const struct ha_expr_row *row = &sym->program->exprs.at[expr];
  switch (row->op) {
  case HA_EXPR_NOT:
    return mentions(sym, row->a, op);
  case HA_EXPR_LAND:
  case HA_EXPR_LOR:
    return mentions(sym, row->a, op) || mentions(sym, row->b, op);
  default:
    return row->op == op;
  }
}

static ha_term truth(struct ha_sym *sym, struct ha_sym_state *state,
                     const struct ha_cmd_row *cmd) {
  if (sym->program->exprs.at[cmd->a].op == HA_EXPR_FORMULA)
    sym->formula_is = cmd->op == HA_CMD_ASSERT ? HA_SYM_ASSERTS : HA_SYM_ASSUMES;
  ha_term holds = ha_sym_value(sym, state, cmd->a);
  sym->formula_is = HA_SYM_USES;
  return holds;
}

/* An uninitialised pointer passes `live`, and only `access` and `freeable` tell: until
 * then what was checked is not known, or the second check would rest on the first. */
static void check(struct ha_sym *sym, struct ha_sym_state *state, ha_check check,
                  ha_expr expr, ha_term holds) {
  ha_term doubt = state->doubt;
  bool settles =
      mentions(sym, expr, HA_EXPR_ACCESS) || mentions(sym, expr, HA_EXPR_FREEABLE);
  add_goal(sym, state, check, holds);
  if (!settles && mentions(sym, expr, HA_EXPR_LIVE)) {
    state->doubt = doubt ? ha_and(sym->terms, doubt, holds) : holds;
    return;
  }
  ha_sym_assume(sym, state, holds);
  if (settles && doubt)
    ha_sym_assume(sym, state, doubt);
  if (settles)
    state->doubt = 0;
}

static bool is_about_memory(const struct ha_sym *sym, ha_expr expr) {
  return mentions(sym, expr, HA_EXPR_LIVE) || mentions(sym, expr, HA_EXPR_ACCESS) ||
         mentions(sym, expr, HA_EXPR_FREEABLE);
}

static void owe(struct ha_sym *sym, struct ha_sym_state *state, ha_term base,
                ha_type owner) {
  ha_term live = ha_sym_live(sym, state, base, owner);
  add_goal(sym, state, 0, live);
  ha_sym_assume(sym, state, live);
}

static ha_type owner_of(const struct ha_sym *sym, ha_field field) {
  return ha_field_get(sym->program->types, field)->owner;
}

static void set_var(struct ha_sym *sym, struct ha_sym_state *state, ha_var var,
                    ha_term value) {
  ha_symbol symbol = ha_vocab_var(sym->vocab, var);
  if (!symbol)
    return;
  if (!value)
    value = ha_sym_choose(sym, state, sym->program->vars.at[var].type,
                          sym->program->vars.at[var].name);
  ha_sym_set(sym, state, symbol, value);
}

/* The owner of a cell is the scalar's own type. */
static ha_type accessed(const struct ha_sym *sym, ha_field field) {
  const struct ha_field_info *f = ha_field_get(sym->program->types, field);
  return f->name[0] == '*' ? f->type : owner_of(sym, field);
}

static ha_type pointee(const struct ha_sym *sym, ha_expr expr) {
  ha_type type = sym->program->exprs.at[expr].type;
  return ha_type_get(sym->program->types, type)->elem;
}

static ha_expr uncast(const struct ha_sym *sym, ha_expr expr) {
  while (sym->program->exprs.at[expr].op == HA_EXPR_CAST)
    expr = sym->program->exprs.at[expr].a;
  return expr;
}

/* A scalar is read or written where a record is, as when one is passed by value, or at
 * some byte of one, as bit-fields are. */
static bool is_coerced(const struct ha_sym *sym, const struct ha_cmd_row *cmd) {
  return ha_field_get(sym->program->types, cmd->field)->name[0] == '*' &&
         ha_sym_is_coerced(sym, cmd->a);
}

static bool coerced(struct ha_sym *sym, struct ha_sym_state *state,
                    const struct ha_cmd_row *cmd) {
  const struct ha_types *types = sym->program->types;
  ha_type type = ha_field_get(types, cmd->field)->type;
  struct ha_sym_bytes b;
  if (!is_coerced(sym, cmd) ||
      !ha_sym_bytes_in_record(sym, cmd->a, ha_type_get(types, type)->size, &b))
    return false;
  owe(sym, state, ha_sym_value(sym, state, b.record), b.type);
  if (cmd->op == HA_CMD_LOAD)
    set_var(sym, state, cmd->var, 0);
  else
    ha_sym_overwrite(sym, state, &b);
  return true;
}

static void load(struct ha_sym *sym, struct ha_sym_state *state,
                 const struct ha_cmd_row *cmd) {
  if (coerced(sym, state, cmd))
    return;
  ha_term base = ha_sym_value(sym, state, cmd->a);
  owe(sym, state, base, accessed(sym, cmd->field));
  set_var(sym, state, cmd->var, ha_sym_load(sym, state, base, cmd->field));
}

static void store(struct ha_sym *sym, struct ha_sym_state *state,
                  const struct ha_cmd_row *cmd) {
  if (coerced(sym, state, cmd))
    return;
  ha_term base = ha_sym_value(sym, state, cmd->a);
  owe(sym, state, base, accessed(sym, cmd->field));
  ha_term value =
      cmd->op == HA_CMD_STORE ? ha_sym_value(sym, state, cmd->b) : (ha_term)0;
  ha_sym_store(sym, state, base, cmd->field, value);
}

static ha_term fact(struct ha_sym *sym, ha_symbol map, ha_term x, int64_t is) {
  ha_term value = ha_select(sym->terms, ha_sym(sym->terms, map), x);
  return ha_eq(sym->terms, value, ha_int(sym->terms, is));
}

/* The object and the records embedded in it are this run's own. */
static void own(struct ha_sym *sym, struct ha_sym_state *state, ha_term x,
                ha_type type) {
  struct ha_terms *t = sym->terms;
  const struct ha_type_info info = *ha_type_get(sym->program->types, type);
  ha_symbol mine = ha_vocab_mine(sym->vocab);
  ha_sym_set(sym, state, mine,
             ha_store(t, ha_sym_get(sym, state, mine), x, ha_true(t)));
  for (uint32_t i = 0; info.kind == HA_TYPE_RECORD && i < info.fields; i++) {
    ha_type inner = ha_field_get(sym->program->types, info.first + i)->type;
    ha_symbol address = ha_vocab_address(sym->vocab, info.first + i);
    if (ha_type_get(sym->program->types, inner)->kind == HA_TYPE_RECORD)
      own(sym, state, ha_select(t, ha_sym(t, address), x), inner);
  }
}

/* The block is large enough for the type it was taken to have. */
static void owe_size(struct ha_sym *sym, struct ha_sym_state *state, ha_expr size,
                     ha_type type) {
  int64_t bytes = (int64_t)ha_type_get(sym->program->types, type)->size;
  ha_term has = ha_sym_value(sym, state, size);
  ha_term fits = ha_le(sym->terms, ha_int(sym->terms, bytes), has);
  add_goal(sym, state, 0, fits);
  ha_sym_assume(sym, state, fits);
}

/* n is no live object; it is one of type T from now on, its contents unknown. */
static void allocate(struct ha_sym *sym, struct ha_sym_state *state,
                     const struct ha_cmd_row *cmd) {
  struct ha_terms *t = sym->terms;
  ha_term n = ha_sym_choose(sym, state, sym->program->vars.at[cmd->var].type, "new");
  set_var(sym, state, cmd->var, n);
  if (!n)
    return;
  ha_sym_assume(sym, state, ha_not(t, ha_eq(t, n, ha_null(t))));
  ha_type type = ha_sym_allocates(sym->program, cmd);
  if (!type) /* untyped, or an array: never known to be live */
    return;
  if (!cmd->type)
    owe_size(sym, state, cmd->a, type);
  ha_term alloc = ha_sym_get(sym, state, ha_vocab_alloc(sym->vocab, type));
  bool heap = cmd->op == HA_CMD_NEW;
  ha_term is_heap = ha_select(t, ha_sym(t, ha_vocab_heap(sym->vocab)), n);
  ha_sym_assume(sym, state, ha_not(t, ha_select(t, alloc, n)));
  ha_sym_assume(sym, state, heap ? is_heap : ha_not(t, is_heap));
  ha_sym_assume(sym, state, fact(sym, ha_vocab_type(sym->vocab), n, type));
  ha_sym_assume(sym, state, fact(sym, ha_vocab_tag(sym->vocab), n, 0));
  ha_sym_set_live(sym, state, n, type, true);
  ha_sym_clear(sym, state, n, type, false);
  if (heap)
    own(sym, state, n, type);
}

/* The checks before it say that it is null or a live object of its type. */
static void release(struct ha_sym *sym, struct ha_sym_state *state, ha_expr expr) {
  ha_expr pointer = uncast(sym, expr);
  ha_type type = pointee(sym, pointer);
  bool is_known = ha_type_get(sym->program->types, type)->kind == HA_TYPE_RECORD ||
                  ha_vocab_sort(sym->vocab, type) != HA_SORT_NONE;
  if (!type || !is_known)
    ha_sym_forget(sym, state);
  else
    ha_sym_set_live(sym, state, ha_sym_value(sym, state, pointer), type, false);
}

static void begin_or_end(struct ha_sym *sym, struct ha_sym_state *state,
                         const struct ha_cmd_row *cmd) {
  ha_type type = sym->program->objs.at[cmd->object].type;
  ha_term address = ha_sym(sym->terms, ha_vocab_object(sym->vocab, cmd->object));
  ha_sym_set_live(sym, state, address, type, cmd->op == HA_CMD_ENTER);
  if (cmd->op == HA_CMD_ENTER)
    ha_sym_clear(sym, state, address, type, false);
}

/* `size` bytes at `address` become what we do not follow. */
static void overwrite(struct ha_sym *sym, struct ha_sym_state *state, ha_expr address,
                      ha_expr size) {
  const struct ha_expr_row *n = &sym->program->exprs.at[size];
  struct ha_sym_bytes b;
  if (ha_sym_overwrite_array(sym, state, address))
    return;
  if (n->op != HA_EXPR_CONST || !ha_sym_bytes_in_record(sym, address, n->imm, &b)) {
    ha_sym_forget(sym, state);
    return;
  }
  if (b.begin == b.end)
    return;
  owe(sym, state, ha_sym_value(sym, state, b.record), b.type);
  ha_sym_overwrite(sym, state, &b);
}

/* Of a whole record; 0 for anything else. */
static ha_type whole(const struct ha_sym *sym, ha_expr address, ha_expr size) {
  ha_type type = pointee(sym, uncast(sym, address));
  const struct ha_type_info *info = ha_type_get(sym->program->types, type);
  const struct ha_expr_row *n = &sym->program->exprs.at[size];
  bool fits = type && info->kind == HA_TYPE_RECORD && n->op == HA_EXPR_CONST &&
              n->imm == info->size;
  return fits ? type : 0;
}

static void copy(struct ha_sym *sym, struct ha_sym_state *state,
                 const struct ha_cmd_row *cmd) {
  ha_type to = whole(sym, cmd->a, cmd->c), from = whole(sym, cmd->b, cmd->c);
  if (!to || to != from) {
    overwrite(sym, state, cmd->a, cmd->c);
    return;
  }
  ha_term target = ha_sym_value(sym, state, uncast(sym, cmd->a));
  ha_term source = ha_sym_value(sym, state, uncast(sym, cmd->b));
  owe(sym, state, target, to);
  owe(sym, state, source, from);
  ha_sym_copy_record(sym, state, target, source, to);
}

static void fill(struct ha_sym *sym, struct ha_sym_state *state,
                 const struct ha_cmd_row *cmd) {
  ha_type type = whole(sym, cmd->a, cmd->c);
  const struct ha_expr_row *byte = &sym->program->exprs.at[cmd->b];
  if (!type) {
    overwrite(sym, state, cmd->a, cmd->c);
    return;
  }
  ha_term address = ha_sym_value(sym, state, uncast(sym, cmd->a));
  owe(sym, state, address, type);
  ha_sym_clear(sym, state, address, type, byte->op == HA_EXPR_CONST && !byte->imm);
}

static void assume(struct ha_sym *sym, struct ha_sym_state *state,
                   const struct ha_cmd_row *cmd) {
  if (is_about_memory(sym, cmd->a)) /* a check that is switched off: still owed */
    check(sym, state, 0, cmd->a, truth(sym, state, cmd));
  else
    ha_sym_assume(sym, state, truth(sym, state, cmd));
}

void ha_sym_command(struct ha_sym *sym, struct ha_sym_state *state,
                    const struct ha_cmd_row *cmd) {
  switch ((enum ha_cmd_op)cmd->op) {
  case HA_CMD_SKIP:
    break;
  case HA_CMD_NOTE:
    ha_sym_note(sym, state, (ha_formula)sym->program->exprs.at[cmd->a].imm);
    break;
  case HA_CMD_ASSUME:
    assume(sym, state, cmd);
    break;
  case HA_CMD_ASSERT:
    check(sym, state, cmd->check, cmd->a, truth(sym, state, cmd));
    break;
  case HA_CMD_ASSIGN:
    set_var(sym, state, cmd->var, ha_sym_value(sym, state, cmd->a));
    break;
  case HA_CMD_LOAD:
    load(sym, state, cmd);
    break;
  case HA_CMD_STORE:
  case HA_CMD_HAVOC_FIELD:
    store(sym, state, cmd);
    break;
  case HA_CMD_NEW:
  case HA_CMD_ALLOCA:
    allocate(sym, state, cmd);
    break;
  case HA_CMD_FREE:
    release(sym, state, cmd->a);
    break;
  case HA_CMD_ENTER:
  case HA_CMD_LEAVE:
    begin_or_end(sym, state, cmd);
    break;
  case HA_CMD_HAVOC:
    set_var(sym, state, cmd->var, 0);
    break;
  case HA_CMD_HAVOC_BYTES:
    overwrite(sym, state, cmd->a, cmd->b);
    break;
  case HA_CMD_UNWIND: /* which blocks end is not followed */
  case HA_CMD_HAVOC_REACH:
    ha_sym_forget(sym, state);
    break;
  case HA_CMD_COPY:
    copy(sym, state, cmd);
    break;
  case HA_CMD_FILL:
    fill(sym, state, cmd);
    break;
  }
}
