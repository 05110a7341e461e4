/* Expressions.  A level of parentheses holds at most one infix operator; which one is
 * looked up ahead, because it decides what a number on its left is taken to be. */
#include "parser.h"
#include "typing.h"
#include "words.h"
#include <string.h>

enum { MAX_DEPTH = 1000 };

enum form { ATOM, PRE, INFIX, CALL, CAST };

static const uint8_t form_of[] = {
#define HA_EXPR(name, text, arity, form) form,
#include "expr_op.def"
#undef HA_EXPR
};

static const unsigned op_count = sizeof form_of / sizeof *form_of;

static struct ha_expr_row parse_row(struct parser *ps, ha_type wanted);
static struct ha_expr_row parse_side(struct parser *ps, ha_type wanted);

/* The operator of a form that is written like this; op_count if none is. */
static unsigned find_op(enum form form, const char *text) {
  for (unsigned op = 0; op < op_count; op++)
    if (form_of[op] == form && strcmp(ha_expr_text[op], text) == 0)
      return op;
  return op_count;
}

static ha_expr finish(struct parser *ps, struct ha_expr_row row) {
  return ps->failed ? 0 : ha_expr_intern(ps->p, row);
}

static ha_type type_of(const struct parser *ps, ha_expr e) {
  return ps->p->exprs.at[e].type;
}

/* The infix operator after the side that begins here; op_count if there is none.  A
 * sign that is not set off by a blank belongs to a type. */
static unsigned operator_ahead(const struct parser *ps) {
  uint32_t at = ps->at;
  while (ps->tokens[at].kind == HA_TOKEN_SIGN && strchr("!&-", *ps->tokens[at].text))
    at++;
  for (; at < ps->end; at++) {
    const struct ha_token *token = &ps->tokens[at];
    if (token->kind != HA_TOKEN_SIGN)
      continue;
    if (*token->text == '(') {
      if (!token->match)
        return op_count;
      at = token->match;
      continue;
    }
    if (strchr("),;{}@=", *token->text) && strcmp(token->text, "==") != 0)
      return op_count;
    unsigned op = token->spaced ? find_op(INFIX, token->text) : op_count;
    if (op != op_count)
      return op;
  }
  return op_count;
}

ha_var ha_parser_var(struct parser *ps) {
  uint32_t where = ps->at;
  const char *name = ha_parser_name(ps, "a variable");
  ha_var var = ha_names_get(&ps->vars, name);
  if (!var)
    ha_parser_fail_at(ps, where,
                      ha_arena_printf(ps->arena, "there is no variable '%.40s'", name));
  return var;
}

ha_expr ha_parser_base(struct parser *ps) {
  if (!ha_parser_accept(ps, "(")) {
    ha_var var = ha_parser_var(ps);
    return var ? ha_expr_var(ps->p, var) : 0;
  }
  ha_expr base = ha_parser_expr(ps, 0);
  ha_parser_expect(ps, ")");
  return base;
}

static bool fits(const struct ha_type_info *type, uint64_t value, bool negative) {
  if (type->kind != HA_TYPE_INT)
    return !negative && (type->size >= 8 || value >> (8 * type->size) == 0);
  if (type->bits > 64)
    return !negative;
  uint64_t half = UINT64_C(1) << (type->bits - 1);
  if (type->is_signed)
    return negative ? value <= half : value < half;
  return !negative && value <= (half - 1) * 2 + 1;
}

static bool is_scalar(const struct ha_type_info *type) {
  return type->kind == HA_TYPE_INT || type->kind == HA_TYPE_FLOAT ||
         type->kind == HA_TYPE_PTR;
}

/* An optional `:type`. */
static ha_type parse_annotation(struct parser *ps, ha_type otherwise) {
  return ha_parser_accept(ps, ":") ? ha_parser_type(ps) : otherwise;
}

