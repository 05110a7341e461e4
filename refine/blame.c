#include "blame.h"

enum {
  NEAR = 64, /* bytes around a block that belong to nobody else */
  COPIES = 4 /* assignments that a pointer is followed through */
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

/* Is `number` compared with one that came in, or with one the code knows itself? */
static enum limit limit_of(const struct origin *o, ha_expr number, ha_expr limit) {
  struct origin other = {.program = o->program};
  if (!shares(o, number))
    return NO_LIMIT;
  add_expr(&other, limit);
  return other.given ? GIVEN_LIMIT : OWN_LIMIT;
}

static enum limit better(enum limit a, enum limit b) { return a > b ? a : b; }

/* Does `index` compute with a number that came in or that one that came in limits, and
 * the code itself sets no limit to it?  Then it relies on the range. */
static bool relies_on(const struct ha_program *p, ha_expr index) {
  struct origin o = {.program = p};
  enum limit limit = NO_LIMIT;
  add_expr(&o, index);
  for (unsigned e = 1; e < p->exprs.count; e++) {
    const struct ha_expr_row *row = &p->exprs.at[e];
    if (row->op == HA_EXPR_ULT || row->op == HA_EXPR_ULE || row->op == HA_EXPR_SLT ||
        row->op == HA_EXPR_SLE)
      limit = better(
          limit, better(limit_of(&o, row->a, row->b), limit_of(&o, row->b, row->a)));
  }
  return o.too_much || (limit == NO_LIMIT ? o.given : limit == GIVEN_LIMIT);
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

static bool is_indexed(const struct ha_program *p, ha_expr address, enum index how,
                       bool indexed, unsigned depth) {
  const struct ha_expr_row *row = &p->exprs.at[address];
  for (; is_step(row); row = &p->exprs.at[row->a]) {
    if (row->op == HA_EXPR_ELEM && how == FREE && relies_on(p, row->b))
      return true;
    indexed |= row->op == HA_EXPR_ELEM && !is_bounded(p, row->a);
  }
  if (row->op != HA_EXPR_VAR || !depth)
    return false;
  if (how == UNBOUNDED && indexed && came_in(p, (ha_var)row->imm))
    return true;
  for (unsigned c = 1; c < p->cmds.count; c++)
    if (p->cmds.at[c].op == HA_CMD_ASSIGN && p->cmds.at[c].var == row->imm &&
        is_indexed(p, p->cmds.at[c].a, how, indexed, depth - 1))
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

static bool is_free(const struct ha_program *p, ha_expr address, enum index how) {
  return is_indexed(p, address, how, false, COPIES);
}

static bool is_code_at(const struct ha_run *run, ha_expr address) {
  const struct ha_program *p = run->program;
  if (is_free(p, address, FREE))
    return false;
  if (has_known_bounds(p, address) || is_in_container(p, address))
    return true;
  return !is_free(p, address, UNBOUNDED) && !is_guessed(run, address);
}

bool ha_blame_is_code(const struct ha_run *run) {
  const struct ha_program *p = run->program;
  const struct ha_expr_row *row = &p->exprs.at[p->cmds.at[run->at].a];
  enum ha_check_kind kind = p->checks.at[run->failed].kind;
  bool accesses = kind == HA_CHECK_INVALID_DEREF && row->op == HA_EXPR_ACCESS;
  bool beside_null = kind == HA_CHECK_NULL_DEREF && row->op == HA_EXPR_NE;
  if (!accesses && !beside_null)
    return true;
  struct ha_value pointer = ha_run_eval(run, row->a);
  if (pointer.undef)
    return true;
  if (is_from_number(p, row->a))
    return false;
  if (beside_null) /* how far, is another's number */
    return !pointer.bits ||
           (!is_free(p, row->a, FREE) && !is_free(p, row->a, UNBOUNDED));
  return is_code_at(run, row->a);
}
