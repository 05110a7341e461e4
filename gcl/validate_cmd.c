/* Commands: which of its columns each needs, and of what types. */
#include "validator.h"

/* What a command must have; everything it has must be well-formed anyway. */
enum need { A = 1, B = 2, C = 4, VAR = 8, FIELD = 16, OBJECT = 32, CHECK = 64 };

static const uint8_t needs[] = {
    [HA_CMD_SKIP] = 0,
    [HA_CMD_ASSUME] = A,
    [HA_CMD_ASSERT] = A | CHECK,
    [HA_CMD_NOTE] = A,
    [HA_CMD_ASSIGN] = VAR | A,
    [HA_CMD_LOAD] = VAR | A | FIELD,
    [HA_CMD_STORE] = A | B | FIELD,
    [HA_CMD_NEW] = VAR | A,
    [HA_CMD_ALLOCA] = VAR | A,
    [HA_CMD_UNWIND] = A,
    [HA_CMD_FREE] = A,
    [HA_CMD_ENTER] = OBJECT,
    [HA_CMD_LEAVE] = OBJECT,
    [HA_CMD_HAVOC] = VAR,
    [HA_CMD_HAVOC_FIELD] = A | FIELD,
    [HA_CMD_HAVOC_BYTES] = A | B,
    [HA_CMD_HAVOC_REACH] = 0,
    [HA_CMD_COPY] = A | B | C,
    [HA_CMD_FILL] = A | B | C,
};

static bool wrong(struct validator *v, uint32_t c, const char *what) {
  return ha_validator_fail(v, "command %u (%s): %s", c,
                           ha_cmd_text[v->p->cmds.at[c].op], what);
}

static bool in_range(struct validator *v, uint32_t c) {
  const struct ha_program *p = v->p;
  const struct ha_cmd_row *cmd = &p->cmds.at[c];
  if (cmd->op >= sizeof needs / sizeof *needs)
    return ha_validator_fail(v, "command %u: no such operation", c);
  if (cmd->a >= p->exprs.count || cmd->b >= p->exprs.count || cmd->c >= p->exprs.count)
    return wrong(v, c, "an operand does not exist");
  if (cmd->var >= p->vars.count)
    return wrong(v, c, "the variable does not exist");
  if (cmd->object >= p->objs.count)
    return wrong(v, c, "the object does not exist");
  if (cmd->check >= p->checks.count)
    return wrong(v, c, "the check does not exist");
  if (cmd->type >= ha_types_count(p->types))
    return wrong(v, c, "the type does not exist");
  return cmd->pos < p->poss.count || wrong(v, c, "the position does not exist");
}

static bool has_its_columns(struct validator *v, uint32_t c) {
  const struct ha_cmd_row *cmd = &v->p->cmds.at[c];
  unsigned has = (cmd->a ? A : 0) | (cmd->b ? B : 0) | (cmd->c ? C : 0) |
                 (cmd->var ? VAR : 0) | (cmd->field ? FIELD : 0) |
                 (cmd->object ? OBJECT : 0) | (cmd->check ? CHECK : 0);
  unsigned missing = needs[cmd->op] & ~has;
  if (missing & CHECK)
    return wrong(v, c, "it has no check");
  if (missing & OBJECT)
    return wrong(v, c, "it has no object");
  return !missing || wrong(v, c, "an operand is missing");
}

static ha_type type_of(const struct validator *v, ha_expr e) {
  return v->p->exprs.at[e].type;
}

static bool is_kind(const struct validator *v, ha_expr e, enum ha_type_kind kind) {
  return ha_type_get(v->p->types, type_of(v, e))->kind == kind;
}

/* A scalar of `type` moves to or from the field: same size, or a bit-field, which is
 * widened to any integer that holds it. */
static bool fits_field(const struct validator *v, ha_type type, ha_field field) {
  const struct ha_field_info *place = ha_field_get(v->p->types, field);
  const struct ha_type_info *value = ha_type_get(v->p->types, type);
  const struct ha_type_info *kept = ha_type_get(v->p->types, place->type);
  if (kept->kind != HA_TYPE_INT && kept->kind != HA_TYPE_FLOAT &&
      kept->kind != HA_TYPE_PTR)
    return false;
  if (place->bit_width)
    return value->kind == HA_TYPE_INT && value->bits >= place->bit_width;
  return value->kind == kept->kind && value->size == kept->size;
}

