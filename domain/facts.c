#include "facts.h"
#include "range.h"
#include "vocab.h"
#include <string.h>

struct about {
  struct ha_vocab *vocab;
  struct ha_terms *t;
  const struct ha_program *program;
};

static ha_term apply(const struct about *a, ha_symbol map, ha_term x) {
  return ha_select(a->t, ha_sym(a->t, map), x);
}

static ha_term is_null(const struct about *a, ha_term x) {
  return ha_eq(a->t, x, ha_null(a->t));
}

static ha_term number_is(const struct about *a, ha_symbol map, ha_term x, uint32_t n) {
  return ha_eq(a->t, apply(a, map, x), ha_int(a->t, n));
}

static ha_term in_range(const struct about *a, ha_term value, ha_type type) {
  return ha_in_range(a->t, a->program->types, value, type);
}

/* A named object is somewhere of its own; a global is always live. */
static ha_term object(const struct about *a, ha_obj id, ha_term address) {
  struct ha_terms *t = a->t;
  const struct ha_obj_row *row = &a->program->objs.at[id];
  ha_term heap = apply(a, ha_vocab_heap(a->vocab), address);
  ha_term all = ha_and(t, ha_not(t, is_null(a, address)), ha_not(t, heap));
  all = ha_and(t, all, number_is(a, ha_vocab_tag(a->vocab), address, 0));
  all = ha_and(t, all, number_is(a, ha_vocab_type(a->vocab), address, row->type));
  for (ha_obj other = 1; other < id; other++) {
    ha_symbol symbol = ha_vocab_find(a->vocab, HA_MEANS_OBJECT, other);
    if (symbol)
      all = ha_and(t, all, ha_not(t, ha_eq(t, address, ha_sym(t, symbol))));
  }
  ha_symbol alloc = ha_vocab_find(a->vocab, HA_MEANS_ALLOC, row->type);
  if (row->kind == HA_OBJ_GLOBAL && alloc)
    all = ha_and(t, all, apply(a, alloc, address));
  return all;
}

static ha_term symbol_facts(const struct about *a, ha_symbol symbol, ha_term term) {
  struct ha_meaning_row m = ha_vocab_meaning(a->vocab, symbol);
  if (m.means == HA_MEANS_VAR && ha_symbol_get(a->t, symbol)->sort == HA_SORT_INT)
    return in_range(a, term, a->program->vars.at[m.id].type);
  return m.means == HA_MEANS_OBJECT ? object(a, m.id, term) : ha_true(a->t);
}

/* container(addr(x)) = x; the address is null only for the first field of null, and for
 * another one of what container_of makes of null; the field of an object of the owner's
 * type has its tag, and is live with it. */
static ha_term address(const struct about *a, ha_field id, ha_term x, ha_term term) {
  struct ha_terms *t = a->t;
  const struct ha_field_info f = *ha_field_get(a->program->types, id);
  ha_term all = ha_eq(t, apply(a, ha_vocab_container(a->vocab, id), term), x);
  ha_term owned = number_is(a, ha_vocab_type(a->vocab), x, f.owner);
  ha_term known = ha_or(t, owned, is_null(a, x));
  ha_term nulls = f.offset ? ha_implies(t, known, ha_not(t, is_null(a, term)))
                           : ha_eq(t, is_null(a, term), is_null(a, x));
  ha_term tagged = number_is(a, ha_vocab_tag(a->vocab), term, id);
  tagged = ha_and(t, tagged, number_is(a, ha_vocab_type(a->vocab), term, f.type));
  all =
      ha_all(t, HA_TERM_AND, (ha_term[]){all, nulls, ha_implies(t, owned, tagged)}, 3);
  ha_symbol outer = ha_vocab_find(a->vocab, HA_MEANS_ALLOC, f.owner);
  ha_symbol inner = ha_vocab_find(a->vocab, HA_MEANS_ALLOC, f.type);
  bool is_record = ha_type_get(a->program->types, f.type)->kind == HA_TYPE_RECORD;
  if (outer && inner && is_record)
    all = ha_and(t, all, ha_implies(t, apply(a, outer, x), apply(a, inner, term)));
  return all;
}

static ha_term container(const struct about *a, ha_field id, ha_term x, ha_term term) {
  ha_type owner = ha_field_get(a->program->types, id)->owner;
  ha_term back = ha_eq(a->t, apply(a, ha_vocab_address(a->vocab, id), term), x);
  ha_term tagged = number_is(a, ha_vocab_tag(a->vocab), x, id);
  ha_term owned = number_is(a, ha_vocab_type(a->vocab), term, owner);
  return ha_and(a->t, back, ha_implies(a->t, tagged, owned));
}

