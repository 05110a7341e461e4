#include "blame.h"
#include "entry.h"
#include "uses.h"

enum {
  NEAR = 64, /* bytes around a block that belong to nobody else */
  COPIES = 8 /* assignments that a pointer is followed through */
};

/* An index into an array whose length its type tells.  One element or none at the end
 * of a record is C's old way to say `any number`. */
static bool is_bounded(const struct ha_program *p, ha_expr array) {
  while (p->exprs.at[array].op == HA_EXPR_CAST)
    array = p->exprs.at[array].a;
  const struct ha_expr_row *row = &p->exprs.at[array];
  if (row->op == HA_EXPR_OBJ)
    return true;
  if (row->op != HA_EXPR_FIELD)
    return false;
  ha_type type = ha_field_get(p->types, (ha_field)row->imm)->type;
  return ha_type_get(p->types, type)->kind == HA_TYPE_ARRAY &&
         ha_type_get(p->types, type)->count > 1;
}

static bool is_step(const struct ha_expr_row *row) {
  return row->op == HA_EXPR_ELEM || row->op == HA_EXPR_FIELD || row->op == HA_EXPR_CAST;
}

/* Is the address computed from indices, and all of them into such arrays? */
static bool has_known_bounds(const struct ha_program *p, ha_expr address) {
  bool indexed = false;
  for (const struct ha_expr_row *row; row = &p->exprs.at[address], is_step(row);
       address = row->a) {
    if (row->op == HA_EXPR_ELEM && !is_bounded(p, row->a))
      return false;
    indexed |= row->op == HA_EXPR_ELEM;
  }
  return indexed;
}

/* Is the address in what such an operator gave? */
static bool comes_from(const struct ha_program *p, ha_expr address, enum ha_expr_op op,
                       unsigned depth) {
  const struct ha_expr_row *row = &p->exprs.at[address];
  while (row->op == HA_EXPR_FIELD || row->op == HA_EXPR_CAST)
    row = &p->exprs.at[row->a];
  if (row->op != HA_EXPR_VAR || !depth)
    return row->op == op && p->exprs.at[row->a].op != HA_EXPR_CONST;
  for (uint32_t c = 1; c < p->cmds.count; c++) {
    const struct ha_cmd_row *cmd = &p->cmds.at[c];
    if (cmd->op == HA_CMD_ASSIGN && cmd->var == row->imm &&
        comes_from(p, cmd->a, op, depth - 1))
      return true;
  }
  return false;
}

/* A field of what container_of gave: no array is meant then. */
static bool is_in_container(const struct ha_program *p, ha_expr address) {
  return comes_from(p, address, HA_EXPR_CONTAINER, COPIES);
}

/* A number that came in is a pointer: which, nobody says. */
static bool is_from_number(const struct ha_program *p, ha_expr address) {
  return comes_from(p, address, HA_EXPR_INTTOPTR, COPIES);
}

/* What a number is computed from: variables, and the fields they were loaded from. */
struct origin {
  const struct ha_program *program;
  ha_var vars[16];
  ha_field fields[8];
  unsigned var_count, field_count;
  bool given; /* some of it came in: a parameter, a load, a call's result */
  bool too_much;
};

static bool has_var(const struct origin *o, ha_var var) {
  for (unsigned i = 0; i < o->var_count; i++)
    if (o->vars[i] == var)
      return true;
  return false;
}

static bool has_field(const struct origin *o, ha_field field) {
  for (unsigned i = 0; i < o->field_count; i++)
    if (o->fields[i] == field)
      return true;
  return false;
}

static void add_expr(struct origin *o, ha_expr expr);