static struct ha_expr_row parse_number(struct parser *ps, ha_type wanted) {
  uint32_t where = ps->at;
  bool negative = ha_parser_accept(ps, "-");
  uint64_t value = ha_parser_number(ps, UINT64_MAX, "a number");
  struct ha_expr_row row = {.op = HA_EXPR_CONST};
  row.type = parse_annotation(ps, wanted);
  const struct ha_type_info *type = ha_type_get(ps->p->types, row.type);
  if (ps->failed)
    return row;
  if (!row.type)
    ha_parser_fail_at(ps, where, "the type of this number is not evident; say 1:i32");
  else if (!is_scalar(type))
    ha_parser_fail_at(ps, where, "a number cannot have this type");
  else if (!fits(type, value, negative))
    ha_parser_fail_at(ps, where, "this number does not fit its type");
  row.imm = negative ? -value : value;
  if (type->kind == HA_TYPE_INT && type->bits < 64)
    row.imm &= (UINT64_C(1) << type->bits) - 1;
  return row;
}

static struct ha_expr_row parse_constant(struct parser *ps, unsigned op,
                                         ha_type wanted) {
  uint32_t where = ps->at++;
  struct ha_expr_row row = {.op = (uint8_t)op};
  row.type = parse_annotation(ps, wanted);
  if (!ps->failed && !row.type)
    ha_parser_fail_at(ps, where, "the type of this is not evident; say null:T*");
  else if (op == HA_EXPR_NULL && !ha_type_is_ptr(ps->p->types, row.type))
    ha_parser_fail_at(ps, where, "null is a pointer");
  return row;
}

static struct ha_expr_row parse_object(struct parser *ps) {
  uint32_t where = ps->at;
  const char *name = ha_parser_name(ps, "an object");
  struct ha_expr_row row = {.op = HA_EXPR_OBJ, .imm = ha_names_get(&ps->objs, name)};
  if (!row.imm)
    ha_parser_fail_at(ps, where,
                      ha_arena_printf(ps->arena, "there is no object '%.40s'", name));
  else
    row.type =
        parse_annotation(ps, ha_type_ptr(ps->p->types, ps->p->objs.at[row.imm].type));
  return row;
}

/* `&object`, or `&base->field`. */
static struct ha_expr_row parse_address(struct parser *ps) {
  if (ha_parser_sees_name(ps, 0) && !ha_parser_sees_ahead(ps, 1, "->"))
    return parse_object(ps);
  struct ha_expr_row row = {.op = HA_EXPR_FIELD};
  row.a = ha_parser_base(ps);
  ha_parser_expect(ps, "->");
  row.imm = ha_parser_selection(ps, type_of(ps, row.a));
  if (!ps->failed)
    row.type = parse_annotation(ps, ha_typing_result(ps->p, row.op, 0, 0, row.imm));
  return row;
}

static void parse_operands(struct parser *ps, struct ha_expr_row *row, ha_type wanted) {
  ha_expr *const operands[] = {&row->a, &row->b, &row->c};
  bool optional = row->op == HA_EXPR_NOLEAK && ha_parser_sees(ps, ")");
  for (unsigned i = 0; i < ha_expr_arity[row->op] && !optional; i++) {
    if (i)
      ha_parser_expect(ps, ",");
    ha_type first = type_of(ps, row->a);
    *operands[i] =
        ha_parser_expr(ps, ha_typing_operand(ps->p, row->op, i, wanted, first));
  }
}

static struct ha_expr_row parse_call(struct parser *ps, unsigned op, ha_type wanted) {
  struct ha_expr_row row = {.op = (uint8_t)op};
  ps->at++;
  bool typed = op == HA_EXPR_ELEM && ha_parser_accept(ps, ":");
  ha_type elem = typed ? ha_parser_type(ps) : 0;
  ha_parser_expect(ps, "(");
  parse_operands(ps, &row, wanted);
  if (op == HA_EXPR_CONTAINER) {
    ha_parser_expect(ps, ",");
    row.imm = ha_parser_qualified_field(ps);
  }
  ha_parser_expect(ps, ")");
  if (ps->failed)
    return row;
  if (op == HA_EXPR_ELEM)
    row.imm = typed ? elem : ha_typing_pointee(ps->p, type_of(ps, row.a));
  ha_type usual =
      ha_typing_result(ps->p, op, type_of(ps, row.a), type_of(ps, row.b), row.imm);
  row.type = parse_annotation(ps, usual);
  return row;
}

static struct ha_expr_row parse_cast(struct parser *ps, unsigned op) {
  struct ha_expr_row row = {.op = (uint8_t)op};
  ps->at++;
  ha_parser_expect(ps, ":");
  row.type = ha_parser_type(ps);
  ha_parser_expect(ps, "(");
  row.a = ha_parser_expr(ps, 0);
  ha_parser_expect(ps, ")");
  return row;
}

