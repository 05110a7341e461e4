#include "flow_eval.h"

bool ha_flow_has_part(const struct ha_types *types, ha_type whole, uint64_t offset,
                      ha_type part) {
  if (whole == part && offset == 0)
    return true;
  const struct ha_type_info *info = ha_type_get(types, whole);
  if (info->kind == HA_TYPE_ARRAY && info->elem) {
    uint64_t size = ha_type_get(types, info->elem)->size;
    return size && offset < info->size &&
           ha_flow_has_part(types, info->elem, offset % size, part);
  }
  if (info->kind != HA_TYPE_RECORD)
    return false;
  for (unsigned i = 0; i < info->fields; i++) {
    const struct ha_field_info *field = ha_field_get(types, info->first + i);
    uint64_t size = ha_type_get(types, field->type)->size;
    if (offset >= field->offset && offset < field->offset + size && !field->bit_width)
      return ha_flow_has_part(types, field->type, offset - field->offset, part);
  }
  return false;
}

static const struct ha_expr_row *row_of(const struct ha_flow_context *c, ha_expr expr) {
  return &c->program->exprs.at[expr];
}

/* In two steps: evaluation may move the table. */
struct ha_flow_value ha_flow_value_of(const struct ha_flow_context *c,
                                      struct ha_flow_state *s, ha_expr expr) {
  ha_flow_vn vn = ha_flow_eval(c, s, expr);
  return s->values.at[vn];
}

static bool is_step(unsigned op) {
  return op == HA_EXPR_FIELD || op == HA_EXPR_CONTAINER || op == HA_EXPR_ELEM ||
         op == HA_EXPR_CAST;
}

struct ha_flow_place ha_flow_place_of(const struct ha_flow_context *c,
                                      struct ha_flow_state *s, ha_expr address) {
  const struct ha_expr_row *row = row_of(c, address);
  if (!is_step(row->op))
    return (struct ha_flow_place){ha_flow_eval(c, s, address), true, 0};
  const struct ha_types *types = c->program->types;
  struct ha_flow_place place = ha_flow_place_of(c, s, row->a);
  if (row->op == HA_EXPR_FIELD)
    place.offset += ha_field_get(types, (ha_field)row->imm)->offset;
  if (row->op == HA_EXPR_CONTAINER)
    place.offset -= ha_field_get(types, (ha_field)row->imm)->offset;
  if (row->op == HA_EXPR_ELEM) {
    struct ha_flow_value index = ha_flow_value_of(c, s, row->b);
    place.known &= index.may == CONST;
    place.offset += index.offset * ha_type_get(types, (ha_type)row->imm)->size;
  }
  return place;
}

/* The address a chain of fields and elements makes. */
static struct ha_flow_value address_value(const struct ha_flow_context *c,
                                          const struct ha_flow_value *root,
                                          const struct ha_flow_place *place,
                                          ha_type pointee) {
  struct ha_flow_value bad = {.may = NIL | BAD};
  if (!place->known || root->may & (BAD | CONST) || root->may == NIL)
    return bad;
  if (root->may & NIL && place->offset)
    return bad;
  struct ha_flow_value value = *root;
  if (root->may & PRIVATE) {
    value.offset += place->offset;
    return value;
  }
  if (!ha_flow_has_part(c->program->types, root->type, place->offset, pointee))
    return (struct ha_flow_value){.may = (root->may & NIL) | BAD};
  value.type = pointee;
  return value;
}

static ha_flow_vn eval_address(const struct ha_flow_context *c, struct ha_flow_state *s,
                               ha_expr expr) {
  struct ha_flow_place place = ha_flow_place_of(c, s, expr);
  ha_type pointee = ha_type_get(c->program->types, row_of(c, expr)->type)->elem;
  struct ha_flow_value root = s->values.at[place.root];
  bool same = place.known && !place.offset &&
              (root.may & (PRIVATE | CONST) || root.may == NIL ||
               (root.may & GOOD && !(root.may & BAD) && root.type == pointee));
  if (same)
    return place.root;
  struct ha_flow_value value = address_value(c, &root, &place, pointee);
  if (root.may & PRIVATE && !(value.may & PRIVATE))
    ha_flow_lose(c, s, root.region);
  return ha_flow_number(c, s, value);
}

