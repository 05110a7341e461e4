/* Terms are rows of a table found again by a hash of their contents.  Every term's
 * arguments have smaller ids than the term, so a pass over the ids is a pass in
 * topological order. */
#include "term.h"
#include "../gcl/arena.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const ha_term_text[] = {
#define HA_TERM(name, text, arity, sort) text,
#include "term_op.def"
#undef HA_TERM
};
static const uint8_t op_sort[] = {
#define HA_TERM(name, text, arity, sort) HA_SORT_##sort,
#include "term_op.def"
#undef HA_TERM
};
static const int8_t op_arity[] = {
#define HA_TERM(name, text, arity, sort) arity,
#include "term_op.def"
#undef HA_TERM
};
static const uint8_t named_sort[] = {
#define HA_NAMED(name, text, sort, args) HA_SORT_##sort,
#include "named.def"
#undef HA_NAMED
};
const char *const ha_named_text[] = {
#define HA_NAMED(name, text, sort, args) text,
#include "named.def"
#undef HA_NAMED
};
const char *const ha_named_args[] = {
#define HA_NAMED(name, text, sort, args) args,
#include "named.def"
#undef HA_NAMED
};
const char *const ha_sort_text[] = {"none", "bool", "int",  "obj", "link",
                                    "data", "set",  "ints", "bag"};

struct index {
  uint32_t *slots; /* ids; 0: empty */
  uint32_t size;   /* a power of two */
};

struct ha_terms {
  struct ha_arena *arena;
  HA_VEC(struct ha_term_row) rows;
  HA_VEC(uint32_t) hashes; /* by term */
  struct index index;
  HA_VEC(struct ha_symbol_row) symbols;
  struct index names;
  HA_VEC(uint32_t) suffixes; /* by symbol: the last n of a fresh name.n */
  ha_term truth, falsity, null;
};

/* ---- the tables ---- */

static uint32_t mix(uint32_t hash, uint64_t value) {
  value = (value ^ hash) * 0x9e3779b97f4a7c15u;
  return (uint32_t)(value >> 29) ^ (uint32_t)value;
}

static uint32_t hash_row(const struct ha_term_row *row) {
  uint32_t hash = mix(row->op + 31u * row->sort, (uint64_t)row->imm);
  for (unsigned i = 0; i < row->count; i++)
    hash = mix(hash, row->args[i]);
  return hash;
}

static uint32_t hash_name(const char *name) {
  uint32_t hash = 2166136261u;
  for (; *name; name++)
    hash = (hash ^ (unsigned char)*name) * 16777619u;
  return hash;
}

static void index_add(struct index *index, uint32_t hash, uint32_t id) {
  uint32_t at = hash & (index->size - 1);
  while (index->slots[at])
    at = (at + 1) & (index->size - 1);
  index->slots[at] = id;
}

static struct index index_new(struct ha_arena *arena, uint32_t size) {
  return (struct index){ha_arena_alloc(arena, size * sizeof(uint32_t)), size};
}

static bool same_row(const struct ha_term_row *a, const struct ha_term_row *b) {
  return a->op == b->op && a->sort == b->sort && a->imm == b->imm &&
         a->count == b->count &&
         (!a->count || !memcmp(a->args, b->args, a->count * sizeof(ha_term)));
}

static ha_term find_row(const struct ha_terms *t, const struct ha_term_row *row,
                        uint32_t hash) {
  uint32_t mask = t->index.size - 1;
  for (uint32_t at = hash & mask; t->index.slots[at]; at = (at + 1) & mask) {
    ha_term id = t->index.slots[at];
    if (t->hashes.at[id] == hash && same_row(&t->rows.at[id], row))
      return id;
  }
  return 0;
}

static void grow_index(struct ha_terms *t) {
  t->index = index_new(t->arena, 2 * t->index.size);
  for (ha_term id = 1; id < t->rows.count; id++)
    index_add(&t->index, t->hashes.at[id], id);
}

