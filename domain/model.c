/* All tables share one hash table; a new model is a new stamp on its slots. */
#include "model.h"
#include "../gcl/arena.h"
#include "sheet.h"
#include <assert.h>

struct key {
  uint32_t table; /* of a symbol: HA_TABLES * symbol + table */
  uint32_t count;
  int64_t args[4];
};

struct slot {
  uint32_t stamp; /* empty unless it is the model's */
  struct key key;
  int64_t value;
};

struct memo {
  uint32_t stamp;
  struct ha_said said;
};

struct ha_model {
  struct ha_arena *arena;
  struct ha_terms *terms;
  struct ha_model_source source;
  uint32_t stamp;
  struct slot *slots;
  uint32_t size, used;     /* size: a power of two */
  HA_VEC(uint32_t) loaded; /* by table: the stamp of the model it was loaded for */
  struct ha_sheet memos;   /* by term: struct memo */
};

struct ha_model *ha_model_new(struct ha_arena *arena, struct ha_terms *terms,
                              struct ha_model_source source) {
  struct ha_model *m = ha_arena_alloc(arena, sizeof *m);
  m->arena = arena;
  m->terms = terms;
  m->source = source;
  m->size = 1024;
  m->slots = ha_arena_alloc(arena, m->size * sizeof *m->slots);
  ha_model_begin(m);
  return m;
}

void ha_model_begin(struct ha_model *m) {
  m->stamp++;
  m->used = 0;
}

/* ---- entries ---- */

static uint32_t hash(const struct key *key) {
  uint64_t h = key->table * UINT64_C(0x9e3779b97f4a7c15);
  for (unsigned i = 0; i < key->count; i++)
    h = (h ^ (uint64_t)key->args[i]) * UINT64_C(0xff51afd7ed558ccd) + (h >> 31);
  return (uint32_t)(h >> 32);
}

static bool same_key(const struct key *a, const struct key *b) {
  bool same = a->table == b->table && a->count == b->count;
  for (unsigned i = 0; same && i < a->count; i++)
    same = a->args[i] == b->args[i];
  return same;
}

static struct slot *find(const struct ha_model *m, const struct key *key) {
  uint32_t at = hash(key) & (m->size - 1);
  while (m->slots[at].stamp == m->stamp && !same_key(&m->slots[at].key, key))
    at = (at + 1) & (m->size - 1);
  return &m->slots[at];
}

static void grow(struct ha_model *m) {
  struct slot *old = m->slots;
  uint32_t size = m->size;
  m->size *= 2;
  m->slots = ha_arena_alloc(m->arena, m->size * sizeof *m->slots);
  for (uint32_t i = 0; i < size; i++)
    if (old[i].stamp == m->stamp)
      *find(m, &old[i].key) = old[i];
}

static struct key make_key(enum ha_table table, ha_symbol symbol, const int64_t *args,
                           unsigned count) {
  struct key key = {.table = HA_TABLES * symbol + table, .count = count};
  assert(count <= 4);
  for (unsigned i = 0; i < count; i++)
    key.args[i] = args[i];
  return key;
}

void ha_model_add(struct ha_model *m, enum ha_table table, ha_symbol symbol,
                  const int64_t *args, unsigned count, int64_t value) {
  struct key key = make_key(table, symbol, args, count);
  if (2 * ++m->used > m->size)
    grow(m);
  *find(m, &key) = (struct slot){m->stamp, key, value};
}

static void load(struct ha_model *m, enum ha_table table, ha_symbol symbol) {
  uint32_t index = HA_TABLES * symbol + table;
  while (m->loaded.count <= index)
    HA_PUSH(m->arena, m->loaded, 0);
  if (m->loaded.at[index] == m->stamp)
    return;
  m->loaded.at[index] = m->stamp;
  m->source.load(m->source.context, m, table, symbol);
}

static const struct ha_said unsaid = {false, 0};

static struct ha_said said(int64_t value) { return (struct ha_said){true, value}; }