/* Operands that are not tracked further: what they point to is at large. */
static void release(const struct ha_flow_context *c, struct ha_flow_state *s,
                    ha_expr expr) {
  if (!expr)
    return;
  struct ha_flow_value value = ha_flow_value_of(c, s, expr);
  if (value.may & PRIVATE)
    ha_flow_lose(c, s, value.region);
}

/* The result tells nothing of the address. */
static bool only_reads(unsigned op) {
  return op == HA_EXPR_STRLEN || op == HA_EXPR_STRCMP || op == HA_EXPR_STRNCMP ||
         op == HA_EXPR_MEMCMP || op == HA_EXPR_MEMCHR || op == HA_EXPR_BLOCKSIZE;
}

static uint64_t mask_of(const struct ha_flow_context *c, ha_type type) {
  unsigned bits = ha_type_get(c->program->types, type)->bits;
  return bits >= 64 || !bits ? ~UINT64_C(0) : (UINT64_C(1) << bits) - 1;
}

static ha_flow_vn eval_integer(const struct ha_flow_context *c, struct ha_flow_state *s,
                               const struct ha_expr_row *row) {
  struct ha_flow_value a = ha_flow_value_of(c, s, row->a);
  struct ha_flow_value b =
      row->b ? ha_flow_value_of(c, s, row->b) : (struct ha_flow_value){0};
  if (a.may != CONST || (row->b && b.may != CONST))
    return ha_flow_number(c, s, (struct ha_flow_value){.may = NIL | BAD});
  struct ha_flow_value out = {.may = CONST};
  switch (row->op) {
  case HA_EXPR_ADD:
  case HA_EXPR_ADDS:
    out.offset = (a.offset + b.offset) & mask_of(c, row->type);
    break;
  case HA_EXPR_SUB:
  case HA_EXPR_SUBS:
    out.offset = (a.offset - b.offset) & mask_of(c, row->type);
    break;
  default: /* ZEXT, TRUNC */
    out.offset = a.offset & mask_of(c, row->type);
  }
  return ha_flow_number(c, s, out);
}

ha_flow_vn ha_flow_eval(const struct ha_flow_context *c, struct ha_flow_state *s,
                        ha_expr expr) {
  const struct ha_expr_row *row = row_of(c, expr);
  switch (row->op) {
  case HA_EXPR_CONST:
    return ha_flow_number(
        c, s,
        (struct ha_flow_value){.may = CONST,
                               .offset = row->imm & mask_of(c, row->type)});
  case HA_EXPR_NULL:
    return ha_flow_number(c, s, (struct ha_flow_value){.may = NIL});
  case HA_EXPR_VAR:
    return s->slots[row->imm];
  case HA_EXPR_OBJ:
    return s->slots[c->program->vars.count + row->imm];
  case HA_EXPR_FIELD:
  case HA_EXPR_CONTAINER:
  case HA_EXPR_ELEM:
  case HA_EXPR_CAST:
    return eval_address(c, s, expr);
  case HA_EXPR_ADD:
  case HA_EXPR_SUB:
  case HA_EXPR_ADDS:
  case HA_EXPR_SUBS:
  case HA_EXPR_ZEXT:
  case HA_EXPR_TRUNC:
    return eval_integer(c, s, row);
  default:
    break;
  }
  enum ha_flow_truth truth = HA_FLOW_MAYBE;
  if (mask_of(c, row->type) == 1)
    truth = ha_flow_truth(c, s, expr);
  if (truth != HA_FLOW_MAYBE)
    return ha_flow_number(c, s, (struct ha_flow_value){.may = CONST, .offset = truth});
  if (!only_reads(row->op)) {
    release(c, s, row->a);
    release(c, s, row->b);
    release(c, s, row->c);
  }
  return ha_flow_number(c, s, (struct ha_flow_value){.may = NIL | BAD});
}