static void add_definition(struct origin *o, const struct ha_cmd_row *cmd) {
  if (cmd->op == HA_CMD_ASSIGN)
    add_expr(o, cmd->a);
  o->given |= cmd->op == HA_CMD_HAVOC || cmd->op == HA_CMD_LOAD;
  const struct ha_types *types = o->program->types;
  if (cmd->op != HA_CMD_LOAD || has_field(o, cmd->field) ||
      !ha_type_is_record(types, ha_field_get(types, cmd->field)->owner))
    return;
  o->too_much |= o->field_count == sizeof o->fields / sizeof o->fields[0];
  if (!o->too_much)
    o->fields[o->field_count++] = cmd->field;
}

static void add_var(struct origin *o, ha_var var) {
  const struct ha_program *p = o->program;
  if (has_var(o, var) || o->too_much)
    return;
  o->too_much |= o->var_count == sizeof o->vars / sizeof o->vars[0];
  if (o->too_much)
    return;
  o->vars[o->var_count++] = var;
  o->given |= p->vars.at[var].kind == HA_VAR_PARAM;
  for (unsigned c = 1; c < p->cmds.count; c++)
    if (p->cmds.at[c].var == var)
      add_definition(o, &p->cmds.at[c]);
}

static void add_expr(struct origin *o, ha_expr expr) {
  const struct ha_expr_row *row = &o->program->exprs.at[expr];
  unsigned arity = ha_expr_arity[row->op];
  if (row->op == HA_EXPR_VAR)
    add_var(o, (ha_var)row->imm);
  if (arity > 0)
    add_expr(o, row->a);
  if (arity > 1)
    add_expr(o, row->b);
  if (arity > 2)
    add_expr(o, row->c);
}

static bool shares(const struct origin *o, ha_expr expr) {
  struct origin other = {.program = o->program};
  add_expr(&other, expr);
  for (unsigned i = 0; i < other.var_count; i++)
    if (has_var(o, other.vars[i]))
      return true;
  for (unsigned i = 0; i < other.field_count; i++)
    if (has_field(o, other.fields[i]))
      return true;
  return false;
}

enum limit { NO_LIMIT, GIVEN_LIMIT, OWN_LIMIT };

static int64_t sign_extended(const struct ha_program *p, ha_expr expr, uint64_t bits) {
  unsigned width = ha_type_get(p->types, p->exprs.at[expr].type)->bits;
  if (width == 0 || width >= 64)
    return (int64_t)bits;
  uint64_t sign = UINT64_C(1) << (width - 1);
  return (int64_t)((bits ^ sign) - sign);
}

/* A comparison of signed numbers limits one side: that with nothing or with one, like
 * `k < 0`, says where the numbers begin, any other where they end. */
static bool limits_this_side(const struct ha_program *p,
                             const struct ha_expr_row *compare, ha_expr limit,
                             bool below) {
  bool is_signed = compare->op == HA_EXPR_SLT || compare->op == HA_EXPR_SLE;
  const struct ha_expr_row *row = &p->exprs.at[limit];
  if (!is_signed || row->op != HA_EXPR_CONST)
    return true;
  bool is_begin = row->imm <= 1 || sign_extended(p, limit, row->imm) < 0;
  return is_begin == below;
}

/* What an index is asked about. */
struct range {
  struct origin index;
  bool below; /* is its lower end what matters? */
  enum limit limit;
};

/* Is `number` compared with one that came in, or with one the code knows itself? */
static void note_limit(struct range *r, const struct ha_expr_row *compare,
                       ha_expr number, ha_expr limit) {
  const struct ha_program *p = r->index.program;
  struct origin other = {.program = p};
  if (!shares(&r->index, number) || !limits_this_side(p, compare, limit, r->below))
    return;
  add_expr(&other, limit);
  enum limit found = other.given ? GIVEN_LIMIT : OWN_LIMIT;
  r->limit = found > r->limit ? found : r->limit;
}

static void note_limits(struct range *r, ha_expr expr) {
  const struct ha_expr_row *row = &r->index.program->exprs.at[expr];
  unsigned arity = ha_expr_arity[row->op];
  if (row->op == HA_EXPR_ULT || row->op == HA_EXPR_ULE || row->op == HA_EXPR_SLT ||
      row->op == HA_EXPR_SLE) {
    note_limit(r, row, row->a, row->b);
    note_limit(r, row, row->b, row->a);
  }
  if (arity > 0)
    note_limits(r, row->a);
  if (arity > 1)
    note_limits(r, row->b);
  if (arity > 2)
    note_limits(r, row->c);
}

