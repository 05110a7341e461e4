/* A formula is written down as the list of its different parts, each after its own
 * parts, which it names by their place in the list; so shared parts are written once.
 * The order of the arguments of AND, OR and EQ is that of the term table: a formula
 * that differs from another only there has another form, and is merely not found. */
#include "alpha.h"
#include "../gcl/arena.h"
#include "facts.h"
#include "vocab.h"

struct place {
  uint32_t run, number;
};

struct ha_alpha {
  struct ha_arena *arena;
  struct ha_vocab *vocab;
  struct ha_terms *terms;
  HA_VEC(const struct ha_form *) forms; /* by term */
  HA_VEC(struct place) part, symbol;    /* by term, by symbol: in the run at hand */
  uint32_t run, parts;
  struct ha_digest digest;
  struct ha_symbol_list symbols;
};

void ha_digest_add(struct ha_digest *d, uint64_t value) {
  d->at[0] = (d->at[0] ^ value) * 0x9e3779b97f4a7c15u;
  d->at[0] ^= d->at[0] >> 29;
  d->at[1] = (d->at[1] + value) * 0xbf58476d1ce4e5b9u;
  d->at[1] = (d->at[1] << 31 | d->at[1] >> 33) ^ d->at[0] >> 17;
}

struct ha_alpha *ha_alpha_new(struct ha_arena *arena, struct ha_vocab *vocab) {
  struct ha_alpha *a = ha_arena_alloc(arena, sizeof *a);
  a->arena = arena;
  a->vocab = vocab;
  a->terms = ha_vocab_terms(vocab);
  return a;
}

/* What is not its name: written where the symbol is first met. */
static void add_symbol(struct ha_alpha *a, ha_symbol symbol) {
  const struct ha_symbol_row *row = ha_symbol_get(a->terms, symbol);
  uint64_t rests[HA_FACTS_REST_ON];
  ha_digest_add(&a->digest, row->sort + 256u * row->count);
  for (unsigned i = 0; i < row->count; i++)
    ha_digest_add(&a->digest, row->args[i]);
  ha_facts_rest_on(a->vocab, symbol, rests);
  for (unsigned i = 0; i < HA_FACTS_REST_ON; i++)
    ha_digest_add(&a->digest, rests[i]);
}

static uint32_t symbol_number(struct ha_alpha *a, ha_symbol symbol) {
  while (a->symbol.count <= symbol)
    HA_PUSH(a->arena, a->symbol, (struct place){0});
  struct place *place = &a->symbol.at[symbol];
  if (place->run != a->run) {
    *place = (struct place){a->run, a->symbols.count};
    HA_PUSH(a->arena, a->symbols, symbol);
    add_symbol(a, symbol);
  }
  return place->number;
}

static uint32_t part_number(struct ha_alpha *a, ha_term term) {
  if (a->part.at[term].run == a->run)
    return a->part.at[term].number;
  struct ha_term_row row = *ha_term_get(a->terms, term);
  uint32_t few[4], *args = few;
  if (row.count > 4)
    args = ha_arena_alloc(a->arena, row.count * sizeof *args);
  for (unsigned i = 0; i < row.count; i++)
    args[i] = part_number(a, row.args[i]);
  bool names = row.op == HA_TERM_SYM || row.op == HA_TERM_APP;
  uint64_t imm = names ? symbol_number(a, (ha_symbol)row.imm) : (uint64_t)row.imm;
  ha_digest_add(&a->digest,
                row.op | (uint64_t)row.sort << 8 | (uint64_t)row.count << 16);
  ha_digest_add(&a->digest, imm);
  for (unsigned i = 0; i < row.count; i++)
    ha_digest_add(&a->digest, args[i]);
  a->part.at[term] = (struct place){a->run, a->parts};
  return a->parts++;
}

static const struct ha_form *make_form(struct ha_alpha *a, ha_term formula) {
  while (a->part.count <= formula)
    HA_PUSH(a->arena, a->part, (struct place){0});
  a->run++;
  a->parts = 0;
  a->digest = (struct ha_digest){{0x68656170, 0x61627321}};
  a->symbols = (struct ha_symbol_list){0};
  part_number(a, formula);
  ha_digest_add(&a->digest, a->symbols.count);
  struct ha_form *form = ha_arena_alloc(a->arena, sizeof *form);
  *form = (struct ha_form){a->digest, a->symbols.at, a->symbols.count};
  return form;
}

const struct ha_form *ha_alpha_form(struct ha_alpha *a, ha_term formula) {
  while (a->forms.count <= formula)
    HA_PUSH(a->arena, a->forms, NULL);
  if (!a->forms.at[formula])
    a->forms.at[formula] = make_form(a, formula);
  return a->forms.at[formula];
}