static enum ha_flow_truth known(bool is_true) {
  return is_true ? HA_FLOW_TRUE : HA_FLOW_FALSE;
}

static enum ha_flow_truth negate(enum ha_flow_truth truth) {
  return truth == HA_FLOW_MAYBE ? truth : known(truth == HA_FLOW_FALSE);
}

static enum ha_flow_truth equal(struct ha_flow_state *s, ha_flow_vn x, ha_flow_vn y) {
  if (x == y && x)
    return HA_FLOW_TRUE;
  struct ha_flow_value a = s->values.at[x], b = s->values.at[y];
  if (a.may == CONST && b.may == CONST)
    return known(a.offset == b.offset);
  if (a.may == NIL && b.may == NIL)
    return HA_FLOW_TRUE;
  if ((a.may == NIL && !(b.may & (NIL | CONST))) ||
      (b.may == NIL && !(a.may & (NIL | CONST))))
    return HA_FLOW_FALSE;
  bool both_nil = a.may & b.may & NIL;
  bool apart = (a.may & PRIVATE) != (b.may & PRIVATE) ||
               (a.may & PRIVATE && a.region != b.region);
  bool plain = !((a.may | b.may) & CONST);
  return apart && plain && !both_nil ? HA_FLOW_FALSE : HA_FLOW_MAYBE;
}

static enum ha_flow_truth truth_live(const struct ha_flow_context *c,
                                     struct ha_flow_state *s, ha_expr address) {
  struct ha_flow_place place = ha_flow_place_of(c, s, address);
  uint8_t may = s->values.at[place.root].may;
  return may & (NIL | BAD | CONST) ? HA_FLOW_MAYBE : HA_FLOW_TRUE;
}

static enum ha_flow_truth truth_access(const struct ha_flow_context *c,
                                       struct ha_flow_state *s,
                                       const struct ha_expr_row *row) {
  struct ha_flow_place place = ha_flow_place_of(c, s, row->a);
  struct ha_flow_value count = ha_flow_value_of(c, s, row->b);
  struct ha_flow_value root = s->values.at[place.root];
  if (!place.known || count.may != CONST || root.may & (NIL | BAD | CONST))
    return HA_FLOW_MAYBE;
  uint64_t size, offset = place.offset;
  if (root.may & PRIVATE) {
    size = s->regions[root.region].size;
    offset += root.offset;
  } else {
    size = ha_type_get(c->program->types, root.type)->size;
  }
  bool inside = count.offset <= size && offset <= size - count.offset;
  return inside ? HA_FLOW_TRUE : HA_FLOW_MAYBE;
}

/* Is every object of this type a heap block of its own?  Not if the type is also
 * embedded in another, or an array, a global or a local is made of it. */
static bool only_on_heap(const struct ha_flow_context *c, ha_type type) {
  const struct ha_program *p = c->program;
  if (!ha_type_is_record(p->types, type))
    return false;
  for (ha_type t = 0; t < c->types; t++) {
    const struct ha_type_info *info = ha_type_get(p->types, t);
    if (info->kind == HA_TYPE_ARRAY && info->elem == type)
      return false;
    for (unsigned i = 0; ha_type_is_record(p->types, t) && i < info->fields; i++)
      if (ha_field_get(p->types, info->first + i)->type == type)
        return false;
  }
  for (unsigned o = 1; o < p->objs.count; o++)
    if (p->objs.at[o].type == type)
      return false;
  return true;
}