/* By location: can the failing command be reached from there? */
static bool *locations_before(const struct ha_run *run) {
  const struct ha_program *p = run->program;
  bool *before = ha_arena_alloc(run->arena, p->locs.count + 1);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t e = p->edges.count - 1; e > 0; e--) {
      const struct ha_edge_row *edge = &p->edges.at[e];
      bool here = run->at >= edge->first && run->at < edge->first + edge->count;
      if (!before[edge->from] && (here || before[edge->to]))
        before[edge->from] = changed = true;
    }
  }
  return before;
}

/* Does `number` compute with one that came in or that one that came in limits, and the
 * code itself has set no limit to it by now?  Then it relies on the range, as a
 * dereference that comes before the null test relies on the pointer. */
static bool relies_on(const struct ha_run *run, ha_expr number) {
  const struct ha_program *p = run->program;
  size_t mark = ha_arena_mark(run->arena);
  struct range r = {.index = {.program = p}};
  r.below = sign_extended(p, number, ha_run_eval(run, number).bits) < 0;
  add_expr(&r.index, number);
  const bool *before = locations_before(run);
  for (uint32_t e = 1; e < p->edges.count; e++) {
    const struct ha_edge_row *edge = &p->edges.at[e];
    uint32_t end = edge->first + edge->count;
    if (!before[edge->to])
      end = run->at >= edge->first && run->at < end ? run->at : edge->first;
    for (uint32_t c = edge->first; c < end; c++)
      if (p->cmds.at[c].op == HA_CMD_ASSUME || p->cmds.at[c].op == HA_CMD_ASSIGN)
        note_limits(&r, p->cmds.at[c].a);
  }
  ha_arena_reset(run->arena, mark);
  bool relies = r.limit == NO_LIMIT ? r.index.given : r.limit == GIVEN_LIMIT;
  return r.index.too_much || relies;
}

/* Is the address, or what its pointer was computed from, one of these?
 *   FREE      indexed by a number that nothing limits
 *   UNBOUNDED indexed, beginning at a pointer that came in: how far that may go, only
 *             the one who made the array knows */
enum index { FREE, UNBOUNDED };

static bool came_in(const struct ha_program *p, ha_var var) {
  for (unsigned i = 0; i < p->params.count; i++)
    if (p->params.at[i] == var)
      return true;
  for (unsigned c = 1; c < p->cmds.count; c++)
    if (p->cmds.at[c].var == var &&
        (p->cmds.at[c].op == HA_CMD_LOAD || p->cmds.at[c].op == HA_CMD_HAVOC))
      return true;
  return false;
}

static bool is_indexed(const struct ha_run *run, ha_expr address, enum index how,
                       bool indexed, unsigned depth) {
  const struct ha_program *p = run->program;
  const struct ha_expr_row *row = &p->exprs.at[address];
  for (; is_step(row); row = &p->exprs.at[row->a]) {
    if (row->op == HA_EXPR_ELEM && how == FREE && relies_on(run, row->b))
      return true;
    indexed |= row->op == HA_EXPR_ELEM && !is_bounded(p, row->a);
  }
  if (row->op != HA_EXPR_VAR || !depth)
    return false;
  if (how == UNBOUNDED && indexed && came_in(p, (ha_var)row->imm))
    return true;
  for (unsigned c = 1; c < p->cmds.count; c++)
    if (p->cmds.at[c].op == HA_CMD_ASSIGN && p->cmds.at[c].var == row->imm &&
        is_indexed(run, p->cmds.at[c].a, how, indexed, depth - 1))
      return true;
  return false;
}

