/* Bytes that are overwritten with something we do not follow: filled, copied, havocked.
 *
 * Where they lie in one record, at a known place, only its members there are forgotten.
 * That is right for the reason that stores are (sym_place.c): the record is owed to be
 * live at its type.  An array of numbers is forgotten with all arrays of its kind;
 * arrays of anything else, and unions that a pointer looks into, are left to the
 * caller. */
#include "sym_state.h"

static const struct ha_type_info *info(const struct ha_sym *sym, ha_type type) {
  return ha_type_get(sym->program->types, type);
}

static ha_expr uncast(const struct ha_sym *sym, ha_expr expr) {
  while (sym->program->exprs.at[expr].op == HA_EXPR_CAST)
    expr = sym->program->exprs.at[expr].a;
  return expr;
}

static ha_type pointee(const struct ha_sym *sym, ha_expr address) {
  return info(sym, sym->program->exprs.at[address].type)->elem;
}

/* How far the address is from that of what it is a part of; false if that varies. */
static bool step(const struct ha_sym *sym, ha_expr address, uint64_t *begin) {
  const struct ha_program *p = sym->program;
  const struct ha_expr_row *row = &p->exprs.at[address];
  if (row->op == HA_EXPR_FIELD) {
    *begin += ha_field_get(p->types, (ha_field)row->imm)->offset;
    return true;
  }
  const struct ha_expr_row *index = &p->exprs.at[row->b];
  if (row->op != HA_EXPR_ELEM || index->op != HA_EXPR_CONST || index->imm > UINT32_MAX)
    return false;
  *begin += index->imm * info(sym, (ha_type)row->imm)->size;
  return true;
}

bool ha_sym_bytes_in_record(const struct ha_sym *sym, ha_expr address, uint64_t size,
                            struct ha_sym_bytes *bytes) {
  uint64_t begin = 0;
  for (address = uncast(sym, address);;
       address = uncast(sym, sym->program->exprs.at[address].a)) {
    ha_type type = pointee(sym, address);
    const struct ha_type_info *record = info(sym, type);
    if (record->kind == HA_TYPE_RECORD && record->complete && begin <= record->size &&
        size <= record->size - begin) {
      *bytes = (struct ha_sym_bytes){address, type, begin, begin + size};
      return true;
    }
    if (!step(sym, address, &begin))
      return false;
  }
}

bool ha_sym_is_coerced(const struct ha_sym *sym, ha_expr address) {
  const struct ha_expr_row *exprs = sym->program->exprs.at;
  ha_expr plain = uncast(sym, address);
  if (exprs[plain].op == HA_EXPR_ELEM)
    return exprs[exprs[plain].a].op == HA_EXPR_CAST;
  return plain != address && info(sym, pointee(sym, plain))->kind == HA_TYPE_RECORD;
}

static bool is_number(const struct ha_sym *sym, ha_type type) {
  return info(sym, type)->kind == HA_TYPE_INT || info(sym, type)->kind == HA_TYPE_FLOAT;
}

/* Does a pointer to a scalar look into the union, or into something in it? */
static bool is_looked_into(const struct ha_sym *sym, ha_type type) {
  const struct ha_type_info record = *info(sym, type);
  if (!ha_type_is_record(sym->program->types, type))
    return false;
  for (ha_field f = record.first; f < record.first + record.fields; f++) {
    for (unsigned i = 0; i < sym->address_taken.count; i++)
      if (sym->address_taken.at[i] == f)
        return true;
    if (is_looked_into(sym, ha_field_get(sym->program->types, f)->type))
      return true;
  }
  return false;
}

/* The part of begin .. end that is in the field, as seen from its start. */
static bool clip(const struct ha_sym *sym, ha_field field, uint64_t *begin,
                 uint64_t *end) {
  const struct ha_field_info *f = ha_field_get(sym->program->types, field);
  uint64_t past = f->offset + info(sym, f->type)->size;
  if (f->bit_width || *end <= f->offset || past <= *begin)
    return false;
  *begin = *begin > f->offset ? *begin - f->offset : 0;
  *end -= f->offset;
  return true;
}

static bool can_overwrite(const struct ha_sym *sym, ha_type type, uint64_t begin,
                          uint64_t end) {
  const struct ha_type_info record = *info(sym, type);
  for (ha_field f = record.first; f < record.first + record.fields; f++) {
    uint64_t from = begin, to = end;
    ha_type inner = ha_field_get(sym->program->types, f)->type;
    if (!clip(sym, f, &from, &to))
      continue;
    switch (info(sym, inner)->kind) {
    case HA_TYPE_RECORD:
      if (!can_overwrite(sym, inner, from, to))
        return false;
      break;
    case HA_TYPE_UNION:
      if (is_looked_into(sym, inner))
        return false;
      break;
    case HA_TYPE_ARRAY:
      if (!is_number(sym, info(sym, inner)->elem))
        return false;
      break;
    default:
      break;
    }
  }
  return true;
}

static void forget_elements(struct ha_sym *sym, struct ha_sym_state *state,
                            ha_type elem) {
  ha_field cell = ha_type_cell(sym->program->types, elem);
  ha_symbol map = ha_vocab_field(sym->vocab, cell);
  if (!map)
    return;
  const char *name =
      ha_arena_printf(sym->arena, "%s!", ha_symbol_get(sym->terms, map)->name);
  enum ha_sort sort = ha_symbol_get(sym->terms, map)->sort;
  ha_symbol fresh = ha_symbol_fresh(sym->terms, name, sort);
  ha_sym_set(sym, state, map, ha_sym(sym->terms, fresh));
}

static void overwrite(struct ha_sym *sym, struct ha_sym_state *state, ha_term address,
                      ha_type type, uint64_t begin, uint64_t end) {
  const struct ha_type_info record = *info(sym, type);
  for (ha_field f = record.first; f < record.first + record.fields; f++) {
    uint64_t from = begin, to = end;
    ha_type inner = ha_field_get(sym->program->types, f)->type;
    if (!clip(sym, f, &from, &to))
      continue;
    ha_symbol place = 0;
    switch (info(sym, inner)->kind) {
    case HA_TYPE_RECORD:
      place = ha_vocab_address(sym->vocab, f);
      overwrite(sym, state, ha_select(sym->terms, ha_sym(sym->terms, place), address),
                inner, from, to);
      break;
    case HA_TYPE_UNION:
      break;
    case HA_TYPE_ARRAY:
      forget_elements(sym, state, info(sym, inner)->elem);
      break;
    default:
      ha_sym_store(sym, state, address, f, 0);
    }
  }
}

void ha_sym_overwrite(struct ha_sym *sym, struct ha_sym_state *state,
                      const struct ha_sym_bytes *b) {
  if (can_overwrite(sym, b->type, b->begin, b->end))
    overwrite(sym, state, ha_sym_value(sym, state, b->record), b->type, b->begin,
              b->end);
  else
    ha_sym_forget(sym, state);
}

bool ha_sym_overwrite_array(struct ha_sym *sym, struct ha_sym_state *state,
                            ha_expr address) {
  const struct ha_program *p = sym->program;
  address = uncast(sym, address);
  while (p->exprs.at[address].op == HA_EXPR_ELEM)
    address = uncast(sym, p->exprs.at[address].a);
  if (p->exprs.at[address].op != HA_EXPR_OBJ)
    return false;
  ha_type type = p->objs.at[p->exprs.at[address].imm].type;
  if (info(sym, type)->kind != HA_TYPE_ARRAY || !is_number(sym, info(sym, type)->elem))
    return false;
  forget_elements(sym, state, info(sym, type)->elem);
  return true;
}
