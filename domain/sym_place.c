/* Memory as maps.
 *
 * Fields of different names are different maps, so a store to one leaves the others
 * alone.  That is right only while memory is used at the types it has: every load and
 * store therefore owes that its object is live at the type the field belongs to
 * (sym_cmd.c), and memory with two views (unions) is never known. */
#include "sym_state.h"

static const struct ha_type_info *info(const struct ha_sym *sym, ha_type type) {
  return ha_type_get(sym->program->types, type);
}

static ha_term constant(struct ha_sym *sym, ha_symbol symbol) {
  return ha_sym(sym->terms, symbol);
}

static bool is_cell(const struct ha_sym *sym, ha_field field) {
  return ha_field_get(sym->program->types, field)->name[0] == '*';
}

/* address = &base->field, as a term */
static bool is_address(const struct ha_sym *sym, ha_term address, ha_field *field,
                       ha_term *base) {
  const struct ha_term_row *row = ha_term_get(sym->terms, address);
  if (row->op != HA_TERM_SELECT)
    return false;
  const struct ha_term_row *map = ha_term_get(sym->terms, row->args[0]);
  struct ha_meaning_row m = {0};
  if (map->op == HA_TERM_SYM)
    m = ha_vocab_meaning(sym->vocab, (ha_symbol)map->imm);
  *field = m.id;
  *base = row->args[1];
  return m.means == HA_MEANS_ADDRESS;
}

/* Is the address, as a term, one that is the address of no field? */
static bool is_own_place(const struct ha_sym *sym, ha_term address) {
  const struct ha_term_row *row = ha_term_get(sym->terms, address);
  if (row->op == HA_TERM_APP)
    return ha_vocab_meaning(sym->vocab, (ha_symbol)row->imm).means == HA_MEANS_ELEM;
  return row->op == HA_TERM_SYM &&
         ha_vocab_meaning(sym->vocab, (ha_symbol)row->imm).means == HA_MEANS_OBJECT;
}

static ha_term tag_is(struct ha_sym *sym, ha_term address, ha_field field) {
  ha_term tag = ha_select(sym->terms, constant(sym, ha_vocab_tag(sym->vocab)), address);
  return ha_eq(sym->terms, tag, ha_int(sym->terms, field));
}

static ha_term container(struct ha_sym *sym, ha_term address, ha_field field) {
  return ha_select(sym->terms, constant(sym, ha_vocab_container(sym->vocab, field)),
                   address);
}

/* The fields that a pointer to a scalar of this type may point to. */
static bool may_point_to(const struct ha_sym *sym, unsigned i, ha_type type) {
  ha_field field = sym->address_taken.at[i];
  return ha_field_get(sym->program->types, field)->type == type;
}

static ha_term get_map(struct ha_sym *sym, struct ha_sym_state *state, ha_field field,
                       ha_term base) {
  ha_symbol map = ha_vocab_field(sym->vocab, field);
  return map ? ha_select(sym->terms, ha_sym_get(sym, state, map), base) : 0;
}

ha_term ha_sym_load(struct ha_sym *sym, struct ha_sym_state *state, ha_term base,
                    ha_field field) {
  const struct ha_field_info *f = ha_field_get(sym->program->types, field);
  ha_field place;
  ha_term object;
  if (info(sym, f->owner)->kind == HA_TYPE_UNION || f->bit_width)
    return 0;
  if (!is_cell(sym, field) || is_own_place(sym, base))
    return get_map(sym, state, field, base);
  if (is_address(sym, base, &place, &object))
    return ha_field_get(sym->program->types, place)->type == f->type
               ? get_map(sym, state, place, object)
               : 0;
  ha_term value = get_map(sym, state, field, base);
  for (unsigned i = 0; value && i < sym->address_taken.count; i++)
    if (may_point_to(sym, i, f->type)) {
      ha_field taken = sym->address_taken.at[i];
      value = ha_ite(sym->terms, tag_is(sym, base, taken),
                     get_map(sym, state, taken, container(sym, base, taken)), value);
    }
  return value;
}

static void set_map(struct ha_sym *sym, struct ha_sym_state *state, ha_field field,
                    ha_term base, ha_term value, ha_term when) {
  struct ha_terms *t = sym->terms;
  ha_symbol map = ha_vocab_field(sym->vocab, field);
  if (!map)
    return; /* values without a sort are never spoken of */
  if (!value)
    value = ha_sym_choose(sym, state, ha_field_get(sym->program->types, field)->type,
                          "stored");
  ha_sym_follow(sym, state, field, base, value, when);
  ha_term old = ha_sym_get(sym, state, map);
  ha_sym_set(sym, state, map, ha_ite(t, when, ha_store(t, old, base, value), old));
}