static uint16_t open_of(const struct ha_terms *t, const struct ha_term_row *row) {
  uint16_t open = row->op == HA_TERM_BOUND ? (uint16_t)(row->imm + 1) : 0;
  for (unsigned i = 0; i < row->count; i++)
    if (t->rows.at[row->args[i]].open > open)
      open = t->rows.at[row->args[i]].open;
  return row->op == HA_TERM_FORALL && open ? (uint16_t)(open - 1) : open;
}

static bool quantifies(const struct ha_terms *t, const struct ha_term_row *row) {
  bool found = row->op == HA_TERM_FORALL;
  for (unsigned i = 0; i < row->count && !found; i++)
    found = t->rows.at[row->args[i]].has_quantifier;
  return found;
}

/* The term of this row; `args` is copied if it is new. */
static ha_term intern(struct ha_terms *t, struct ha_term_row row) {
  uint32_t hash = hash_row(&row);
  ha_term found = find_row(t, &row, hash);
  if (found)
    return found;
  row.open = open_of(t, &row);
  row.has_quantifier = quantifies(t, &row);
  if (row.count) {
    ha_term *args = ha_arena_alloc(t->arena, row.count * sizeof(ha_term));
    memcpy(args, row.args, row.count * sizeof(ha_term));
    row.args = args;
  }
  ha_term id = t->rows.count;
  HA_PUSH(t->arena, t->rows, row);
  HA_PUSH(t->arena, t->hashes, hash);
  if (2 * t->rows.count > t->index.size)
    grow_index(t);
  else
    index_add(&t->index, hash, id);
  return id;
}

static ha_term intern_op(struct ha_terms *t, enum ha_term_op op, enum ha_sort sort,
                         int64_t imm, const ha_term *args, unsigned count) {
  return intern(t, (struct ha_term_row){.op = (uint8_t)op,
                                        .sort = (uint8_t)sort,
                                        .count = (uint16_t)count,
                                        .args = args,
                                        .imm = imm});
}

struct ha_terms *ha_terms_new(struct ha_arena *arena) {
  struct ha_terms *t = ha_arena_alloc(arena, sizeof *t);
  t->arena = arena;
  t->index = index_new(arena, 1024);
  t->names = index_new(arena, 256);
  HA_PUSH(arena, t->rows, (struct ha_term_row){0});
  HA_PUSH(arena, t->hashes, 0);
  HA_PUSH(arena, t->symbols, (struct ha_symbol_row){0});
  t->truth = intern_op(t, HA_TERM_TRUE, HA_SORT_BOOL, 0, NULL, 0);
  t->falsity = intern_op(t, HA_TERM_FALSE, HA_SORT_BOOL, 0, NULL, 0);
  t->null = intern_op(t, HA_TERM_NULL, HA_SORT_OBJ, 0, NULL, 0);
  return t;
}

struct ha_arena *ha_terms_arena(const struct ha_terms *t) { return t->arena; }
uint32_t ha_terms_count(const struct ha_terms *t) { return t->rows.count; }

const struct ha_term_row *ha_term_get(const struct ha_terms *t, ha_term term) {
  assert(term && term < t->rows.count);
  return &t->rows.at[term];
}

/* ---- symbols ---- */

ha_symbol ha_symbol_find(const struct ha_terms *t, const char *name) {
  uint32_t mask = t->names.size - 1;
  for (uint32_t at = hash_name(name) & mask; t->names.slots[at]; at = (at + 1) & mask)
    if (!strcmp(t->symbols.at[t->names.slots[at]].name, name))
      return t->names.slots[at];
  return 0;
}

const struct ha_symbol_row *ha_symbol_get(const struct ha_terms *t, ha_symbol symbol) {
  assert(symbol && symbol < t->symbols.count);
  return &t->symbols.at[symbol];
}

uint32_t ha_symbols_count(const struct ha_terms *t) { return t->symbols.count; }

static void grow_names(struct ha_terms *t) {
  t->names = index_new(t->arena, 2 * t->names.size);
  for (ha_symbol s = 1; s < t->symbols.count; s++)
    index_add(&t->names, hash_name(t->symbols.at[s].name), s);
}

