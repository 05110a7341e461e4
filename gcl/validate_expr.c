/* Expressions: the operands stand before their operator in the table (so there is no
 * cycle), and their types are ones it is defined on.  Signedness is the operator's, not
 * the type's, so only widths have to agree. */
#include "validator.h"

static const struct ha_expr_row *get(const struct validator *v, ha_expr e) {
  return &v->p->exprs.at[e];
}

static const struct ha_type_info *info(const struct validator *v, ha_type type) {
  return ha_type_get(v->p->types, type);
}

static bool is_kind(const struct validator *v, ha_type type, enum ha_type_kind kind) {
  return info(v, type)->kind == kind;
}

static bool is_scalar(const struct validator *v, ha_type type) {
  return is_kind(v, type, HA_TYPE_INT) || is_kind(v, type, HA_TYPE_FLOAT) ||
         is_kind(v, type, HA_TYPE_PTR);
}

bool ha_validator_is_truth(const struct validator *v, ha_type type) {
  return is_kind(v, type, HA_TYPE_INT) && info(v, type)->bits == 1;
}

bool ha_validator_same_shape(const struct validator *v, ha_type a, ha_type b) {
  const struct ha_type_info *x = info(v, a), *y = info(v, b);
  if (x->kind != y->kind || !is_scalar(v, a))
    return false;
  return x->kind == HA_TYPE_INT ? x->bits == y->bits : x->size == y->size;
}

static bool wrong(struct validator *v, ha_expr e, const char *what) {
  return ha_validator_fail(v, "expression %u (%s): %s", e, ha_expr_text[get(v, e)->op],
                           what);
}

static bool valid_number(struct validator *v, ha_expr e) {
  const struct ha_expr_row *row = get(v, e);
  const struct ha_type_info *type = info(v, row->type);
  uint64_t bits = type->kind == HA_TYPE_INT ? type->bits : 8 * type->size;
  if (!is_scalar(v, row->type))
    return wrong(v, e, "a number is a scalar");
  return bits >= 64 || row->imm >> bits == 0 || wrong(v, e, "wider than its type");
}

static bool valid_atom(struct validator *v, ha_expr e) {
  const struct ha_expr_row *row = get(v, e);
  switch (row->op) {
  case HA_EXPR_CONST:
    return valid_number(v, e);
  case HA_EXPR_NULL:
    return is_kind(v, row->type, HA_TYPE_PTR) || wrong(v, e, "null is a pointer");
  case HA_EXPR_VAR:
    if (row->imm == 0 || row->imm >= v->p->vars.count)
      return wrong(v, e, "there is no such variable");
    return ha_validator_same_shape(v, row->type, v->p->vars.at[row->imm].type) ||
           wrong(v, e, "another type than the variable's");
  case HA_EXPR_OBJ:
    if (row->imm == 0 || row->imm >= v->p->objs.count)
      return wrong(v, e, "there is no such object");
    return is_kind(v, row->type, HA_TYPE_PTR) || wrong(v, e, "an address is a pointer");
  case HA_EXPR_FORMULA:
    if (row->imm == 0 || row->imm >= v->p->formulas.count)
      return wrong(v, e, "there is no such formula");
    return ha_validator_is_truth(v, row->type) ||
           wrong(v, e, "a formula is a truth value");
  default:
    return is_scalar(v, row->type) || wrong(v, e, "a value is a scalar");
  }
}

static bool valid_arithmetic(struct validator *v, ha_expr e) {
  const struct ha_expr_row *row = get(v, e);
  ha_type a = get(v, row->a)->type, b = get(v, row->b)->type;
  return (is_kind(v, row->type, HA_TYPE_INT) &&
          ha_validator_same_shape(v, row->type, a) &&
          ha_validator_same_shape(v, a, b)) ||
         wrong(v, e, "operands and result are integers of one width");
}

static bool valid_comparison(struct validator *v, ha_expr e) {
  const struct ha_expr_row *row = get(v, e);
  ha_type a = get(v, row->a)->type, b = get(v, row->b)->type;
  if (!ha_validator_is_truth(v, row->type))
    return wrong(v, e, "a comparison is a truth value");
  return ha_validator_same_shape(v, a, b) || wrong(v, e, "the sides differ in type");
}

static bool valid_connective(struct validator *v, ha_expr e) {
  const struct ha_expr_row *row = get(v, e);
  return (ha_validator_is_truth(v, row->type) &&
          ha_validator_is_truth(v, get(v, row->a)->type) &&
          (!row->b || ha_validator_is_truth(v, get(v, row->b)->type))) ||
         wrong(v, e, "operands and result are truth values");
}

static bool valid_choice(struct validator *v, ha_expr e) {
  const struct ha_expr_row *row = get(v, e);
  return (ha_validator_is_truth(v, get(v, row->a)->type) &&
          ha_validator_same_shape(v, row->type, get(v, row->b)->type) &&
          ha_validator_same_shape(v, row->type, get(v, row->c)->type)) ||
         wrong(v, e, "a truth value chooses between two of the result's type");
}

/* INT to INT, wider or narrower. */
static bool valid_resize(struct validator *v, ha_expr e) {
  const struct ha_expr_row *row = get(v, e);
  ha_type from = get(v, row->a)->type;
  if (!is_kind(v, row->type, HA_TYPE_INT) || !is_kind(v, from, HA_TYPE_INT))
    return wrong(v, e, "from integer to integer");
  unsigned wide = info(v, row->type)->bits, narrow = info(v, from)->bits;
  return (row->op == HA_EXPR_TRUNC ? wide <= narrow : wide >= narrow) ||
         wrong(v, e, "the widths go the other way");
}