void ha_sym_store(struct ha_sym *sym, struct ha_sym_state *state, ha_term base,
                  ha_field field, ha_term value) {
  const struct ha_field_info *f = ha_field_get(sym->program->types, field);
  ha_term always = ha_true(sym->terms), object;
  ha_field place;
  if (info(sym, f->owner)->kind == HA_TYPE_UNION || f->bit_width)
    return; /* never known, so nothing to forget */
  if (!is_cell(sym, field) || is_own_place(sym, base)) {
    set_map(sym, state, field, base, value, always);
    return;
  }
  if (is_address(sym, base, &place, &object)) {
    bool fits = ha_field_get(sym->program->types, place)->type == f->type;
    set_map(sym, state, place, object, fits ? value : 0, always);
    return;
  }
  ha_term own = always;
  for (unsigned i = 0; i < sym->address_taken.count; i++)
    if (may_point_to(sym, i, f->type)) {
      ha_field taken = sym->address_taken.at[i];
      ha_term here = tag_is(sym, base, taken);
      set_map(sym, state, taken, container(sym, base, taken), value, here);
      own = ha_and(sym->terms, own, ha_not(sym->terms, here));
    }
  set_map(sym, state, field, base, value, own);
}

/* ---- live objects ---- */

static ha_term is_live(struct ha_sym *sym, struct ha_sym_state *state, ha_term address,
                       ha_type type) {
  ha_symbol set = ha_vocab_alloc(sym->vocab, type);
  return ha_select(sym->terms, ha_sym_get(sym, state, set), address);
}

/* Elements of an array that is a field or a named object: within its bounds. */
static ha_term live_element(struct ha_sym *sym, struct ha_sym_state *state,
                            const struct ha_term_row *elem) {
  struct ha_terms *t = sym->terms;
  ha_field field;
  ha_term base, array = elem->args[0], index = elem->args[1], owner = ha_true(t);
  const struct ha_term_row *row = ha_term_get(t, array);
  ha_type type = 0;
  if (is_address(sym, array, &field, &base)) {
    type = ha_field_get(sym->program->types, field)->type;
    owner =
        ha_sym_live(sym, state, base, ha_field_get(sym->program->types, field)->owner);
  } else if (row->op == HA_TERM_SYM) {
    struct ha_meaning_row m = ha_vocab_meaning(sym->vocab, (ha_symbol)row->imm);
    if (m.means == HA_MEANS_OBJECT)
      type = sym->program->objs.at[m.id].type;
  }
  ha_type element = ha_vocab_meaning(sym->vocab, (ha_symbol)elem->imm).id;
  if (!type || info(sym, type)->kind != HA_TYPE_ARRAY ||
      info(sym, type)->elem != element)
    return 0;
  ha_term low = ha_le(t, ha_int(t, 0), index);
  ha_term high = ha_lt(t, index, ha_int(t, (int64_t)info(sym, type)->count));
  return ha_all(t, HA_TERM_AND, (ha_term[]){owner, low, high}, 3);
}

static ha_term unknown(struct ha_sym *sym, struct ha_sym_state *state) {
  return ha_sym_choose(sym, state, ha_type_truth(sym->program->types), "live");
}

ha_term ha_sym_live(struct ha_sym *sym, struct ha_sym_state *state, ha_term address,
                    ha_type type) {
  struct ha_terms *t = sym->terms;
  const struct ha_term_row row = *ha_term_get(t, address);
  const struct ha_type_info *i = info(sym, type);
  ha_field field;
  ha_term base, live;
  bool is_scalar =
      i->kind == HA_TYPE_INT || i->kind == HA_TYPE_PTR || i->kind == HA_TYPE_FLOAT;
  if (row.op == HA_TERM_APP) {
    live = live_element(sym, state, &row);
    return live ? live : unknown(sym, state);
  }
  if (is_address(sym, address, &field, &base) &&
      ha_field_get(sym->program->types, field)->type == type)
    return ha_sym_live(sym, state, base,
                       ha_field_get(sym->program->types, field)->owner);
  if (!type || !i->complete) {
    if (!is_scalar)
      return unknown(sym, state);
  }
  live = is_live(sym, state, address, type);
  if (!is_scalar || is_own_place(sym, address))
    return live;
  ha_term own = live;
  live = ha_false(t);
  for (unsigned k = 0; k < sym->address_taken.count; k++)
    if (may_point_to(sym, k, type)) {
      ha_field taken = sym->address_taken.at[k];
      ha_type owner = ha_field_get(sym->program->types, taken)->owner;
      ha_term here = tag_is(sym, address, taken);
      ha_term there = is_live(sym, state, container(sym, address, taken), owner);
      live = ha_or(t, live, ha_and(t, here, there));
      own = ha_and(t, own, ha_not(t, here));
    }
  return ha_or(t, live, own);
}

