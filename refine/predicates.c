#include "predicates.h"
#include "../domain/vocab.h"
#include "live.h"
#include "predicates_impl.h"
#include <string.h>

enum { MOST_POINTERS = 12 };

void ha_predicate_add(struct ha_predicate_maker *f, ha_term predicate) {
  if (predicate == ha_true(f->t) || predicate == ha_false(f->t))
    return;
  ha_term negation = ha_not(f->t, predicate);
  for (unsigned i = 0; i < f->out.count; i++)
    if (f->out.at[i] == predicate || f->out.at[i] == negation)
      return;
  HA_PUSH(f->arena, f->out, predicate);
}

bool ha_predicate_is_here(const struct ha_predicate_maker *f, ha_term formula) {
  struct ha_symbol_list symbols = {0};
  ha_term_symbols(f->t, formula, &symbols);
  for (unsigned i = 0; i < symbols.count; i++) {
    struct ha_meaning_row m = ha_vocab_meaning(f->vocab, symbols.at[i]);
    if (!m.means || (m.means == HA_MEANS_VAR && !ha_live_at(f->live, f->loc, m.id)))
      return false;
  }
  return symbols.count > 0;
}

bool ha_predicate_same_type(const struct ha_predicate_maker *f, unsigned i,
                            unsigned j) {
  return f->pointers.at[i].pointee == f->pointers.at[j].pointee;
}

/* ---- pointers ---- */

static const struct ha_type_info *info(const struct ha_predicate_maker *f,
                                       ha_type type) {
  return ha_type_get(f->program->types, type);
}

static ha_type pointed_record(const struct ha_predicate_maker *f, ha_type type) {
  const struct ha_type_info *t = info(f, type);
  return t->kind == HA_TYPE_PTR && info(f, t->elem)->kind == HA_TYPE_RECORD ? t->elem
                                                                            : 0;
}

static void add_pointer(struct ha_predicate_maker *f, ha_term term, ha_type pointee) {
  if (f->pointers.count < MOST_POINTERS)
    HA_PUSH(f->arena, f->pointers, (struct ha_predicate_pointer){term, pointee});
}

static ha_term field_of(struct ha_predicate_maker *f, ha_field field, ha_term x) {
  return ha_select(f->t, ha_sym(f->t, ha_vocab_field(f->vocab, field)), x);
}

static bool is_known(const struct ha_predicate_maker *f, ha_field field) {
  return ha_vocab_find(f->vocab, HA_MEANS_FIELD, field);
}

/* The pointers into lists that a header holds; a node's own links are no such. */
static void add_members(struct ha_predicate_maker *f, ha_term x, ha_type record) {
  const struct ha_type_info *t = info(f, record);
  for (ha_field field = t->first; field < t->first + t->fields; field++) {
    ha_type pointee = pointed_record(f, ha_field_get(f->program->types, field)->type);
    if (pointee && is_known(f, field) && !ha_field_is_link(f->program->types, field))
      add_pointer(f, field_of(f, field, x), pointee);
  }
}

static void add_global(struct ha_predicate_maker *f, ha_obj object) {
  const struct ha_obj_row *row = &f->program->objs.at[object];
  if (row->is_const || (row->kind != HA_OBJ_GLOBAL && row->kind != HA_OBJ_LOCAL) ||
      !ha_vocab_find(f->vocab, HA_MEANS_OBJECT, object))
    return;
  ha_term address = ha_sym(f->t, ha_vocab_object(f->vocab, object));
  ha_type pointee = pointed_record(f, row->type);
  if (pointee && is_known(f, ha_type_cell(f->program->types, row->type)))
    add_pointer(f, field_of(f, ha_type_cell(f->program->types, row->type), address),
                pointee);
  else if (info(f, row->type)->kind == HA_TYPE_RECORD)
    add_members(f, address, row->type);
}

/* `*pp` of a pointer to a pointer to a record. */
static void add_target(struct ha_predicate_maker *f, ha_var v) {
  ha_symbol symbol = ha_vocab_find(f->vocab, HA_MEANS_VAR, v);
  const struct ha_type_info *t = info(f, f->program->vars.at[v].type);
  ha_type scalar = t->kind == HA_TYPE_PTR ? t->elem : 0;
  ha_type pointee = scalar ? pointed_record(f, scalar) : 0;
  if (!symbol || !pointee || !is_known(f, ha_type_cell(f->program->types, scalar)))
    return;
  ha_term pointer = ha_sym(f->t, symbol);
  ha_term contents = ha_sym_contents(f->vocab, pointer, scalar);
  add_pointer(f, contents, pointee);
  HA_PUSH(f->arena, f->links, (struct ha_predicate_target){pointer, contents, pointee});
  HA_PUSH(f->arena, f->targets, ha_sym_is_live(f->vocab, pointer, scalar));
}