/* A scalar that is a field lives with its record, and is no object of this set. */
static ha_term live(const struct about *a, ha_type type, ha_term x, ha_term term) {
  ha_term typed = number_is(a, ha_vocab_type(a->vocab), x, type);
  if (ha_vocab_sort(a->vocab, type) != HA_SORT_NONE)
    typed = ha_and(a->t, typed, number_is(a, ha_vocab_tag(a->vocab), x, 0));
  return ha_implies(a->t, term, ha_and(a->t, typed, ha_not(a->t, is_null(a, x))));
}

static ha_term heap(const struct about *a, ha_term x, ha_term term) {
  ha_term own = number_is(a, ha_vocab_tag(a->vocab), x, 0);
  return ha_implies(a->t, term, ha_and(a->t, own, ha_not(a->t, is_null(a, x))));
}

/* Has the term been made by a fact already?  container(addr(…)) and the reverse. */
static bool is_inverse_of(const struct about *a, ha_term x, ha_symbol inverse) {
  const struct ha_term_row *row = ha_term_get(a->t, x);
  return row->op == HA_TERM_SELECT && row->args[0] == ha_sym(a->t, inverse);
}

static ha_term field(const struct about *a, ha_field id, ha_term x, ha_term term) {
  const struct ha_field_info *f = ha_field_get(a->program->types, id);
  enum ha_sort sort = ha_term_get(a->t, term)->sort;
  if (sort == HA_SORT_INT)
    return in_range(a, term, f->type);
  if (sort == HA_SORT_OBJ) /* null.f = null */
    return ha_implies(a->t, is_null(a, x), is_null(a, term));
  return ha_true(a->t);
}

/* The ghost parent never leads in a circle: its updates are made so (sym_parent.c). */
static bool is_parent(const struct ha_vocab *vocab, ha_symbol map) {
  struct ha_meaning_row m = ha_vocab_meaning(vocab, map);
  if (m.means == HA_MEANS_OLD)
    m = ha_vocab_meaning(vocab, m.id);
  return m.means == HA_MEANS_PARENT;
}

static ha_term parent_ends(const struct about *a, ha_symbol map, ha_term x) {
  return ha_reach(a->t, ha_sym(a->t, map), x, ha_null(a->t));
}

static ha_term parent(const struct about *a, ha_symbol map, ha_term x, ha_term term) {
  ha_term root = ha_implies(a->t, is_null(a, x), is_null(a, term));
  return ha_and(a->t, root, parent_ends(a, map, x));
}

static ha_term select_facts(const struct about *a, ha_symbol map, ha_term x,
                            ha_term term) {
  struct ha_meaning_row m = ha_vocab_meaning(a->vocab, map);
  if (is_parent(a->vocab, map))
    return parent(a, map, x, term);
  switch (m.means) {
  case HA_MEANS_FIELD:
    return field(a, m.id, x, term);
  case HA_MEANS_ADDRESS:
    if (is_inverse_of(a, x, ha_vocab_container(a->vocab, m.id)))
      break;
    return address(a, m.id, x, term);
  case HA_MEANS_CONTAINER:
    if (is_inverse_of(a, x, ha_vocab_address(a->vocab, m.id)))
      break;
    return container(a, m.id, x, term);
  case HA_MEANS_ALLOC:
    return live(a, m.id, x, term);
  case HA_MEANS_HEAP:
    return heap(a, x, term);
  default:
    break;
  }
  return ha_true(a->t);
}

/* x->a, if that is what the term is, and a is an array of that type. */
static bool is_array_field(const struct about *a, ha_term term, ha_type element,
                           struct ha_field_info *field, ha_term *x) {
  const struct ha_term_row *row = ha_term_get(a->t, term);
  if (row->op != HA_TERM_SELECT)
    return false;
  const struct ha_term_row *map = ha_term_get(a->t, row->args[0]);
  if (map->op != HA_TERM_SYM)
    return false;
  struct ha_meaning_row m = ha_vocab_meaning(a->vocab, (ha_symbol)map->imm);
  if (m.means != HA_MEANS_ADDRESS)
    return false;
  *x = row->args[1];
  *field = *ha_field_get(a->program->types, m.id);
  const struct ha_type_info *type = ha_type_get(a->program->types, field->type);
  return type->kind == HA_TYPE_ARRAY && type->elem == element;
}

