#include "sym_state.h"
#include "range.h"

ha_term ha_sym_get(const struct ha_sym *sym, const struct ha_sym_state *state,
                   ha_symbol symbol) {
  ha_term value = symbol < state->values.count ? state->values.at[symbol] : 0;
  return value ? value : ha_sym(sym->terms, symbol);
}

void ha_sym_set(struct ha_sym *sym, struct ha_sym_state *state, ha_symbol symbol,
                ha_term value) {
  while (state->values.count <= symbol)
    HA_PUSH(sym->arena, state->values, 0);
  state->values.at[symbol] = value;
}

void ha_sym_assume(struct ha_sym *sym, struct ha_sym_state *state, ha_term condition) {
  state->path = ha_and(sym->terms, state->path, condition);
}

struct ha_sym_state ha_sym_copy(struct ha_sym *sym, const struct ha_sym_state *state) {
  struct ha_sym_state copy = {.path = state->path, .doubt = state->doubt};
  for (unsigned i = 0; i < state->values.count; i++)
    HA_PUSH(sym->arena, copy.values, state->values.at[i]);
  return copy;
}

/* The two paths exclude each other: the assumptions at a location do. */
struct ha_sym_state ha_sym_join(struct ha_sym *sym, const struct ha_sym_state *a,
                                const struct ha_sym_state *b) {
  struct ha_sym_state join = {.path = ha_or(sym->terms, a->path, b->path)};
  unsigned count =
      a->values.count > b->values.count ? a->values.count : b->values.count;
  for (ha_symbol s = 1; s < count; s++) {
    bool changed = (s < a->values.count && a->values.at[s]) ||
                   (s < b->values.count && b->values.at[s]);
    if (changed)
      ha_sym_set(
          sym, &join, s,
          ha_ite(sym->terms, a->path, ha_sym_get(sym, a, s), ha_sym_get(sym, b, s)));
  }
  return join;
}

ha_term ha_sym_power(struct ha_sym *sym, unsigned exponent) {
  return ha_power_of_two(sym->terms, exponent);
}

ha_term ha_sym_in_range(struct ha_sym *sym, ha_term value, ha_type type) {
  return ha_in_range(sym->terms, sym->program->types, value, type);
}

ha_term ha_sym_choose(struct ha_sym *sym, struct ha_sym_state *state, ha_type type,
                      const char *hint) {
  enum ha_sort sort = ha_vocab_sort(sym->vocab, type);
  if (sort == HA_SORT_NONE)
    return 0;
  const char *name = ha_arena_printf(sym->arena, "%s!", hint);
  ha_term value = ha_sym(sym->terms, ha_symbol_fresh(sym->terms, name, sort));
  if (sort == HA_SORT_INT)
    ha_sym_assume(sym, state, ha_sym_in_range(sym, value, type));
  return value;
}
