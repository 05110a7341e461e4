/* Expressions in the text form.  Operands of an operator are in parentheses unless they
 * are a name or a call, so there is no precedence to know; a type follows after a colon
 * where it is not the one typing.h expects. */
#include "printer.h"
#include "typing.h"
#include "words.h"
#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum form { ATOM, PRE, INFIX, CALL, CAST };

static const uint8_t form_of[] = {
#define HA_EXPR(name, text, arity, form) form,
#include "expr_op.def"
#undef HA_EXPR
};

static const struct ha_expr_row *get(const struct printer *to, ha_expr e) {
  assert(e < to->p->exprs.count);
  return &to->p->exprs.at[e];
}

static void print_type_unless(const struct printer *to, ha_type type,
                              ha_type expected) {
  if (to->for_people || type == expected)
    return;
  putc(':', to->out);
  ha_printer_type(to, type);
}

static void print_number(const struct printer *to, const struct ha_expr_row *row) {
  const struct ha_type_info *type = ha_type_get(to->p->types, row->type);
  uint64_t sign = UINT64_C(1) << ((type->bits ? type->bits : 64) - 1) % 64;
  bool narrow = type->kind == HA_TYPE_INT && type->is_signed && type->bits <= 64;
  if (narrow && (row->imm & sign))
    fprintf(to->out, "-%" PRIu64, (~row->imm & (sign - 1)) + 1);
  else
    fprintf(to->out, "%" PRIu64, row->imm);
}

static void print_atom(const struct printer *to, const struct ha_expr_row *row,
                       ha_type wanted) {
  switch (row->op) {
  case HA_EXPR_VAR:
    assert(row->imm < to->p->vars.count);
    ha_word_print(to->out, to->p->vars.at[row->imm].name);
    print_type_unless(to, row->type, to->p->vars.at[row->imm].type);
    return;
  case HA_EXPR_OBJ:
    assert(row->imm < to->p->objs.count);
    putc('&', to->out);
    ha_word_print(to->out, to->p->objs.at[row->imm].name);
    print_type_unless(to, row->type,
                      ha_type_ptr(to->p->types, to->p->objs.at[row->imm].type));
    return;
  case HA_EXPR_FORMULA:
    assert(row->imm < to->p->formulas.count);
    if (to->for_people)
      fputs(to->p->formulas.at[row->imm].text, to->out);
    else
      fprintf(to->out, "%s(%" PRIu64 ")", ha_expr_text[row->op], row->imm);
    return;
  case HA_EXPR_CONST:
    print_number(to, row);
    break;
  default: /* null, undef */
    fputs(ha_expr_text[row->op], to->out);
  }
  print_type_unless(to, row->type, wanted);
}

/* By name if the name finds it, else by number: members may share a name or have
 * none. */
static void print_field_name(const struct printer *to, ha_field field) {
  const struct ha_field_info *info = ha_field_get(to->p->types, field);
  if (!ha_type_is_record(to->p->types, info->owner))
    putc('*', to->out);
  else if (ha_field_find(to->p->types, info->owner, info->name) == field && *info->name)
    ha_word_print(to->out, info->name);
  else
    fprintf(to->out, "#%" PRIu32,
            field - ha_type_get(to->p->types, info->owner)->first);
}

static void print_qualified(const struct printer *to, ha_field field) {
  ha_printer_type(to, ha_field_get(to->p->types, field)->owner);
  fputs("::", to->out);
  print_field_name(to, field);
}

/* What stands before `->`: a variable, or anything in parentheses. */
static void print_base(const struct printer *to, ha_expr base) {
  const struct ha_expr_row *row = get(to, base);
  bool bare = row->op == HA_EXPR_VAR &&
              (to->for_people || row->type == to->p->vars.at[row->imm].type);
  if (!bare)
    putc('(', to->out);
  ha_printer_expr(to, base, 0);
  if (!bare)
    putc(')', to->out);
}

static bool is_cell(const struct printer *to, ha_field field) {
  return !ha_type_is_record(to->p->types, ha_field_get(to->p->types, field)->owner);
}

static void print_selection(const struct printer *to, ha_expr base, ha_field field) {
  ha_type owner = ha_field_get(to->p->types, field)->owner;
  bool evident = owner == ha_typing_pointee(to->p, get(to, base)->type);
  print_base(to, base);
  fputs("->", to->out);
  if (evident && !is_cell(to, field))
    print_field_name(to, field);
  else
    print_qualified(to, field);
}