ha_symbol ha_symbol_function(struct ha_terms *t, const char *name, enum ha_sort sort,
                             const enum ha_sort *args, unsigned count) {
  ha_symbol found = ha_symbol_find(t, name);
  if (found) {
    assert(t->symbols.at[found].sort == sort && t->symbols.at[found].count == count);
    return found;
  }
  struct ha_symbol_row row = {.name = ha_arena_strdup(t->arena, name),
                              .sort = (uint8_t)sort,
                              .count = (uint8_t)count};
  assert(count <= sizeof row.args);
  for (unsigned i = 0; i < count; i++)
    row.args[i] = (uint8_t)args[i];
  ha_symbol symbol = t->symbols.count;
  HA_PUSH(t->arena, t->symbols, row);
  if (2 * t->symbols.count > t->names.size)
    grow_names(t);
  else
    index_add(&t->names, hash_name(name), symbol);
  return symbol;
}

ha_symbol ha_symbol_make(struct ha_terms *t, const char *name, enum ha_sort sort) {
  return ha_symbol_function(t, name, sort, NULL, 0);
}

ha_symbol ha_symbol_fresh(struct ha_terms *t, const char *hint, enum ha_sort sort) {
  ha_symbol first = ha_symbol_find(t, hint);
  if (!first)
    return ha_symbol_make(t, hint, sort);
  char *name;
  while (t->suffixes.count <= first)
    HA_PUSH(t->arena, t->suffixes, 0);
  do
    name = ha_arena_printf(t->arena, "%s.%u", hint, ++t->suffixes.at[first]);
  while (ha_symbol_find(t, name));
  return ha_symbol_make(t, name, sort);
}

/* ---- makers ---- */

ha_term ha_true(struct ha_terms *t) { return t->truth; }
ha_term ha_false(struct ha_terms *t) { return t->falsity; }
ha_term ha_null(struct ha_terms *t) { return t->null; }

ha_term ha_int(struct ha_terms *t, int64_t value) {
  return intern_op(t, HA_TERM_INT, HA_SORT_INT, value, NULL, 0);
}

ha_term ha_sym(struct ha_terms *t, ha_symbol symbol) {
  assert(ha_symbol_get(t, symbol)->count == 0);
  return intern_op(t, HA_TERM_SYM, ha_symbol_get(t, symbol)->sort, symbol, NULL, 0);
}

ha_term ha_term_bound(struct ha_terms *t, unsigned index, enum ha_sort sort) {
  return intern_op(t, HA_TERM_BOUND, sort, index, NULL, 0);
}

static enum ha_term_op op_of(const struct ha_terms *t, ha_term term) {
  return t->rows.at[term].op;
}

static const ha_term *args_of(const struct ha_terms *t, ha_term term) {
  return t->rows.at[term].args;
}

static int64_t imm_of(const struct ha_terms *t, ha_term term) {
  return t->rows.at[term].imm;
}

static enum ha_sort sort_of(const struct ha_terms *t, ha_term term) {
  return t->rows.at[term].sort;
}

ha_term ha_not(struct ha_terms *t, ha_term p) {
  if (p == t->truth || p == t->falsity)
    return p == t->truth ? t->falsity : t->truth;
  if (op_of(t, p) == HA_TERM_NOT)
    return args_of(t, p)[0];
  return intern_op(t, HA_TERM_NOT, HA_SORT_BOOL, 0, &p, 1);
}

static int by_id(const void *a, const void *b) {
  ha_term x = *(const ha_term *)a, y = *(const ha_term *)b;
  return x < y ? -1 : x > y;
}

struct operands {
  ha_term *at;
  unsigned count, capacity;
};

static void flatten(struct ha_terms *t, enum ha_term_op op, const ha_term *args,
                    unsigned count, struct operands *out) {
  for (unsigned i = 0; i < count; i++) {
    const struct ha_term_row *row = &t->rows.at[args[i]];
    if (row->op == op)
      for (unsigned j = 0; j < row->count; j++)
        HA_PUSH(t->arena, *out, row->args[j]);
    else
      HA_PUSH(t->arena, *out, args[i]);
  }
}

