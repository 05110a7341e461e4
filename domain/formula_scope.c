#include "formula_scope.h"
#include "vocab.h"
#include <string.h>

static bool is_word(const char *name) {
  static const char *const words[] = {"null",   "NULL",   "true", "false", "in",
                                      "forall", "exists", "ints", "bag"};
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(name, words[i]))
      return true;
  return false;
}

static struct ha_found in_scope(const struct ha_scope *scope, const char *name) {
  for (unsigned i = 0; i < scope->count; i++) {
    const struct ha_scope_name *n = &scope->names[i];
    if (!strcmp(n->name, name))
      return (struct ha_found){n->is == HA_NAME_VAR      ? HA_FOUND_VAR
                               : n->is == HA_NAME_OBJECT ? HA_FOUND_OBJECT
                                                         : HA_FOUND_SYMBOL,
                               n->id, n->pointee};
  }
  return (struct ha_found){0};
}

/* Objects that are no variables (strings, functions) are not spoken of. */
static struct ha_found in_program(const struct ha_scope *scope, const char *name) {
  const struct ha_program *p = ha_vocab_program(scope->vocab);
  for (ha_var v = 1; !scope->only_names && v < p->vars.count; v++)
    if (!strcmp(p->vars.at[v].name, name))
      return (struct ha_found){.what = HA_FOUND_VAR, .id = v};
  if (!strcmp(name, "result") && p->result)
    return (struct ha_found){.what = HA_FOUND_VAR, .id = p->result};
  for (ha_obj o = 1; o < p->objs.count; o++) {
    const struct ha_obj_row *row = &p->objs.at[o];
    bool known =
        row->kind == HA_OBJ_GLOBAL || (row->kind == HA_OBJ_LOCAL && !scope->only_names);
    if (known && !strcmp(row->name, name))
      return (struct ha_found){.what = HA_FOUND_OBJECT, .id = o};
  }
  return (struct ha_found){0};
}

struct ha_found ha_scope_find(const struct ha_scope *scope, const char *name) {
  if (is_word(name))
    return (struct ha_found){.what = HA_FOUND_WORD};
  struct ha_found found = in_scope(scope, name);
  if (!found.what)
    found = in_program(scope, name);
  if (!found.what && !strcmp(name, "mine"))
    found.what = HA_FOUND_MINE;
  if (!found.what && !strcmp(name, "heap"))
    found.what = HA_FOUND_HEAP;
  return found;
}

ha_type ha_scope_pointee(const struct ha_scope *scope, ha_symbol symbol) {
  const struct ha_program *p = ha_vocab_program(scope->vocab);
  struct ha_meaning_row m = ha_vocab_meaning(scope->vocab, symbol);
  if (m.means == HA_MEANS_OLD)
    m = ha_vocab_meaning(scope->vocab, m.id);
  for (unsigned i = 0; i < scope->count; i++)
    if (scope->names[i].is == HA_NAME_SYMBOL && scope->names[i].id == symbol)
      return scope->names[i].pointee;
  if (m.means == HA_MEANS_OBJECT)
    return p->objs.at[m.id].type;
  return m.means == HA_MEANS_VAR ? ha_type_get(p->types, p->vars.at[m.id].type)->elem
                                 : 0;
}

const char *ha_formula_invented(const struct ha_vocab *vocab, ha_term term) {
  struct ha_terms *terms = ha_vocab_terms(vocab);
  struct ha_symbol_list symbols = {0};
  ha_term_symbols(terms, term, &symbols);
  for (unsigned i = 0; i < symbols.count; i++)
    if (!ha_vocab_meaning(vocab, symbols.at[i]).means)
      return ha_symbol_get(terms, symbols.at[i])->name;
  return NULL;
}