void ha_printer_access(const struct printer *to, ha_expr base, ha_field field) {
  ha_type owner = ha_field_get(to->p->types, field)->owner;
  if (!is_cell(to, field) || owner != ha_typing_pointee(to->p, get(to, base)->type)) {
    print_selection(to, base, field);
    return;
  }
  putc('*', to->out);
  print_base(to, base);
}

static ha_type operand_type(const struct printer *to, const struct ha_expr_row *row,
                            unsigned index, ha_type wanted) {
  ha_type first = index && row->a ? get(to, row->a)->type : 0;
  return ha_typing_operand(to->p, row->op, index, wanted, first);
}

static void print_operands(const struct printer *to, const struct ha_expr_row *row,
                           ha_type wanted) {
  const ha_expr operands[] = {row->a, row->b, row->c};
  putc('(', to->out);
  for (unsigned i = 0; i < ha_expr_arity[row->op] && operands[i]; i++) {
    if (i)
      fputs(", ", to->out);
    ha_printer_expr(to, operands[i], operand_type(to, row, i, wanted));
  }
  if (row->op == HA_EXPR_CONTAINER) {
    fputs(", ", to->out);
    print_qualified(to, (ha_field)row->imm);
  }
  putc(')', to->out);
}

static void print_call(const struct printer *to, const struct ha_expr_row *row,
                       ha_type wanted) {
  if (row->op == HA_EXPR_FIELD) {
    putc('&', to->out);
    print_selection(to, row->a, (ha_field)row->imm);
    return;
  }
  fputs(ha_expr_text[row->op], to->out);
  if (row->op == HA_EXPR_ELEM)
    print_type_unless(to, (ha_type)row->imm,
                      ha_typing_pointee(to->p, get(to, row->a)->type));
  print_operands(to, row, wanted);
}

/* `!a` and both sides of an infix operator: another operator goes in parentheses. */
static void print_side(const struct printer *to, ha_expr e, ha_type wanted) {
  const struct ha_expr_row *row = get(to, e);
  bool infix = form_of[row->op] == INFIX;
  ha_type expected =
      infix ? ha_typing_result(to->p, row->op, get(to, row->a)->type, 0, 0) : 0;
  bool marked = infix && row->type != expected && !to->for_people;
  if (infix && !marked) /* with a type of its own it brings its parentheses */
    putc('(', to->out);
  ha_printer_expr(to, e, wanted);
  if (infix && !marked)
    putc(')', to->out);
}

static void print_infix(const struct printer *to, const struct ha_expr_row *row,
                        ha_type wanted) {
  ha_type expected = ha_typing_result(to->p, row->op, get(to, row->a)->type, 0, 0);
  bool marked = row->type != expected && !to->for_people;
  if (marked)
    putc('(', to->out);
  print_side(to, row->a, operand_type(to, row, 0, wanted));
  fprintf(to->out, " %s ", ha_expr_text[row->op]);
  print_side(to, row->b, operand_type(to, row, 1, wanted));
  if (marked)
    putc(')', to->out);
  print_type_unless(to, row->type, expected);
}

static void print_prefix(const struct printer *to, const struct ha_expr_row *row,
                         ha_type wanted) {
  ha_type expected = ha_typing_result(to->p, row->op, get(to, row->a)->type, 0, 0);
  bool marked = row->type != expected && !to->for_people;
  if (marked) /* else the type would be the operand's */
    putc('(', to->out);
  fputs(ha_expr_text[row->op], to->out);
  print_side(to, row->a, operand_type(to, row, 0, wanted));
  if (marked)
    putc(')', to->out);
  print_type_unless(to, row->type, expected);
}

/* Casts always say their type; a person needs it for conversions of value only. */
static void print_cast(const struct printer *to, const struct ha_expr_row *row) {
  if (to->for_people && row->op == HA_EXPR_CAST) {
    print_side(to, row->a, 0);
    return;
  }
  fprintf(to->out, "%s:", ha_expr_text[row->op]);
  ha_printer_type(to, row->type);
  print_operands(to, row, 0);
}

void ha_printer_expr(const struct printer *to, ha_expr expr, ha_type wanted) {
  const struct ha_expr_row *row = get(to, expr);
  switch ((enum form)form_of[row->op]) {
  case ATOM:
    print_atom(to, row, wanted);
    return;
  case INFIX:
    print_infix(to, row, wanted);
    return;
  case CAST:
    print_cast(to, row);
    return;
  case PRE:
    print_prefix(to, row, wanted);
    return;
  case CALL:
    print_call(to, row, wanted);
    break;
  }
  ha_type b = row->b ? get(to, row->b)->type : 0;
  ha_type a = row->a ? get(to, row->a)->type : 0;
  print_type_unless(to, row->type, ha_typing_result(to->p, row->op, a, b, row->imm));
}