/* An element within the bounds of an array in a record of its type is in no other
 * array, and at no other place of this one. */
static ha_term element(const struct about *a, const struct ha_term_row *row,
                       ha_term term) {
  struct ha_terms *t = a->t;
  struct ha_meaning_row m = ha_vocab_meaning(a->vocab, (ha_symbol)row->imm);
  struct ha_field_info f;
  ha_term x, array = row->args[0], index = row->args[1];
  if (m.means != HA_MEANS_ELEM || !is_array_field(a, array, m.id, &f, &x))
    return ha_true(t);
  ha_term end = ha_int(t, (int64_t)ha_type_get(a->program->types, f.type)->count);
  ha_term there[] = {number_is(a, ha_vocab_type(a->vocab), x, f.owner),
                     ha_le(t, ha_int(t, 0), index), ha_lt(t, index, end)};
  ha_term back = ha_and(t, ha_eq(t, apply(a, ha_vocab_array(a->vocab), term), array),
                        ha_eq(t, apply(a, ha_vocab_index(a->vocab), term), index));
  return ha_implies(t, ha_all(t, HA_TERM_AND, there, 3), back);
}

ha_term ha_facts(struct ha_vocab *vocab, ha_term term) {
  struct about a = {vocab, ha_vocab_terms(vocab), ha_vocab_program(vocab)};
  struct ha_term_row row = *ha_term_get(a.t, term);
  if (row.op == HA_TERM_SYM)
    return symbol_facts(&a, (ha_symbol)row.imm, term);
  if (row.op == HA_TERM_APP)
    return element(&a, &row, term);
  if (row.op != HA_TERM_SELECT && row.op != HA_TERM_BTWN)
    return ha_true(a.t);
  const struct ha_term_row *map = ha_term_get(a.t, row.args[0]);
  if (map->op != HA_TERM_SYM)
    return ha_true(a.t);
  if (row.op == HA_TERM_BTWN)
    return is_parent(vocab, (ha_symbol)map->imm)
               ? parent_ends(&a, (ha_symbol)map->imm, row.args[1])
               : ha_true(a.t);
  return select_facts(&a, (ha_symbol)map->imm, row.args[1], term);
}

/* ---- what they rest on ---- */

static uint64_t integer_type(const struct ha_program *program, ha_type type) {
  const struct ha_type_info *info = ha_type_get(program->types, type);
  return info->kind | (uint64_t)info->bits << 8 | (uint64_t)info->is_signed << 40;
}

/* Types, fields and objects count by their numbers, for formulas speak of those too. */
void ha_facts_rest_on(const struct ha_vocab *vocab, ha_symbol symbol,
                      uint64_t rests[HA_FACTS_REST_ON]) {
  const struct ha_program *program = ha_vocab_program(vocab);
  struct ha_meaning_row m = ha_vocab_meaning(vocab, symbol);
  memset(rests, 0, HA_FACTS_REST_ON * sizeof *rests);
  rests[0] = m.means;
  switch (m.means) {
  case HA_MEANS_VAR:
    rests[1] = integer_type(program, program->vars.at[m.id].type);
    break;
  case HA_MEANS_FIELD:
    rests[1] = integer_type(program, ha_field_get(program->types, m.id)->type);
    break;
  case HA_MEANS_ADDRESS:
  case HA_MEANS_CONTAINER: {
    const struct ha_field_info *f = ha_field_get(program->types, m.id);
    rests[1] = m.id;
    rests[2] = f->offset != 0;
    rests[3] = f->owner;
    rests[4] = f->type;
    rests[5] = ha_type_get(program->types, f->type)->kind;
    rests[6] = ha_type_get(program->types, f->type)->elem;
    rests[7] = ha_type_get(program->types, f->type)->count;
    break;
  }
  case HA_MEANS_ALLOC:
    rests[1] = m.id;
    rests[2] = ha_vocab_sort(vocab, m.id) != HA_SORT_NONE;
    break;
  case HA_MEANS_OBJECT:
    rests[1] = m.id;
    rests[2] = program->objs.at[m.id].type;
    rests[3] = program->objs.at[m.id].kind;
    break;
  case HA_MEANS_ELEM:
    rests[1] = m.id;
    break;
  case HA_MEANS_OLD:
    rests[1] = is_parent(vocab, symbol);
    break;
  default: /* no facts, or the same for all */
    break;
  }
}