/* Sorts, drops repetitions and the neutral element; false if the whole is absorbed. */
static bool canonical(struct ha_terms *t, ha_term neutral, struct operands *list) {
  qsort(list->at, list->count, sizeof(ha_term), by_id);
  unsigned kept = 0;
  for (unsigned i = 0; i < list->count; i++) {
    ha_term term = list->at[i];
    if (term == ha_not(t, neutral))
      return false;
    if (term != neutral && (!kept || list->at[kept - 1] != term))
      list->at[kept++] = term;
  }
  list->count = kept;
  for (unsigned i = 0; i < kept; i++) {
    ha_term negation = ha_not(t, list->at[i]);
    if (bsearch(&negation, list->at, kept, sizeof(ha_term), by_id))
      return false;
  }
  return true;
}

ha_term ha_all(struct ha_terms *t, enum ha_term_op op, const ha_term *args,
               unsigned count) {
  ha_term neutral = op == HA_TERM_AND ? t->truth : t->falsity;
  struct operands list = {0};
  flatten(t, op, args, count, &list);
  if (!canonical(t, neutral, &list))
    return ha_not(t, neutral);
  if (list.count < 2)
    return list.count ? list.at[0] : neutral;
  return intern_op(t, op, HA_SORT_BOOL, 0, list.at, list.count);
}

ha_term ha_and(struct ha_terms *t, ha_term p, ha_term q) {
  return ha_all(t, HA_TERM_AND, (ha_term[]){p, q}, 2);
}

ha_term ha_or(struct ha_terms *t, ha_term p, ha_term q) {
  return ha_all(t, HA_TERM_OR, (ha_term[]){p, q}, 2);
}

ha_term ha_implies(struct ha_terms *t, ha_term p, ha_term q) {
  return ha_or(t, ha_not(t, p), q);
}

static ha_term make_iff(struct ha_terms *t, ha_term p, ha_term q) {
  if (p == q)
    return t->truth;
  if (p == t->truth || p == t->falsity)
    return p == t->truth ? q : ha_not(t, q);
  if (q == t->truth || q == t->falsity)
    return q == t->truth ? p : ha_not(t, p);
  if (p == ha_not(t, q))
    return t->falsity;
  ha_term args[] = {p < q ? p : q, p < q ? q : p};
  return intern_op(t, HA_TERM_IFF, HA_SORT_BOOL, 0, args, 2);
}

ha_term ha_eq(struct ha_terms *t, ha_term a, ha_term b) {
  assert(sort_of(t, a) == sort_of(t, b));
  if (sort_of(t, a) == HA_SORT_BOOL)
    return make_iff(t, a, b);
  if (a == b)
    return t->truth;
  if (op_of(t, a) == HA_TERM_INT && op_of(t, b) == HA_TERM_INT)
    return t->falsity;
  ha_term args[] = {a < b ? a : b, a < b ? b : a};
  return intern_op(t, HA_TERM_EQ, HA_SORT_BOOL, 0, args, 2);
}

ha_term ha_le(struct ha_terms *t, ha_term i, ha_term j) {
  if (i == j)
    return t->truth;
  if (op_of(t, i) == HA_TERM_INT && op_of(t, j) == HA_TERM_INT)
    return imm_of(t, i) <= imm_of(t, j) ? t->truth : t->falsity;
  return intern_op(t, HA_TERM_LE, HA_SORT_BOOL, 0, (ha_term[]){i, j}, 2);
}

ha_term ha_lt(struct ha_terms *t, ha_term i, ha_term j) {
  return ha_not(t, ha_le(t, j, i));
}

