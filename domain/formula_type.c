/* A type is found by comparing spellings token by token: whatever ha_type_spell can
 * print can be read back. */
#include "formula_type.h"
#include "../gcl/arena.h"
#include <stdlib.h>
#include <string.h>

static bool same_tokens(const struct ha_marks *a, unsigned first, unsigned last,
                        const struct ha_marks *b) {
  if (last - first != b->count - 1)
    return false;
  for (unsigned i = first; i < last; i++)
    if (strcmp(a->at[i].text, b->at[i - first].text))
      return false;
  return true;
}

static bool is_nameless(const struct ha_types *types, ha_type type) {
  const struct ha_type_info *info = ha_type_get(types, type);
  if (info->kind == HA_TYPE_PTR || info->kind == HA_TYPE_ARRAY)
    return is_nameless(types, info->elem);
  return ha_type_is_record(types, type) && !info->name;
}

/* `type12` */
static ha_type by_number(const struct ha_types *types, const char *text) {
  if (strncmp(text, "type", 4) || text[4] < '1' || text[4] > '9')
    return 0;
  unsigned long number = strtoul(text + 4, NULL, 10);
  return number < ha_types_count(types) ? (ha_type)number : 0;
}

static ha_type by_spelling(struct ha_arena *arena, struct ha_types *types,
                           const struct ha_marks *marks, unsigned first,
                           unsigned last) {
  unsigned count = ha_types_count(types);
  struct ha_text_error ignored;
  for (ha_type type = 1; type < count; type++) {
    struct ha_marks spelt = {0};
    if (!is_nameless(types, type) &&
        ha_formula_lex(arena, ha_type_spell(types, type), &spelt, &ignored) &&
        same_tokens(marks, first, last, &spelt))
      return type;
  }
  return 0;
}

ha_type ha_formula_type(struct ha_arena *arena, struct ha_types *types,
                        const struct ha_marks *marks, unsigned first, unsigned last) {
  if (first >= last)
    return 0;
  ha_type numbered = last == first + 1 ? by_number(types, marks->at[first].text) : 0;
  if (numbered && is_nameless(types, numbered))
    return numbered;
  return by_spelling(arena, types, marks, first, last);
}

const char *ha_formula_type_text(struct ha_types *types, ha_type type) {
  if (is_nameless(types, type))
    return ha_arena_printf(ha_types_arena(types), "type%u", (unsigned)type);
  return ha_type_spell(types, type);
}

ha_field ha_formula_field(const struct ha_types *types, const char *name,
                          bool *several) {
  ha_field found = 0;
  *several = false;
  for (ha_type t = 1; t < ha_types_count(types); t++) {
    ha_field f = ha_type_is_record(types, t) ? ha_field_find(types, t, name) : 0;
    *several |= f && found;
    found = f ? f : found;
  }
  return *several ? 0 : found;
}