static bool valid_cast(struct validator *v, ha_expr e) {
  const struct ha_expr_row *row = get(v, e);
  ha_type from = get(v, row->a)->type;
  switch (row->op) {
  case HA_EXPR_PTRTOINT:
    return (is_kind(v, from, HA_TYPE_PTR) && is_kind(v, row->type, HA_TYPE_INT)) ||
           wrong(v, e, "from pointer to integer");
  case HA_EXPR_INTTOPTR:
    return (is_kind(v, from, HA_TYPE_INT) && is_kind(v, row->type, HA_TYPE_PTR)) ||
           wrong(v, e, "from integer to pointer");
  default:
    return (is_scalar(v, from) && is_scalar(v, row->type) &&
            info(v, from)->size == info(v, row->type)->size) ||
           wrong(v, e, "from scalar to scalar of the same size");
  }
}

static bool valid_address(struct validator *v, ha_expr e) {
  const struct ha_expr_row *row = get(v, e);
  if (!is_kind(v, row->type, HA_TYPE_PTR) ||
      !is_kind(v, get(v, row->a)->type, HA_TYPE_PTR))
    return wrong(v, e, "from pointer to pointer");
  if (row->op != HA_EXPR_ELEM)
    return row->imm != 0 || wrong(v, e, "there is no field");
  if (row->imm >= ha_types_count(v->p->types))
    return wrong(v, e, "there is no such element type");
  return is_kind(v, get(v, row->b)->type, HA_TYPE_INT) ||
         wrong(v, e, "the index is an integer");
}

static bool is_predicate(uint8_t op) {
  return op == HA_EXPR_LIVE || op == HA_EXPR_ACCESS || op == HA_EXPR_FREEABLE ||
         op == HA_EXPR_INIT || op == HA_EXPR_NOLEAK;
}

/* live(p), access(p, n), strcmp(p, q), memchr(p, c, n), …: pointers, a character, and a
 * number of bytes last. */
static bool valid_question(struct validator *v, ha_expr e) {
  const struct ha_expr_row *row = get(v, e);
  if (is_predicate(row->op) ? !ha_validator_is_truth(v, row->type)
                            : !is_kind(v, row->type, HA_TYPE_INT))
    return wrong(v, e, "the answer has another type");
  if (row->op == HA_EXPR_INIT || (row->op == HA_EXPR_NOLEAK && !row->a))
    return true;
  bool scalar = is_scalar(v, get(v, row->a)->type);
  if (row->op == HA_EXPR_NOLEAK) /* the result, whatever it is */
    return scalar || wrong(v, e, "a value is a scalar");
  if (!is_kind(v, get(v, row->a)->type, HA_TYPE_PTR))
    return wrong(v, e, "it is asked of a pointer");
  bool has_number = row->op == HA_EXPR_ACCESS || row->op == HA_EXPR_MEMCHR;
  enum ha_type_kind second = has_number ? HA_TYPE_INT : HA_TYPE_PTR;
  if (row->b && !is_kind(v, get(v, row->b)->type, second))
    return wrong(v, e, "the second operand has another type");
  return !row->c || is_kind(v, get(v, row->c)->type, HA_TYPE_INT) ||
         wrong(v, e, "the number of bytes is an integer");
}

static bool valid_operator(struct validator *v, ha_expr e) {
  switch ((enum ha_expr_op)get(v, e)->op) {
  case HA_EXPR_EQ:
  case HA_EXPR_NE:
  case HA_EXPR_ULT:
  case HA_EXPR_ULE:
  case HA_EXPR_SLT:
  case HA_EXPR_SLE:
    return valid_comparison(v, e);
  case HA_EXPR_NOT:
  case HA_EXPR_LAND:
  case HA_EXPR_LOR:
    return valid_connective(v, e);
  case HA_EXPR_ITE:
    return valid_choice(v, e);
  case HA_EXPR_ZEXT:
  case HA_EXPR_SEXT:
  case HA_EXPR_TRUNC:
    return valid_resize(v, e);
  case HA_EXPR_PTRTOINT:
  case HA_EXPR_INTTOPTR:
  case HA_EXPR_CAST:
    return valid_cast(v, e);
  case HA_EXPR_FIELD:
  case HA_EXPR_CONTAINER:
  case HA_EXPR_ELEM:
    return valid_address(v, e);
  default:
    if (ha_expr_arity[get(v, e)->op] == 0)
      return valid_atom(v, e);
    return get(v, e)->op < HA_EXPR_EQ ? valid_arithmetic(v, e) : valid_question(v, e);
  }
}

/* Exactly the operands of its arity, all of them earlier rows. */
static bool valid_operands(struct validator *v, ha_expr e) {
  const struct ha_expr_row *row = get(v, e);
  const ha_expr operands[] = {row->a, row->b, row->c};
  for (unsigned i = 0; i < 3; i++) {
    bool optional = row->op == HA_EXPR_NOLEAK && i == 0;
    bool wanted = i < ha_expr_arity[row->op];
    if (operands[i] >= e || (!optional && wanted != (operands[i] != 0)))
      return ha_validator_fail(v, "expression %u (%s): operand %u is not right", e,
                               ha_expr_text[row->op], i + 1);
  }
  return true;
}

bool ha_validator_exprs(struct validator *v) {
  for (ha_expr e = 1; e < v->p->exprs.count; e++) {
    if (get(v, e)->op > HA_EXPR_MEMCMP)
      return ha_validator_fail(v, "expression %u: no such operator", e);
    if (get(v, e)->type >= ha_types_count(v->p->types))
      return ha_validator_fail(v, "expression %u: no such type", e);
    if (!valid_operands(v, e) || !valid_operator(v, e))
      return false;
  }
  return true;
}