static enum ha_flow_truth truth_freeable(const struct ha_flow_context *c,
                                         struct ha_flow_state *s, ha_expr address) {
  struct ha_flow_place place = ha_flow_place_of(c, s, address);
  struct ha_flow_value root = s->values.at[place.root];
  if (!place.known || place.offset || root.may & (NIL | BAD | CONST))
    return HA_FLOW_MAYBE;
  if (root.may & PRIVATE)
    return s->regions[root.region].heap && !root.offset ? HA_FLOW_TRUE : HA_FLOW_MAYBE;
  return only_on_heap(c, root.type) ? HA_FLOW_TRUE : HA_FLOW_MAYBE;
}

/* Marks the private regions that are surely reached from `vn`. */
static void mark_reached(struct ha_flow_state *s, ha_flow_vn vn, bool *reached) {
  struct ha_flow_value value = s->values.at[vn];
  if (value.may != PRIVATE || reached[value.region])
    return;
  reached[value.region] = true;
  for (unsigned i = 0; i < s->cells.count; i++)
    if (s->cells.at[i].in_region && s->cells.at[i].base == value.region)
      mark_reached(s, s->cells.at[i].vn, reached);
}

static enum ha_flow_truth truth_noleak(const struct ha_flow_context *c,
                                       struct ha_flow_state *s, ha_expr result) {
  if (s->published && s->unlinked)
    return HA_FLOW_MAYBE;
  bool *reached = ha_arena_alloc(c->arena, c->regions * sizeof *reached);
  if (result)
    mark_reached(s, ha_flow_eval(c, s, result), reached);
  for (unsigned r = 0; r < c->regions; r++)
    if (s->regions[r].status == HA_FLOW_PRIVATE && s->regions[r].heap && !reached[r])
      return HA_FLOW_MAYBE;
  return HA_FLOW_TRUE;
}

/* a || b, and a && b by De Morgan: b is judged where a fails. */
static enum ha_flow_truth truth_or(const struct ha_flow_context *c,
                                   struct ha_flow_state *s, ha_expr a, bool want_a,
                                   ha_expr b, bool want_b) {
  enum ha_flow_truth left = ha_flow_truth(c, s, a);
  if (left == known(want_a))
    return HA_FLOW_TRUE;
  struct ha_flow_state *rest = ha_flow_state_copy(c, s);
  if (!ha_flow_assume(c, rest, a, !want_a))
    return HA_FLOW_TRUE;
  enum ha_flow_truth right = ha_flow_truth(c, rest, b);
  if (right == HA_FLOW_MAYBE)
    return HA_FLOW_MAYBE;
  if (right == known(want_b))
    return HA_FLOW_TRUE;
  return left == known(!want_a) ? HA_FLOW_FALSE : HA_FLOW_MAYBE;
}

static enum ha_flow_truth truth_order(const struct ha_flow_context *c,
                                      struct ha_flow_state *s,
                                      const struct ha_expr_row *row) {
  struct ha_flow_value a = ha_flow_value_of(c, s, row->a);
  struct ha_flow_value b = ha_flow_value_of(c, s, row->b);
  if (a.may != CONST || b.may != CONST)
    return HA_FLOW_MAYBE;
  uint64_t mask = mask_of(c, row_of(c, row->a)->type), sign = mask ^ (mask >> 1);
  bool is_signed = row->op == HA_EXPR_SLT || row->op == HA_EXPR_SLE;
  uint64_t x = is_signed ? a.offset ^ sign : a.offset;
  uint64_t y = is_signed ? b.offset ^ sign : b.offset;
  bool or_equal = row->op == HA_EXPR_ULE || row->op == HA_EXPR_SLE;
  return known(or_equal ? x <= y : x < y);
}

