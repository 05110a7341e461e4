/* Symbols are made when they are first asked for, and found again by what they mean. */
#include "vocab.h"
#include <string.h>

struct links {
  ha_field at[2]; /* in order */
};

struct ha_vocab {
  struct ha_terms *terms;
  struct ha_arena *arena;
  const struct ha_program *program;
  HA_VEC(struct ha_meaning_row) meanings; /* by symbol */
  HA_VEC(struct links) trees;             /* by id - 1 of a ghost parent */
};

struct ha_vocab *ha_vocab_new(struct ha_terms *terms,
                              const struct ha_program *program) {
  struct ha_arena *arena = ha_terms_arena(terms);
  struct ha_vocab *v = ha_arena_alloc(arena, sizeof *v);
  v->terms = terms;
  v->arena = arena;
  v->program = program;
  return v;
}

struct ha_terms *ha_vocab_terms(const struct ha_vocab *v) { return v->terms; }

const struct ha_program *ha_vocab_program(const struct ha_vocab *v) {
  return v->program;
}

enum ha_sort ha_vocab_sort(const struct ha_vocab *v, ha_type type) {
  const struct ha_type_info *t = ha_type_get(v->program->types, type);
  if (t->kind == HA_TYPE_PTR)
    return HA_SORT_OBJ;
  if (t->kind != HA_TYPE_INT || t->bits > 64)
    return HA_SORT_NONE;
  return t->bits == 1 ? HA_SORT_BOOL : HA_SORT_INT;
}

/* ---- finding and making ---- */

ha_symbol ha_vocab_find(const struct ha_vocab *v, enum ha_meaning means, uint32_t id) {
  for (ha_symbol s = 1; s < v->meanings.count; s++)
    if (v->meanings.at[s].means == means && v->meanings.at[s].id == id)
      return s;
  return 0;
}

static ha_symbol remember(struct ha_vocab *v, ha_symbol symbol, enum ha_meaning means,
                          uint32_t id) {
  while (v->meanings.count <= symbol)
    HA_PUSH(v->arena, v->meanings, (struct ha_meaning_row){0});
  v->meanings.at[symbol] = (struct ha_meaning_row){means, id};
  return symbol;
}

static ha_symbol get(struct ha_vocab *v, enum ha_meaning means, uint32_t id,
                     const char *name, enum ha_sort sort) {
  ha_symbol found = ha_vocab_find(v, means, id);
  if (found || sort == HA_SORT_NONE)
    return found;
  return remember(v, ha_symbol_fresh(v->terms, name, sort), means, id);
}

ha_symbol ha_vocab_var(struct ha_vocab *v, ha_var var) {
  const struct ha_var_row *row = &v->program->vars.at[var];
  return get(v, HA_MEANS_VAR, var, row->name, ha_vocab_sort(v, row->type));
}

/* How many records have a field of that name? */
static unsigned namesakes(const struct ha_types *types, const char *name) {
  unsigned count = 0;
  for (ha_type t = 1; t < ha_types_count(types); t++) {
    const struct ha_type_info *info = ha_type_get(types, t);
    bool is_record = info->kind == HA_TYPE_RECORD || info->kind == HA_TYPE_UNION;
    for (uint32_t i = 0; is_record && i < info->fields; i++)
      count += !strcmp(ha_field_get(types, info->first + i)->name, name);
  }
  return count;
}

/* "next" where that is clear, else "node.next"; a cell by its type. */
static const char *field_name(struct ha_vocab *v, ha_field field) {
  struct ha_types *types = v->program->types;
  const struct ha_field_info *f = ha_field_get(types, field);
  if (f->name[0] == '*')
    return ha_arena_printf(v->arena, "cell(%s)", ha_type_spell(types, f->type));
  if (f->name[0] && namesakes(types, f->name) == 1)
    return f->name;
  const char *owner = ha_type_get(types, f->owner)->name;
  if (!f->name[0])
    return ha_arena_printf(v->arena, "%s.+%u", owner ? owner : "", (unsigned)f->offset);
  return ha_arena_printf(v->arena, "%s.%s", owner ? owner : "", f->name);
}

static enum ha_sort map_sort(enum ha_sort element) {
  switch (element) {
  case HA_SORT_OBJ:
    return HA_SORT_LINK;
  case HA_SORT_INT:
    return HA_SORT_DATA;
  case HA_SORT_BOOL:
    return HA_SORT_SET;
  default:
    return HA_SORT_NONE;
  }
}

ha_symbol ha_vocab_field(struct ha_vocab *v, ha_field field) {
  ha_symbol found = ha_vocab_find(v, HA_MEANS_FIELD, field);
  if (found)
    return found;
  enum ha_sort sort = ha_vocab_sort(v, ha_field_get(v->program->types, field)->type);
  return get(v, HA_MEANS_FIELD, field, field_name(v, field), map_sort(sort));
}

ha_symbol ha_vocab_alloc(struct ha_vocab *v, ha_type type) {
  ha_symbol found = ha_vocab_find(v, HA_MEANS_ALLOC, type);
  if (found)
    return found;
  const char *spelt = ha_type_spell(v->program->types, type);
  return get(v, HA_MEANS_ALLOC, type, ha_arena_printf(v->arena, "alloc(%s)", spelt),
             HA_SORT_SET);
}

ha_symbol ha_vocab_mine(struct ha_vocab *v) {
  return get(v, HA_MEANS_MINE, 0, "mine", HA_SORT_SET);
}

ha_symbol ha_vocab_object(struct ha_vocab *v, ha_obj object) {
  const char *name = v->program->objs.at[object].name;
  return get(v, HA_MEANS_OBJECT, object, ha_arena_printf(v->arena, "&%s", name),
             HA_SORT_OBJ);
}

