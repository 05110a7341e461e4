/* Fields and places.  `t->f` is a place, so that `&t->f`, `t->f.g` and `t->f[k]` mean
 * what they mean in C; where a value is wanted it is loaded.  In the position of a
 * field
 * (`list(f, x)`) stands a map: a field by its name, perhaps with the record it belongs
 * to (`node::next`), as it was (`old(next)`) or changed at one object (`next[x := y]`).
 */
#include "../gcl/arena.h"
#include "formula_check.h"
#include "formula_type.h"
#include <string.h>

static const struct ha_type_info *info(struct ha_check_formula *c, ha_type type) {
  return ha_type_get(c->types, type);
}

static ha_type pointee_of_field(struct ha_check_formula *c, ha_field field) {
  return field ? info(c, ha_field_get(c->types, field)->type)->elem : 0;
}

/* ---- places ---- */

ha_term ha_check_address(struct ha_check_formula *c, const struct ha_meant *place) {
  if (!place->field)
    return place->term;
  ha_symbol map = ha_vocab_address(c->vocab, place->field);
  return ha_select(c->terms, ha_sym(c->terms, map), place->term);
}

static struct ha_meant decay(struct ha_check_formula *c, const struct ha_meant *place) {
  return (struct ha_meant){.term = ha_check_address(c, place),
                           .pointee = info(c, place->type)->elem};
}

struct ha_meant ha_check_load(struct ha_check_formula *c, const struct ha_syntax *at,
                              struct ha_meant m) {
  if (!m.place || !m.term)
    return m;
  if (info(c, m.type)->kind == HA_TYPE_ARRAY)
    return decay(c, &m);
  if (ha_type_is_record(c->types, m.type)) {
    ha_check_fail(c, at, "this is a whole '%s'; take its address with '&' or a field",
                  ha_type_spell(c->types, m.type));
    return (struct ha_meant){0};
  }
  ha_field field = m.field;
  if (!field && ha_vocab_sort(c->vocab, m.type))
    field = ha_type_cell(c->types, m.type);
  ha_symbol map = field ? ha_vocab_field(c->vocab, field) : 0;
  if (!map) {
    ha_check_fail(c, at, "formulas do not speak of values of type '%s'",
                  ha_type_spell(c->types, m.type));
    return (struct ha_meant){0};
  }
  return (struct ha_meant){.term = ha_select(c->terms, ha_check_symbol(c, map), m.term),
                           .pointee = info(c, m.type)->elem};
}

struct ha_meant ha_check_object(struct ha_check_formula *c, ha_obj object) {
  return (struct ha_meant){.term = ha_sym(c->terms, ha_vocab_object(c->vocab, object)),
                           .place = true,
                           .type = c->program->objs.at[object].type};
}

/* The field of that name in the record at `base`, in its anonymous members too. */
static struct ha_meant member(struct ha_check_formula *c, ha_term base, ha_type record,
                              const char *name) {
  const struct ha_type_info row = *info(c, record);
  ha_field field = *name ? ha_field_find(c->types, record, name) : 0;
  if (field)
    return (struct ha_meant){.term = base,
                             .place = true,
                             .field = field,
                             .type = ha_field_get(c->types, field)->type};
  for (uint32_t i = 0; i < row.fields; i++) {
    struct ha_field_info f = *ha_field_get(c->types, row.first + i);
    if (*f.name || !ha_type_is_record(c->types, f.type))
      continue;
    struct ha_meant inner = {.term = base, .place = true, .field = row.first + i};
    struct ha_meant found = member(c, ha_check_address(c, &inner), f.type, name);
    if (found.term)
      return found;
  }
  return (struct ha_meant){0};
}

static bool is_plain_name(const struct ha_syntax *s) {
  return s->kind == HA_SYNTAX_NAME;
}

/* p->f: a place where the name is enough, else the value of a map. */
static struct ha_meant through(struct ha_check_formula *c, const struct ha_syntax *s) {
  struct ha_meant base = ha_check_value(c, s->args[0], HA_SORT_OBJ);
  const struct ha_syntax *field = s->args[1];
  if (!base.term)
    return base;
  if (is_plain_name(field) && ha_type_is_record(c->types, base.pointee)) {
    struct ha_meant found = member(c, base.term, base.pointee, field->text);
    if (!found.term)
      ha_check_fail(c, field, "unknown field '%s' of '%s'", field->text,
                    ha_type_spell(c->types, base.pointee));
    return found;
  }
  struct ha_meant_map map = ha_check_map(c, field, base.pointee);
  if (!map.term)
    return (struct ha_meant){0};
  if (is_plain_name(field) && map.field)
    return (struct ha_meant){.term = base.term,
                             .place = true,
                             .field = map.field,
                             .type = ha_field_get(c->types, map.field)->type};
  return (struct ha_meant){.term = ha_select(c->terms, map.term, base.term),
                           .pointee = pointee_of_field(c, map.field)};
}