/* The block that an address lies in or beside; NULL if there is none. */
static const struct ha_block_info *block_at(const struct ha_machine *m,
                                            uint64_t address) {
  const struct ha_block_info *best = NULL;
  uint64_t least = NEAR;
  for (ha_block b = 1; b <= ha_machine_blocks(m); b++) {
    const struct ha_block_info *info = ha_machine_block(m, b);
    uint64_t end = info->address + info->size;
    uint64_t gap = address < info->address ? info->address - address
                   : address > end         ? address - end
                                           : 0;
    if (gap < least) {
      best = info;
      least = gap;
    }
  }
  return best;
}

/* The object the address starts from, or its size, is a guess. */
static bool is_guessed(const struct ha_run *run, ha_expr address) {
  const struct ha_program *p = run->program;
  const struct ha_expr_row *row = &p->exprs.at[address];
  const struct ha_block_info *end =
      block_at(run->machine, ha_run_eval(run, address).bits);
  while (is_step(row)) {
    address = row->a;
    row = &p->exprs.at[address];
  }
  const struct ha_block_info *start =
      block_at(run->machine, ha_run_eval(run, address).bits);
  return !start || !end || start->kind == HA_BLOCK_ENTRY ||
         end->kind == HA_BLOCK_ENTRY || !end->size;
}

static bool is_free(const struct ha_run *run, ha_expr address, enum index how) {
  return is_indexed(run, address, how, false, COPIES);
}

static bool is_code_at(const struct ha_run *run, ha_expr address, ha_expr size) {
  const struct ha_program *p = run->program;
  if (is_free(run, address, FREE) || relies_on(run, size))
    return false;
  if (has_known_bounds(p, address) || is_in_container(p, address))
    return true;
  return !is_free(run, address, UNBOUNDED) && !is_guessed(run, address);
}

/* A pointer just after null that was read from memory: nobody computed it from null, it
 * is a number that was written there, and read as another type. */
static bool is_read_so(const struct ha_run *run, ha_expr address, unsigned depth) {
  const struct ha_program *p = run->program;
  const struct ha_expr_row *row = &p->exprs.at[address];
  while (is_step(row))
    row = &p->exprs.at[row->a];
  if (row->op != HA_EXPR_VAR || !run->vars[row->imm].bits)
    return false;
  for (unsigned c = 1; c < p->cmds.count; c++) {
    const struct ha_cmd_row *cmd = &p->cmds.at[c];
    bool is_def = cmd->var == row->imm;
    if (is_def && cmd->op == HA_CMD_LOAD)
      return true;
    if (is_def && cmd->op == HA_CMD_ASSIGN && depth &&
        is_read_so(run, cmd->a, depth - 1))
      return true;
  }
  return false;
}

/* Does the load bring what refers to something, rather than a link or a list's head? */
static bool is_reference(const struct ha_entry *entry, const struct ha_cmd_row *load) {
  const struct ha_program *p = entry->uses->program;
  ha_obj global = ha_uses_global(p, load->a);
  if (ha_type_is_record(p->types, ha_field_get(p->types, load->field)->owner))
    return ha_entry_field(entry, load->field)->role == HA_ROLE_DATA;
  return global && entry->globals[global].role == HA_ROLE_DATA;
}

/* The load or unknown call that the null in `var` comes from: neither a parameter nor a
 * link of a list, but something that is null only where the code tests it.  0: another
 * null. */
static uint32_t reference_in(const struct ha_entry *entry, ha_var var) {
  const struct ha_uses *u = entry->uses;
  const struct ha_program *p = u->program;
  for (unsigned hops = 0; hops < COPIES && var; hops++) {
    uint32_t def = u->only_def[var];
    const struct ha_cmd_row *cmd = &p->cmds.at[def];
    if (def && cmd->op == HA_CMD_ASSIGN) {
      var = ha_uses_value(p, cmd->a);
      continue;
    }
    bool is_data = def && cmd->op == HA_CMD_LOAD && !u->forwarded_to[var] &&
                   is_reference(entry, cmd);
    bool is_result =
        def && cmd->op == HA_CMD_HAVOC && cmd->origin == HA_ORIGIN_CALL_RESULT;
    return is_data || is_result ? def : 0;
  }
  return 0;
}