/* FILL's byte and the numbers of bytes: COPY, FILL, NEW, HAVOC_BYTES. */
static bool valid_bytes(struct validator *v, uint32_t c) {
  const struct ha_cmd_row *cmd = &v->p->cmds.at[c];
  ha_expr count = cmd->op == HA_CMD_NEW || cmd->op == HA_CMD_ALLOCA ? cmd->a
                  : cmd->op == HA_CMD_HAVOC_BYTES                   ? cmd->b
                                                                    : cmd->c;
  if (!is_kind(v, count, HA_TYPE_INT))
    return wrong(v, c, "the number of bytes is an integer");
  if (count != cmd->a && !is_kind(v, cmd->a, HA_TYPE_PTR))
    return wrong(v, c, "it works on a pointer");
  if (cmd->op == HA_CMD_COPY && !is_kind(v, cmd->b, HA_TYPE_PTR))
    return wrong(v, c, "it copies from a pointer");
  return cmd->op != HA_CMD_FILL || is_kind(v, cmd->b, HA_TYPE_INT) ||
         wrong(v, c, "the byte is an integer");
}

static bool valid_new(struct validator *v, uint32_t c) {
  ha_type var = v->p->vars.at[v->p->cmds.at[c].var].type;
  return (ha_type_is_ptr(v->p->types, var) || wrong(v, c, "it assigns a pointer")) &&
         valid_bytes(v, c);
}

static bool valid_access(struct validator *v, uint32_t c) {
  const struct ha_cmd_row *cmd = &v->p->cmds.at[c];
  if (!is_kind(v, cmd->a, HA_TYPE_PTR))
    return wrong(v, c, "the base is a pointer");
  if (cmd->op == HA_CMD_HAVOC_FIELD)
    return true;
  ha_type moved =
      cmd->op == HA_CMD_LOAD ? v->p->vars.at[cmd->var].type : type_of(v, cmd->b);
  return fits_field(v, moved, cmd->field) || wrong(v, c, "value and field do not fit");
}

static bool valid_operands(struct validator *v, uint32_t c) {
  const struct ha_cmd_row *cmd = &v->p->cmds.at[c];
  switch ((enum ha_cmd_op)cmd->op) {
  case HA_CMD_ASSUME:
  case HA_CMD_ASSERT:
    return ha_validator_is_truth(v, type_of(v, cmd->a)) ||
           wrong(v, c, "the condition is a truth value");
  case HA_CMD_NOTE:
    return v->p->exprs.at[cmd->a].op == HA_EXPR_FORMULA ||
           wrong(v, c, "what is noted is a formula");
  case HA_CMD_ASSIGN:
    return ha_validator_same_shape(v, v->p->vars.at[cmd->var].type,
                                   type_of(v, cmd->a)) ||
           wrong(v, c, "variable and value do not fit");
  case HA_CMD_LOAD:
  case HA_CMD_STORE:
  case HA_CMD_HAVOC_FIELD:
    return valid_access(v, c);
  case HA_CMD_NEW:
  case HA_CMD_ALLOCA:
    return valid_new(v, c);
  case HA_CMD_COPY:
  case HA_CMD_FILL:
  case HA_CMD_HAVOC_BYTES:
    return valid_bytes(v, c);
  case HA_CMD_FREE:
    return is_kind(v, cmd->a, HA_TYPE_PTR) || wrong(v, c, "it frees a pointer");
  case HA_CMD_UNWIND:
    return is_kind(v, cmd->a, HA_TYPE_PTR) || wrong(v, c, "it goes back to a pointer");
  case HA_CMD_HAVOC_REACH:
    return !cmd->a || is_kind(v, cmd->a, HA_TYPE_PTR) ||
           wrong(v, c, "it starts at a pointer");
  case HA_CMD_ENTER:
  case HA_CMD_LEAVE:
    return v->p->objs.at[cmd->object].kind == HA_OBJ_LOCAL ||
           wrong(v, c, "only local objects come and go");
  case HA_CMD_SKIP:
  case HA_CMD_HAVOC:
    return true;
  }
  return true;
}

bool ha_validator_cmds(struct validator *v) {
  for (uint32_t c = 1; c < v->p->cmds.count; c++)
    if (!in_range(v, c) || !has_its_columns(v, c) || !valid_operands(v, c))
      return false;
  return true;
}