ha_symbol ha_vocab_address(struct ha_vocab *v, ha_field field) {
  ha_symbol found = ha_vocab_find(v, HA_MEANS_ADDRESS, field);
  if (found)
    return found;
  return get(v, HA_MEANS_ADDRESS, field,
             ha_arena_printf(v->arena, "&->%s", field_name(v, field)), HA_SORT_LINK);
}

ha_symbol ha_vocab_container(struct ha_vocab *v, ha_field field) {
  ha_symbol found = ha_vocab_find(v, HA_MEANS_CONTAINER, field);
  if (found)
    return found;
  return get(v, HA_MEANS_CONTAINER, field,
             ha_arena_printf(v->arena, "<-%s", field_name(v, field)), HA_SORT_LINK);
}

ha_symbol ha_vocab_type(struct ha_vocab *v) {
  return get(v, HA_MEANS_TYPE, 0, "type", HA_SORT_DATA);
}

ha_symbol ha_vocab_heap(struct ha_vocab *v) {
  return get(v, HA_MEANS_HEAP, 0, "heap", HA_SORT_SET);
}

ha_symbol ha_vocab_tag(struct ha_vocab *v) {
  return get(v, HA_MEANS_TAG, 0, "tag", HA_SORT_DATA);
}

ha_symbol ha_vocab_elem(struct ha_vocab *v, ha_type type) {
  ha_symbol found = ha_vocab_find(v, HA_MEANS_ELEM, type);
  if (found)
    return found;
  const char *spelt = ha_type_spell(v->program->types, type);
  static const enum ha_sort args[] = {HA_SORT_OBJ, HA_SORT_INT};
  ha_symbol symbol = ha_symbol_function(
      v->terms, ha_arena_printf(v->arena, "elem(%s)", spelt), HA_SORT_OBJ, args, 2);
  return remember(v, symbol, HA_MEANS_ELEM, type);
}

ha_symbol ha_vocab_array(struct ha_vocab *v) {
  return get(v, HA_MEANS_ARRAY, 0, "array", HA_SORT_LINK);
}

ha_symbol ha_vocab_index(struct ha_vocab *v) {
  return get(v, HA_MEANS_INDEX, 0, "index", HA_SORT_DATA);
}

ha_symbol ha_vocab_parent(struct ha_vocab *v, ha_field left, ha_field right) {
  struct links links = {{left < right ? left : right, left < right ? right : left}};
  unsigned row = 0;
  while (row < v->trees.count && memcmp(&v->trees.at[row], &links, sizeof links))
    row++;
  if (row == v->trees.count)
    HA_PUSH(v->arena, v->trees, links);
  const char *name =
      ha_arena_printf(v->arena, "parent(%s, %s)", field_name(v, links.at[0]),
                      field_name(v, links.at[1]));
  return get(v, HA_MEANS_PARENT, row + 1, name, HA_SORT_LINK);
}

void ha_vocab_parent_links(const struct ha_vocab *v, uint32_t id, ha_field links[2]) {
  memcpy(links, v->trees.at[id - 1].at, sizeof v->trees.at[id - 1].at);
}

ha_symbol ha_vocab_ghost(struct ha_vocab *v, ha_formula ghost, const char *name,
                         enum ha_sort sort) {
  return get(v, HA_MEANS_GHOST, ghost, name, sort);
}

ha_symbol ha_vocab_old(struct ha_vocab *v, ha_symbol symbol) {
  if (!ha_vocab_is_state(v, symbol) ||
      ha_vocab_meaning(v, symbol).means == HA_MEANS_GHOST)
    return symbol;
  struct ha_symbol_row row = *ha_symbol_get(v->terms, symbol);
  return get(v, HA_MEANS_OLD, symbol, ha_arena_printf(v->arena, "old(%s)", row.name),
             row.sort);
}

/* A parameter that no command assigns. */
static bool is_constant(const struct ha_vocab *v, ha_var var) {
  const struct ha_program *p = v->program;
  bool constant = p->vars.at[var].kind == HA_VAR_PARAM;
  for (uint32_t c = 1; constant && c < p->cmds.count; c++)
    constant = p->cmds.at[c].var != var;
  return constant;
}

ha_symbol ha_vocab_now(const struct ha_vocab *v, ha_symbol symbol) {
  struct ha_meaning_row m = ha_vocab_meaning(v, symbol);
  if (m.means != HA_MEANS_OLD)
    return symbol;
  struct ha_meaning_row then = ha_vocab_meaning(v, m.id);
  return then.means == HA_MEANS_VAR && is_constant(v, then.id) ? m.id : symbol;
}

/* ---- meanings ---- */

struct ha_meaning_row ha_vocab_meaning(const struct ha_vocab *v, ha_symbol symbol) {
  return symbol < v->meanings.count ? v->meanings.at[symbol]
                                    : (struct ha_meaning_row){0};
}

ha_symbol ha_vocab_next(const struct ha_vocab *v, ha_symbol symbol) {
  for (symbol++; symbol < v->meanings.count; symbol++)
    if (v->meanings.at[symbol].means)
      return symbol;
  return 0;
}

bool ha_vocab_is_state(const struct ha_vocab *v, ha_symbol symbol) {
  switch (ha_vocab_meaning(v, symbol).means) {
  case HA_MEANS_VAR:
  case HA_MEANS_FIELD:
  case HA_MEANS_ALLOC:
  case HA_MEANS_MINE:
  case HA_MEANS_PARENT:
  case HA_MEANS_GHOST:
    return true;
  default:
    return false;
  }
}