static bool is_tested(const struct ha_uses *u, ha_var var) {
  for (unsigned i = 0; i < u->null_tests.count; i++) {
    ha_var tested = u->null_tests.at[i].var;
    if (ha_uses_share_source(u, tested, var) || ha_uses_same(u, tested, var))
      return true;
  }
  return false;
}

/* The code stores null where the reference was loaded from.  As nothing tests it, no
 * input has a null there: this one is the code's own. */
static bool is_made_null(const struct ha_uses *u, uint32_t load, ha_var var) {
  const struct ha_program *p = u->program;
  ha_field field = p->cmds.at[load].field;
  if (p->cmds.at[load].op != HA_CMD_LOAD || is_tested(u, var))
    return false;
  for (uint32_t c = u->accesses[field]; c; c = u->next_access[c]) {
    const struct ha_cmd_row *cmd = &p->cmds.at[c];
    if (cmd->op == HA_CMD_STORE && p->exprs.at[cmd->b].op == HA_EXPR_NULL)
      return true;
  }
  return false;
}

/* Rule 1 for a reference: the test that admits its null is on a way to its use.  What
 * is tested on one branch only, the other branch has its own reasons to know. */
static bool is_doubted_here(const struct ha_entry *entry, const struct ha_run *run,
                            ha_var var) {
  const struct ha_uses *u = entry->uses;
  uint32_t load = reference_in(entry, var);
  if (!load || is_made_null(u, load, var))
    return true;
  size_t mark = ha_arena_mark(run->arena);
  const bool *before = locations_before(run);
  bool doubted = false;
  for (unsigned i = 0; !doubted && i < u->null_tests.count; i++) {
    const struct ha_null_test *test = &u->null_tests.at[i];
    doubted =
        !test->own && !test->macro && before[u->cmd_from[test->cmd]] &&
        (ha_uses_share_source(u, test->var, var) || ha_uses_same(u, test->var, var));
  }
  ha_arena_reset(run->arena, mark);
  return doubted;
}

/* `null or valid`, as it is asked of what a call is given: all of it has failed. */
static const struct ha_expr_row *find(const struct ha_program *p, ha_expr expr,
                                      enum ha_expr_op op) {
  const struct ha_expr_row *row = &p->exprs.at[expr], *found = NULL;
  if (row->op == HA_EXPR_LOR)
    found = find(p, row->a, op);
  if (row->op == HA_EXPR_LOR && !found)
    found = find(p, row->b, op);
  return row->op == op ? row : found;
}

bool ha_blame_is_code(const struct ha_entry *entry, const struct ha_run *run) {
  const struct ha_program *p = run->program;
  enum ha_check_kind kind = p->checks.at[run->failed].kind;
  bool accesses = kind == HA_CHECK_INVALID_DEREF;
  bool beside_null = kind == HA_CHECK_NULL_DEREF || kind == HA_CHECK_CONTRACT;
  if (!accesses && !beside_null)
    return true;
  const struct ha_expr_row *row =
      find(p, p->cmds.at[run->at].a, accesses ? HA_EXPR_ACCESS : HA_EXPR_NE);
  if (!row || (beside_null && !ha_type_is_ptr(p->types, p->exprs.at[row->a].type)))
    return true;
  struct ha_value pointer = ha_run_eval(run, row->a);
  if (pointer.undef)
    return true;
  if (is_from_number(p, row->a))
    return false;
  if (accesses)
    return is_code_at(run, row->a, row->b);
  if (!is_doubted_here(entry, run, ha_uses_base(p, row->a)))
    return false;
  return !pointer.bits || /* how far, is another's number */
         (!is_free(run, row->a, FREE) && !is_free(run, row->a, UNBOUNDED) &&
          !is_read_so(run, row->a, COPIES));
}