enum ha_flow_truth ha_flow_truth(const struct ha_flow_context *c,
                                 struct ha_flow_state *s, ha_expr expr) {
  const struct ha_expr_row *row = row_of(c, expr);
  struct ha_flow_value value;
  switch (row->op) {
  case HA_EXPR_CONST:
    return known(row->imm & 1);
  case HA_EXPR_VAR:
    value = s->values.at[s->slots[row->imm]];
    return value.may == CONST ? known(value.offset & 1) : HA_FLOW_MAYBE;
  case HA_EXPR_NOT:
    return negate(ha_flow_truth(c, s, row->a));
  case HA_EXPR_LOR:
    return truth_or(c, s, row->a, true, row->b, true);
  case HA_EXPR_LAND:
    return negate(truth_or(c, s, row->a, false, row->b, false));
  case HA_EXPR_EQ: {
    ha_flow_vn left = ha_flow_eval(c, s, row->a);
    return equal(s, left, ha_flow_eval(c, s, row->b));
  }
  case HA_EXPR_NE: {
    ha_flow_vn left = ha_flow_eval(c, s, row->a);
    return negate(equal(s, left, ha_flow_eval(c, s, row->b)));
  }
  case HA_EXPR_ULT:
  case HA_EXPR_ULE:
  case HA_EXPR_SLT:
  case HA_EXPR_SLE:
    return truth_order(c, s, row);
  case HA_EXPR_LIVE:
    return truth_live(c, s, row->a);
  case HA_EXPR_ACCESS:
    return truth_access(c, s, row);
  case HA_EXPR_FREEABLE:
    return truth_freeable(c, s, row->a);
  case HA_EXPR_INIT:
    value = ha_flow_value_of(c, s, row->a);
    return value.may & BAD ? HA_FLOW_MAYBE : HA_FLOW_TRUE;
  case HA_EXPR_NOLEAK:
    return truth_noleak(c, s, row->a);
  default:
    return HA_FLOW_MAYBE;
  }
}

/* Number 0 is shared by all that is unknown: a variable that is about to be
 * restricted gets a number of its own. */
static ha_flow_vn own_number(const struct ha_flow_context *c, struct ha_flow_state *s,
                             ha_expr expr) {
  const struct ha_expr_row *row = row_of(c, expr);
  ha_flow_vn vn = ha_flow_eval(c, s, expr);
  if (vn || row->op != HA_EXPR_VAR)
    return vn;
  return s->slots[row->imm] = ha_flow_number(c, s, s->values.at[0]);
}

static bool assume_equal(const struct ha_flow_context *c, struct ha_flow_state *s,
                         const struct ha_expr_row *row, bool holds) {
  ha_flow_vn x = own_number(c, s, row->a), y = own_number(c, s, row->b);
  struct ha_flow_value *a = &s->values.at[x], *b = &s->values.at[y];
  if (b->may == NIL || b->may == CONST) {
    struct ha_flow_value *swap = a;
    a = b;
    b = swap;
    y = x;
  }
  if (!y || (a->may != NIL && a->may != CONST))
    return true;
  if (a->may == CONST && holds)
    *b = *a;
  if (a->may == NIL && holds)
    *b = (struct ha_flow_value){.may = NIL};
  if (a->may == NIL && !holds)
    b->may &= ~NIL;
  return b->may != 0;
}

bool ha_flow_assume(const struct ha_flow_context *c, struct ha_flow_state *s,
                    ha_expr expr, bool holds) {
  if (ha_flow_truth(c, s, expr) == known(!holds))
    return false;
  const struct ha_expr_row *row = row_of(c, expr);
  switch (row->op) {
  case HA_EXPR_NOT:
    return ha_flow_assume(c, s, row->a, !holds);
  case HA_EXPR_LAND:
    return !holds ||
           (ha_flow_assume(c, s, row->a, true) && ha_flow_assume(c, s, row->b, true));
  case HA_EXPR_LOR:
    return holds ||
           (ha_flow_assume(c, s, row->a, false) && ha_flow_assume(c, s, row->b, false));
  case HA_EXPR_EQ:
    return assume_equal(c, s, row, holds);
  case HA_EXPR_NE:
    return assume_equal(c, s, row, !holds);
  case HA_EXPR_VAR: {
    ha_flow_vn vn = own_number(c, s, expr);
    s->values.at[vn] = (struct ha_flow_value){.may = CONST, .offset = holds};
    return true;
  }
  default:
    return true;
  }
}