ha_term ha_add(struct ha_terms *t, ha_term i, ha_term j) {
  bool first = op_of(t, i) == HA_TERM_INT, second = op_of(t, j) == HA_TERM_INT;
  int64_t sum;
  if (first && second && !__builtin_add_overflow(imm_of(t, i), imm_of(t, j), &sum))
    return ha_int(t, sum);
  if ((first && !imm_of(t, i)) || (second && !imm_of(t, j)))
    return first && !imm_of(t, i) ? j : i;
  return intern_op(t, HA_TERM_ADD, HA_SORT_INT, 0, (ha_term[]){i, j}, 2);
}

/* A number comes first; of two whose product is too large the older term, so that the
 * same product made again is the same term. */
static ha_term make_mul(struct ha_terms *t, ha_term i, ha_term j) {
  int64_t product;
  if (op_of(t, j) == HA_TERM_INT && (op_of(t, i) != HA_TERM_INT || j < i)) {
    ha_term swap = i;
    i = j;
    j = swap;
  }
  if (op_of(t, i) == HA_TERM_INT && op_of(t, j) == HA_TERM_INT &&
      !__builtin_mul_overflow(imm_of(t, i), imm_of(t, j), &product))
    return ha_int(t, product);
  if (op_of(t, i) == HA_TERM_INT && imm_of(t, i) == 1)
    return j;
  return intern_op(t, HA_TERM_MUL, HA_SORT_INT, 0, (ha_term[]){i, j}, 2);
}

ha_term ha_sub(struct ha_terms *t, ha_term i, ha_term j) {
  if (i == j)
    return ha_int(t, 0);
  return ha_add(t, i, make_mul(t, ha_int(t, -1), j));
}

ha_term ha_ite(struct ha_terms *t, ha_term p, ha_term a, ha_term b) {
  assert(sort_of(t, a) == sort_of(t, b));
  if (p == t->truth || a == b)
    return a;
  if (p == t->falsity)
    return b;
  if (sort_of(t, a) == HA_SORT_BOOL)
    return ha_and(t, ha_implies(t, p, a), ha_or(t, p, b));
  if (op_of(t, p) == HA_TERM_NOT)
    return ha_ite(t, args_of(t, p)[0], b, a);
  return intern_op(t, HA_TERM_ITE, sort_of(t, a), 0, (ha_term[]){p, a, b}, 3);
}

static enum ha_sort element_sort(enum ha_sort map) {
  if (map == HA_SORT_LINK)
    return HA_SORT_OBJ;
  return map == HA_SORT_DATA || map == HA_SORT_BAG ? HA_SORT_INT : HA_SORT_BOOL;
}

/* How often x is in a multiset that is written out; 0: not written out. */
static ha_term count_in(struct ha_terms *t, ha_term bag, ha_term x) {
  const ha_term *args = args_of(t, bag);
  switch (op_of(t, bag)) {
  case HA_TERM_EMPTY:
    return ha_int(t, 0);
  case HA_TERM_SINGLE:
    return ha_ite(t, ha_eq(t, args[0], x), ha_int(t, 1), ha_int(t, 0));
  case HA_TERM_UNION:
    return ha_add(t, ha_select(t, args[0], x), ha_select(t, args[1], x));
  default:
    return 0;
  }
}

/* Membership in a set that is written out is said without it; a field just stored is
 * what was stored. */
ha_term ha_select(struct ha_terms *t, ha_term map, ha_term x) {
  const ha_term *args = args_of(t, map);
  ha_term count = sort_of(t, map) == HA_SORT_BAG ? count_in(t, map, x) : 0;
  if (count)
    return count;
  switch (op_of(t, map)) {
  case HA_TERM_STORE:
    if (args[1] == x)
      return args[2];
    break;
  case HA_TERM_EMPTY:
    return t->falsity;
  case HA_TERM_SINGLE:
    return ha_eq(t, args[0], x);
  case HA_TERM_UNION:
    return ha_or(t, ha_select(t, args[0], x), ha_select(t, args[1], x));
  case HA_TERM_INTER:
    return ha_and(t, ha_select(t, args[0], x), ha_select(t, args[1], x));
  case HA_TERM_DIFF:
    return ha_and(t, ha_select(t, args[0], x), ha_not(t, ha_select(t, args[1], x)));
  default:
    break;
  }
  return intern_op(t, HA_TERM_SELECT, element_sort(sort_of(t, map)), 0,
                   (ha_term[]){map, x}, 2);
}