static struct ha_said look_up(struct ha_model *m, enum ha_table table, ha_symbol symbol,
                              const ha_term *terms, unsigned count) {
  int64_t args[4];
  assert(count <= 4);
  for (unsigned i = 0; i < count; i++) {
    struct ha_said arg = ha_model_eval(m, terms[i]);
    if (!arg.known)
      return unsaid;
    args[i] = arg.value;
  }
  load(m, table, symbol);
  struct key key = make_key(table, symbol, args, count);
  const struct slot *slot = find(m, &key);
  return slot->stamp == m->stamp ? said(slot->value) : unsaid;
}

/* ---- terms ---- */

static ha_symbol map_of(const struct ha_model *m, ha_term map) {
  const struct ha_term_row *row = ha_term_get(m->terms, map);
  assert(row->op == HA_TERM_SYM);
  return (ha_symbol)row->imm;
}

static struct ha_said connective(struct ha_model *m, const struct ha_term_row *row) {
  int64_t absorbing = row->op == HA_TERM_OR;
  struct ha_said sum = said(!absorbing);
  for (unsigned i = 0; i < row->count; i++) {
    struct ha_said s = ha_model_eval(m, row->args[i]);
    if (s.known && s.value == absorbing)
      return s;
    sum.known &= s.known;
  }
  return sum;
}

static struct ha_said conditional(struct ha_model *m, const struct ha_term_row *row) {
  struct ha_said p = ha_model_eval(m, row->args[0]);
  return p.known ? ha_model_eval(m, row->args[p.value ? 1 : 2]) : unsaid;
}

static struct ha_said binary(struct ha_model *m, const struct ha_term_row *row) {
  struct ha_said a = ha_model_eval(m, row->args[0]);
  struct ha_said b = ha_model_eval(m, row->args[1]);
  int64_t result;
  if (!a.known || !b.known)
    return unsaid;
  switch (row->op) {
  case HA_TERM_LE:
    return said(a.value <= b.value);
  case HA_TERM_ADD:
    return __builtin_add_overflow(a.value, b.value, &result) ? unsaid : said(result);
  case HA_TERM_MUL:
    return __builtin_mul_overflow(a.value, b.value, &result) ? unsaid : said(result);
  default:
    return said(a.value == b.value);
  }
}

static struct ha_said compute(struct ha_model *m, const struct ha_term_row *row) {
  struct ha_said s;
  switch ((enum ha_term_op)row->op) {
  case HA_TERM_TRUE:
  case HA_TERM_FALSE:
    return said(row->op == HA_TERM_TRUE);
  case HA_TERM_INT:
    return said(row->imm);
  case HA_TERM_NULL:
    return look_up(m, HA_TABLE_SYMBOL, 0, NULL, 0);
  case HA_TERM_SYM:
  case HA_TERM_APP:
    return look_up(m, HA_TABLE_SYMBOL, (ha_symbol)row->imm, row->args, row->count);
  case HA_TERM_SELECT:
    return look_up(m, HA_TABLE_SYMBOL, map_of(m, row->args[0]), row->args + 1, 1);
  case HA_TERM_BTWN:
    return look_up(m, HA_TABLE_BETWEEN, map_of(m, row->args[0]), row->args + 1, 3);
  case HA_TERM_DIST:
    return look_up(m, HA_TABLE_DISTANCE, map_of(m, row->args[0]), row->args + 1, 2);
  case HA_TERM_NOT:
    s = ha_model_eval(m, row->args[0]);
    return s.known ? said(!s.value) : unsaid;
  case HA_TERM_AND:
  case HA_TERM_OR:
    return connective(m, row);
  case HA_TERM_ITE:
    return conditional(m, row);
  case HA_TERM_IFF:
  case HA_TERM_EQ:
  case HA_TERM_LE:
  case HA_TERM_ADD:
  case HA_TERM_MUL:
    return binary(m, row);
  default:
    return unsaid;
  }
}

struct ha_said ha_model_eval(struct ha_model *m, ha_term term) {
  struct memo *memo = ha_sheet_slot(m->arena, &m->memos, term, sizeof *memo);
  if (memo->stamp != m->stamp) {
    struct ha_term_row row = *ha_term_get(m->terms, term);
    memo->said = compute(m, &row);
    memo->stamp = m->stamp;
  }
  return memo->said;
}