/* A parameter as it came in, where a contract speaks of it. */
static void add_old(struct ha_predicate_maker *f, ha_symbol symbol) {
  struct ha_meaning_row m = ha_vocab_meaning(f->vocab, symbol);
  if (m.means != HA_MEANS_OLD || ha_vocab_now(f->vocab, symbol) != symbol ||
      ha_symbol_get(f->t, symbol)->sort != HA_SORT_OBJ)
    return;
  m = ha_vocab_meaning(f->vocab, m.id);
  if (m.means == HA_MEANS_VAR)
    add_pointer(f, ha_sym(f->t, symbol),
                pointed_record(f, f->program->vars.at[m.id].type));
}

static void find_pointers(struct ha_predicate_maker *f) {
  for (ha_var v = 1; v < f->program->vars.count; v++) {
    ha_type type = f->program->vars.at[v].type, pointee = pointed_record(f, type);
    ha_symbol symbol = ha_vocab_find(f->vocab, HA_MEANS_VAR, v);
    if (symbol && ha_live_at(f->live, f->loc, v) &&
        ha_symbol_get(f->t, symbol)->sort == HA_SORT_OBJ)
      add_pointer(f, ha_sym(f->t, symbol), pointee);
  }
  unsigned variables = f->pointers.count;
  for (ha_var v = 1; v < f->program->vars.count; v++)
    if (ha_live_at(f->live, f->loc, v))
      add_target(f, v);
  for (unsigned i = 0; i < variables; i++)
    if (f->pointers.at[i].pointee)
      add_members(f, f->pointers.at[i].term, f->pointers.at[i].pointee);
  for (ha_obj o = 1; o < f->program->objs.count; o++)
    add_global(f, o);
  for (ha_symbol s = 0; (s = ha_vocab_next(f->vocab, s));)
    add_old(f, s);
}

/* ---- families ---- */

const char *const ha_family_names[] = {
#define HA_FAMILY(name, mnemonic, text) #name,
#include "families.def"
#undef HA_FAMILY
    NULL};

enum { ALL = (1u << HA_FAMILIES) - 1, DEFAULT = ALL & ~(1u << HA_FAMILY_ls) };

static unsigned family_of(const char *name, size_t size) {
  for (unsigned i = 0; i < HA_FAMILIES; i++)
    if (strlen(ha_family_names[i]) == size && !strncmp(ha_family_names[i], name, size))
      return 1u << i;
  if (size == 3 && !strncmp(name, "all", size))
    return ALL;
  return size == 7 && !strncmp(name, "default", size) ? DEFAULT : 0;
}

unsigned ha_families_parse(const char *list) {
  unsigned set = 0;
  if (!strcmp(list, "default"))
    return 0;
  for (const char *at = list;; at++) {
    size_t size = strcspn(at, ",");
    unsigned one = family_of(at, size);
    if (!one)
      return UINT32_MAX;
    set |= one;
    at += size;
    if (!*at)
      return set;
  }
}

static void (*const makers[])(struct ha_predicate_maker *) = {
#define HA_FAMILY(name, mnemonic, text) ha_predicates_##name,
#include "families.def"
#undef HA_FAMILY
};

static struct ha_predicate_maker new_maker(struct ha_vocab *vocab,
                                           const struct ha_live *live, ha_loc loc) {
  struct ha_terms *terms = ha_vocab_terms(vocab);
  struct ha_predicate_maker maker = {.arena = ha_terms_arena(terms),
                                     .t = terms,
                                     .vocab = vocab,
                                     .program = ha_vocab_program(vocab),
                                     .live = live,
                                     .loc = loc};
  find_pointers(&maker);
  return maker;
}

ha_term_vec ha_predicates_at(struct ha_vocab *vocab, const struct ha_live *live,
                             ha_loc loc, const struct ha_predicate_options *options) {
  struct ha_predicate_maker maker = new_maker(vocab, live, loc);
  unsigned families = options->families ? options->families : (unsigned)DEFAULT;
  maker.options = options;
  maker.named = options->families != 0;
  for (unsigned i = 0; i < HA_FAMILIES; i++)
    if (families >> i & 1)
      makers[i](&maker);
  return maker.out;
}

ha_term_vec ha_predicate_pointers(struct ha_vocab *vocab, const struct ha_live *live,
                                  ha_loc loc) {
  struct ha_predicate_maker maker = new_maker(vocab, live, loc);
  ha_term_vec out = {0};
  for (unsigned i = 0; i < maker.pointers.count; i++)
    HA_PUSH(maker.arena, out, maker.pointers.at[i].term);
  return out;
}