/* S.g: what the g of S's elements are */
static struct ha_meant image(struct ha_check_formula *c, const struct ha_syntax *s,
                             ha_term set, ha_type element) {
  struct ha_meant_map map = ha_check_map(c, s->args[1], element);
  if (!map.term)
    return (struct ha_meant){0};
  if (ha_term_get(c->terms, map.term)->sort == HA_SORT_SET) {
    ha_check_fail(c, s->args[1], "no set has truth values in it");
    return (struct ha_meant){0};
  }
  return (struct ha_meant){
      .term = ha_term_make(c->terms, HA_TERM_IMAGE, 0, (ha_term[]){set, map.term}, 2),
      .pointee = pointee_of_field(c, map.field)};
}

static struct ha_meant inside(struct ha_check_formula *c, const struct ha_syntax *s) {
  struct ha_meant base = ha_check_any(c, s->args[0]);
  if (!base.term)
    return base;
  if (!base.place && ha_term_get(c->terms, base.term)->sort == HA_SORT_SET)
    return image(c, s, base.term, base.pointee);
  const struct ha_syntax *field = s->args[1];
  if (!base.place || !ha_type_is_record(c->types, base.type)) {
    ha_check_fail(c, field, "'.' takes a field of a struct; a pointer takes '->'");
    return (struct ha_meant){0};
  }
  struct ha_meant found = member(c, ha_check_address(c, &base), base.type,
                                 is_plain_name(field) ? field->text : "");
  if (!found.term)
    ha_check_fail(c, field, "unknown field '%s' of '%s'", field->text,
                  ha_type_spell(c->types, base.type));
  return found;
}

struct ha_meant ha_check_field(struct ha_check_formula *c, const struct ha_syntax *s) {
  if (*s->text == '.')
    return inside(c, s);
  if (*s->text == '-')
    return through(c, s);
  ha_check_fail(c, s, "a field stands here, where a term is wanted");
  return (struct ha_meant){0};
}

struct ha_meant ha_check_index(struct ha_check_formula *c, const struct ha_syntax *s) {
  struct ha_meant base = ha_check_any(c, s->args[0]);
  if (base.term)
    base = ha_check_load(c, s->args[0], base);
  ha_term index = base.term ? ha_check_value(c, s->args[1], HA_SORT_INT).term : 0;
  if (!index)
    return (struct ha_meant){0};
  if (ha_term_get(c->terms, base.term)->sort != HA_SORT_OBJ || !base.pointee) {
    ha_check_fail(c, s, "what is indexed here is no array");
    return (struct ha_meant){0};
  }
  ha_symbol elem = ha_vocab_elem(c->vocab, base.pointee);
  return (struct ha_meant){.term = ha_term_make(c->terms, HA_TERM_APP, elem,
                                                (ha_term[]){base.term, index}, 2),
                           .place = true,
                           .type = base.pointee};
}

/* ---- maps ---- */

static struct ha_meant_map of_field(struct ha_check_formula *c,
                                    const struct ha_syntax *s, ha_field field) {
  ha_symbol map = ha_vocab_field(c->vocab, field);
  if (!map) {
    ha_check_fail(c, s, "formulas do not speak of values of type '%s'",
                  ha_type_spell(c->types, ha_field_get(c->types, field)->type));
    return (struct ha_meant_map){0};
  }
  return (struct ha_meant_map){ha_check_symbol(c, map), field};
}

static struct ha_meant_map map_named(struct ha_check_formula *c,
                                     const struct ha_syntax *s, ha_type owner) {
  bool several = false;
  bool is_record = ha_type_is_record(c->types, owner);
  ha_field field = is_record ? ha_field_find(c->types, owner, s->text)
                             : ha_formula_field(c->types, s->text, &several);
  if (field)
    return of_field(c, s, field);
  if (is_record)
    ha_check_fail(c, s, "unknown field '%s' of '%s'", s->text,
                  ha_type_spell(c->types, owner));
  else if (several)
    ha_check_fail(c, s, "several structs have a field '%s'; write 'struct::%s'",
                  s->text, s->text);
  else
    ha_check_fail(c, s, "unknown field '%s'", s->text);
  return (struct ha_meant_map){0};
}

/* T::f */
static struct ha_meant_map map_qualified(struct ha_check_formula *c,
                                         const struct ha_syntax *s) {
  const struct ha_syntax *record = s->args[0], *field = s->args[1];
  ha_type type = 0;
  bool is_name = record->kind == HA_SYNTAX_NAME || record->kind == HA_SYNTAX_QUOTED;
  if (is_name)
    type = ha_type_find(c->types, record->text);
  struct ha_marks marks = {0};
  if (is_name && !type && ha_formula_lex(c->arena, record->text, &marks, c->error))
    type = ha_formula_type(c->arena, c->types, &marks, 0, 1);
  if (!type || !is_plain_name(field)) {
    ha_check_fail(c, record, "unknown struct '%s'", record->text);
    return (struct ha_meant_map){0};
  }
  return map_named(c, field, type);
}