void ha_sym_set_live(struct ha_sym *sym, struct ha_sym_state *state, ha_term address,
                     ha_type type, bool live) {
  struct ha_terms *t = sym->terms;
  const struct ha_type_info i = *info(sym, type);
  if (!type)
    return;
  ha_symbol set = ha_vocab_alloc(sym->vocab, type);
  ha_sym_set(sym, state, set,
             ha_store(t, ha_sym_get(sym, state, set), address,
                      live ? ha_true(t) : ha_false(t)));
  for (uint32_t k = 0; i.kind == HA_TYPE_RECORD && k < i.fields; k++) {
    ha_field field = i.first + k;
    ha_type inner = ha_field_get(sym->program->types, field)->type;
    if (info(sym, inner)->kind != HA_TYPE_RECORD)
      continue;
    ha_term part =
        ha_select(t, constant(sym, ha_vocab_address(sym->vocab, field)), address);
    ha_sym_set_live(sym, state, part, inner, live);
  }
}

/* ---- whole objects ---- */

static ha_term zero_of(struct ha_sym *sym, ha_type type) {
  struct ha_terms *t = sym->terms;
  switch (ha_vocab_sort(sym->vocab, type)) {
  case HA_SORT_OBJ:
    return ha_null(t);
  case HA_SORT_INT:
    return ha_int(t, 0);
  case HA_SORT_BOOL:
    return ha_false(t);
  default:
    return 0;
  }
}

static ha_term inner_address(struct ha_sym *sym, ha_field field, ha_term address) {
  return ha_select(sym->terms, constant(sym, ha_vocab_address(sym->vocab, field)),
                   address);
}

/* Which elements of an array changed cannot be said: all of that type may have. */
static bool forget_array(struct ha_sym *sym, struct ha_sym_state *state, ha_type type) {
  if (info(sym, type)->kind != HA_TYPE_ARRAY)
    return false;
  ha_sym_forget(sym, state);
  return true;
}

void ha_sym_clear_field(struct ha_sym *sym, struct ha_sym_state *state, ha_term address,
                        ha_field field, bool zero) {
  ha_type type = ha_field_get(sym->program->types, field)->type;
  if (forget_array(sym, state, type))
    return;
  if (info(sym, type)->kind == HA_TYPE_RECORD)
    ha_sym_clear(sym, state, inner_address(sym, field, address), type, zero);
  else
    ha_sym_store(sym, state, address, field, zero ? zero_of(sym, type) : 0);
}

void ha_sym_clear(struct ha_sym *sym, struct ha_sym_state *state, ha_term address,
                  ha_type type, bool zero) {
  const struct ha_type_info i = *info(sym, type);
  if (forget_array(sym, state, type))
    return;
  if (ha_vocab_sort(sym->vocab, type) != HA_SORT_NONE) {
    ha_sym_store(sym, state, address, ha_type_cell(sym->program->types, type),
                 zero ? zero_of(sym, type) : 0);
    return;
  }
  for (uint32_t k = 0; i.kind == HA_TYPE_RECORD && k < i.fields; k++)
    ha_sym_clear_field(sym, state, address, i.first + k, zero);
}

void ha_sym_copy_record(struct ha_sym *sym, struct ha_sym_state *state, ha_term to,
                        ha_term from, ha_type type) {
  struct ha_types *types = sym->program->types;
  const struct ha_type_info i = *info(sym, type);
  for (uint32_t k = 0; i.kind == HA_TYPE_RECORD && k < i.fields; k++) {
    const struct ha_field_info f = *ha_field_get(types, i.first + k);
    if (forget_array(sym, state, f.type))
      continue;
    if (info(sym, f.type)->kind == HA_TYPE_RECORD)
      ha_sym_copy_record(sym, state, inner_address(sym, i.first + k, to),
                         inner_address(sym, i.first + k, from), f.type);
    else
      ha_sym_store(sym, state, to, i.first + k,
                   ha_sym_load(sym, state, from, i.first + k));
  }
}

void ha_sym_forget(struct ha_sym *sym, struct ha_sym_state *state) {
  for (ha_symbol s = 0; (s = ha_vocab_next(sym->vocab, s));) {
    enum ha_meaning means = ha_vocab_meaning(sym->vocab, s).means;
    if (means != HA_MEANS_FIELD && means != HA_MEANS_ALLOC)
      continue;
    const char *name =
        ha_arena_printf(sym->arena, "%s!", ha_symbol_get(sym->terms, s)->name);
    enum ha_sort sort = ha_symbol_get(sym->terms, s)->sort;
    ha_sym_set(sym, state, s, constant(sym, ha_symbol_fresh(sym->terms, name, sort)));
  }
  sym->out->forgotten++;
}