static struct ha_expr_row parse_variable(struct parser *ps) {
  struct ha_expr_row row = {.op = HA_EXPR_VAR, .imm = ha_parser_var(ps)};
  if (!ps->failed)
    row.type = parse_annotation(ps, ps->p->vars.at[row.imm].type);
  return row;
}

static struct ha_expr_row parse_formula(struct parser *ps) {
  ps->at++;
  ha_parser_expect(ps, "(");
  uint32_t where = ps->at;
  uint64_t id = ha_parser_number(ps, UINT32_MAX, "a formula");
  ha_parser_expect(ps, ")");
  if (!ps->failed && (id == 0 || id >= ps->p->formulas.count))
    ha_parser_fail_at(ps, where, "there is no such formula");
  return (struct ha_expr_row){
      .op = HA_EXPR_FORMULA, .type = ha_type_truth(ps->p->types), .imm = id};
}

static struct ha_expr_row parse_word(struct parser *ps, ha_type wanted) {
  const char *word = ha_parser_peek(ps, 0)->text;
  unsigned op = find_op(CALL, word);
  if (op != op_count)
    return parse_call(ps, op, wanted);
  op = find_op(CAST, word);
  if (op != op_count)
    return parse_cast(ps, op);
  op = find_op(ATOM, word);
  if (op == HA_EXPR_NULL || op == HA_EXPR_UNDEF)
    return parse_constant(ps, op, wanted);
  if (op == HA_EXPR_FORMULA)
    return parse_formula(ps);
  return parse_variable(ps);
}

static struct ha_expr_row parse_parenthesised(struct parser *ps, ha_type wanted) {
  struct ha_expr_row row = parse_row(ps, wanted);
  ha_parser_expect(ps, ")");
  row.type = parse_annotation(ps, row.type);
  return row;
}

static struct ha_expr_row parse_not(struct parser *ps) {
  ha_type truth = ha_type_truth(ps->p->types);
  struct ha_expr_row row = {.op = HA_EXPR_NOT, .type = truth};
  row.a = finish(ps, parse_side(ps, truth));
  return row;
}

static struct ha_expr_row parse_side_here(struct parser *ps, ha_type wanted) {
  enum ha_token_kind kind = ha_parser_peek(ps, 0)->kind;
  if (kind == HA_TOKEN_NUMBER || ha_parser_sees(ps, "-"))
    return parse_number(ps, wanted);
  if (kind == HA_TOKEN_QUOTED)
    return parse_variable(ps);
  if (kind == HA_TOKEN_WORD)
    return parse_word(ps, wanted);
  if (ha_parser_accept(ps, "("))
    return parse_parenthesised(ps, wanted);
  if (ha_parser_accept(ps, "!"))
    return parse_not(ps);
  if (ha_parser_accept(ps, "&"))
    return parse_address(ps);
  ha_parser_name(ps, "an expression"); /* complains */
  return (struct ha_expr_row){0};
}

/* An operand: all that needs no parentheses. */
static struct ha_expr_row parse_side(struct parser *ps, ha_type wanted) {
  struct ha_expr_row row = {0};
  if (++ps->depth > MAX_DEPTH)
    ha_parser_fail(ps, "expressions are nested too deeply");
  else
    row = parse_side_here(ps, wanted);
  ps->depth--;
  return row;
}

static struct ha_expr_row parse_row(struct parser *ps, ha_type wanted) {
  unsigned op = operator_ahead(ps);
  if (op == op_count)
    return parse_side(ps, wanted);
  struct ha_expr_row row = {.op = (uint8_t)op};
  row.a = finish(ps, parse_side(ps, ha_typing_operand(ps->p, op, 0, wanted, 0)));
  ha_parser_expect(ps, ha_expr_text[op]);
  ha_type first = type_of(ps, row.a);
  row.b = finish(ps, parse_side(ps, ha_typing_operand(ps->p, op, 1, wanted, first)));
  row.type = ha_typing_result(ps->p, op, first, 0, 0);
  return row;
}

ha_expr ha_parser_expr(struct parser *ps, ha_type wanted) {
  return finish(ps, parse_row(ps, wanted));
}