/* `name`: any symbol that is a map */
static struct ha_meant_map map_quoted(struct ha_check_formula *c,
                                      const struct ha_syntax *s) {
  ha_symbol symbol = ha_symbol_find(c->terms, s->text);
  enum ha_sort sort = symbol ? ha_symbol_get(c->terms, symbol)->sort : HA_SORT_NONE;
  if (sort < HA_SORT_LINK || ha_symbol_get(c->terms, symbol)->count) {
    ha_check_fail(c, s, "unknown field '%s'", s->text);
    return (struct ha_meant_map){0};
  }
  struct ha_meaning_row m = ha_vocab_meaning(c->vocab, symbol);
  return (struct ha_meant_map){ha_check_symbol(c, symbol),
                               m.means == HA_MEANS_FIELD ? m.id : 0};
}

/* Is it a set rather than a field? */
static bool is_set(const struct ha_syntax *s) {
  static const char *const maps[] = {"old", "ite", "cell", "field"};
  if (s->kind == HA_SYNTAX_BINARY || s->kind == HA_SYNTAX_SET)
    return true;
  if (s->kind == HA_SYNTAX_FIELD)
    return *s->text == '.';
  if (s->kind != HA_SYNTAX_CALL || s->quoted)
    return false;
  for (unsigned i = 0; i < sizeof maps / sizeof *maps; i++)
    if (!strcmp(s->text, maps[i]))
      return s->count && *s->text != 'c' && *s->text != 'f' &&
             is_set(s->args[s->count - 1]);
  return true;
}

/* f[x := y]; a set changes as `S[x := F]` */
static struct ha_meant_map map_updated(struct ha_check_formula *c,
                                       const struct ha_syntax *s, ha_type owner) {
  struct ha_meant_map map = {0};
  if (is_set(s->args[0]))
    map.term = ha_check_value(c, s->args[0], HA_SORT_SET).term;
  else
    map = ha_check_map(c, s->args[0], owner);
  enum ha_sort sort = map.term ? ha_term_get(c->terms, map.term)->sort : HA_SORT_NONE;
  enum ha_sort element = sort == HA_SORT_LINK   ? HA_SORT_OBJ
                         : sort == HA_SORT_DATA ? HA_SORT_INT
                                                : HA_SORT_BOOL;
  ha_term x = map.term ? ha_check_value(c, s->args[1], HA_SORT_OBJ).term : 0;
  ha_term y = x ? ha_check_value(c, s->args[2], element).term : 0;
  map.term = y ? ha_store(c->terms, map.term, x, y) : 0;
  return map;
}

static struct ha_meant_map map_chosen(struct ha_check_formula *c,
                                      const struct ha_syntax *s, ha_type owner) {
  ha_term p = ha_check_value(c, s->args[0], HA_SORT_BOOL).term;
  struct ha_meant_map a = {0}, b = {0};
  if (p)
    a = ha_check_map(c, s->args[1], owner);
  if (a.term)
    b = ha_check_map(c, s->args[2], owner);
  if (!b.term)
    return (struct ha_meant_map){0};
  if (ha_term_get(c->terms, a.term)->sort != ha_term_get(c->terms, b.term)->sort) {
    ha_check_fail(c, s, "two fields of different kinds");
    return (struct ha_meant_map){0};
  }
  return (struct ha_meant_map){ha_ite(c->terms, p, a.term, b.term), a.field};
}

static struct ha_meant_map map_call(struct ha_check_formula *c,
                                    const struct ha_syntax *s, ha_type owner) {
  struct ha_meant_map map = {0};
  if (!s->quoted && !strcmp(s->text, "old") && s->count == 1) {
    bool before = c->old;
    c->old = true;
    map = ha_check_map(c, s->args[0], owner);
    c->old = before;
    return map;
  }
  if (!s->quoted && !strcmp(s->text, "ite") && s->count == 3)
    return map_chosen(c, s, owner);
  if (!s->quoted && !strcmp(s->text, "field") && s->count == 1)
    return ha_check_map(c, s->args[0], owner);
  if (!s->quoted && !strcmp(s->text, "cell") && s->count == 1 &&
      s->args[0]->kind == HA_SYNTAX_TYPE && ha_vocab_sort(c->vocab, s->args[0]->type))
    return of_field(c, s, ha_type_cell(c->types, s->args[0]->type));
  ha_check_fail(c, s, "expected a field");
  return map;
}

struct ha_meant_map ha_check_map(struct ha_check_formula *c, const struct ha_syntax *s,
                                 ha_type owner) {
  switch (s->kind) {
  case HA_SYNTAX_NAME:
    return map_named(c, s, owner);
  case HA_SYNTAX_QUOTED:
    return map_quoted(c, s);
  case HA_SYNTAX_UPDATE:
    return map_updated(c, s, owner);
  case HA_SYNTAX_CALL:
    return map_call(c, s, owner);
  case HA_SYNTAX_FIELD:
    if (*s->text == ':')
      return map_qualified(c, s);
    break;
  default:
    break;
  }
  ha_check_fail(c, s, "expected a field");
  return (struct ha_meant_map){0};
}