/* The second of two stores at one place is the one that counts. */
ha_term ha_store(struct ha_terms *t, ha_term map, ha_term x, ha_term value) {
  assert(sort_of(t, value) == element_sort(sort_of(t, map)));
  if (op_of(t, map) == HA_TERM_STORE && args_of(t, map)[1] == x)
    map = args_of(t, map)[0];
  return intern_op(t, HA_TERM_STORE, sort_of(t, map), 0, (ha_term[]){map, x, value}, 3);
}

ha_term ha_btwn(struct ha_terms *t, ha_term f, ha_term x, ha_term y, ha_term z) {
  assert(sort_of(t, f) == HA_SORT_LINK);
  if (x == y && y == z)
    return t->truth;
  return intern_op(t, HA_TERM_BTWN, HA_SORT_BOOL, 0, (ha_term[]){f, x, y, z}, 4);
}

ha_term ha_reach(struct ha_terms *t, ha_term f, ha_term x, ha_term y) {
  return ha_btwn(t, f, x, y, y);
}

ha_term ha_forall(struct ha_terms *t, enum ha_sort sort, ha_term body) {
  if (body == t->truth || body == t->falsity)
    return body;
  return intern_op(t, HA_TERM_FORALL, HA_SORT_BOOL, sort, &body, 1);
}

ha_term ha_exists(struct ha_terms *t, enum ha_sort sort, ha_term body) {
  return ha_not(t, ha_forall(t, sort, ha_not(t, body)));
}

static enum ha_sort sort_of_whole(struct ha_terms *t, enum ha_term_op op, int64_t imm,
                                  const ha_term *args) {
  if (op == HA_TERM_APP)
    return ha_symbol_get(t, (ha_symbol)imm)->sort;
  if (op == HA_TERM_NAMED)
    return named_sort[imm];
  if ((op == HA_TERM_EMPTY || op == HA_TERM_SINGLE) && imm)
    return (enum ha_sort)imm;
  if (op == HA_TERM_IMAGE)
    return sort_of(t, args[1]) == HA_SORT_LINK ? HA_SORT_SET : HA_SORT_INTS;
  return op_sort[op] ? op_sort[op] : sort_of(t, args[1]);
}

ha_term ha_term_make(struct ha_terms *t, enum ha_term_op op, int64_t imm,
                     const ha_term *args, unsigned count) {
  assert(op_arity[op] < 0 || (unsigned)op_arity[op] == count);
  switch (op) {
  case HA_TERM_SYM:
    return ha_sym(t, (ha_symbol)imm);
  case HA_TERM_INT:
    return ha_int(t, imm);
  case HA_TERM_NOT:
    return ha_not(t, args[0]);
  case HA_TERM_AND:
  case HA_TERM_OR:
    return ha_all(t, op, args, count);
  case HA_TERM_IFF:
  case HA_TERM_EQ:
    return ha_eq(t, args[0], args[1]);
  case HA_TERM_LE:
    return ha_le(t, args[0], args[1]);
  case HA_TERM_ADD:
    return ha_add(t, args[0], args[1]);
  case HA_TERM_MUL:
    return make_mul(t, args[0], args[1]);
  case HA_TERM_ITE:
    return ha_ite(t, args[0], args[1], args[2]);
  case HA_TERM_SELECT:
    return ha_select(t, args[0], args[1]);
  case HA_TERM_STORE:
    return ha_store(t, args[0], args[1], args[2]);
  case HA_TERM_BTWN:
    return ha_btwn(t, args[0], args[1], args[2], args[3]);
  case HA_TERM_FORALL:
    return ha_forall(t, (enum ha_sort)imm, args[0]);
  default:
    return intern_op(t, op, sort_of_whole(t, op, imm, args), imm, args, count);
  }
}
