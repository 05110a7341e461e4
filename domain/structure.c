/* Closed terms are evaluated once; terms with bound variables once per assignment. */
#include "structure.h"
#include "../gcl/arena.h"
#include "sheet.h"
#include <assert.h>
#include <string.h>

enum { DEEPEST = 16 }; /* quantifiers inside each other */

typedef __int128 wide;

struct value {
  bool known;
  wide number;
};

struct entry {
  int64_t args[4];
  int64_t value;
};

struct meaning {
  uint32_t reset; /* of the structure it belongs to; else it is all 0 */
  int64_t constant;
  int64_t *map;
  unsigned room; /* of the map */
  bool has_map;
  HA_VEC(struct entry) entries;
};

struct memo {
  uint32_t stamp; /* valid if it is the structure's, or its epoch for open terms */
  struct value value;
  const int64_t *map;
  int64_t *own;  /* where a map that is no symbol's is made, again and again */
  unsigned room; /* of it */
};

struct ha_structure {
  struct ha_arena *arena;
  struct ha_terms *terms;
  unsigned objects;
  uint32_t resets;
  HA_VEC(struct meaning) meanings; /* by symbol */
  struct ha_sheet memos;           /* by term: struct memo */
  uint32_t stamps, stamp, epoch;   /* given out; of closed terms; of open ones */
  wide bound[DEEPEST];             /* the innermost last */
  unsigned depth;
};

struct ha_structure *ha_structure_new(struct ha_arena *arena, struct ha_terms *terms,
                                      unsigned objects) {
  struct ha_structure *s = ha_arena_alloc(arena, sizeof *s);
  s->arena = arena;
  s->terms = terms;
  ha_structure_reset(s, objects);
  return s;
}

void ha_structure_reset(struct ha_structure *s, unsigned objects) {
  s->objects = objects;
  s->resets++;
  ha_structure_changed(s);
}

unsigned ha_structure_objects(const struct ha_structure *s) { return s->objects; }

void ha_structure_changed(struct ha_structure *s) {
  s->stamp = ++s->stamps;
  s->epoch = ++s->stamps;
}

static struct meaning *meaning_of(struct ha_structure *s, ha_symbol symbol) {
  while (s->meanings.count <= symbol)
    HA_PUSH(s->arena, s->meanings, (struct meaning){0});
  struct meaning *m = &s->meanings.at[symbol];
  if (m->reset != s->resets) {
    m->reset = s->resets;
    m->constant = 0;
    m->has_map = false;
    m->entries.count = 0;
  }
  return m;
}

void ha_structure_set(struct ha_structure *s, ha_symbol constant, int64_t value) {
  meaning_of(s, constant)->constant = value;
  ha_structure_changed(s);
}

int64_t ha_structure_get(struct ha_structure *s, ha_symbol constant) {
  return meaning_of(s, constant)->constant;
}

static int64_t *room_for(struct ha_structure *s, int64_t *map, unsigned *room) {
  if (s->objects <= *room)
    return map;
  *room = 2 * s->objects;
  return ha_arena_alloc(s->arena, *room * sizeof *map);
}

int64_t *ha_structure_map(struct ha_structure *s, ha_symbol map) {
  struct meaning *m = meaning_of(s, map);
  if (m->has_map)
    return m->map;
  m->map = room_for(s, m->map, &m->room);
  memset(m->map, 0, s->objects * sizeof *m->map);
  m->has_map = true;
  return m->map;
}

static const struct entry *find_entry(struct ha_structure *s, ha_symbol function,
                                      const int64_t *args) {
  const struct meaning *m = meaning_of(s, function);
  unsigned count = ha_symbol_get(s->terms, function)->count;
  for (unsigned i = 0; i < m->entries.count; i++)
    if (!memcmp(m->entries.at[i].args, args, count * sizeof *args))
      return &m->entries.at[i];
  return NULL;
}

void ha_structure_set_at(struct ha_structure *s, ha_symbol function,
                         const int64_t *args, int64_t value) {
  struct entry entry = {.value = value};
  struct meaning *m = meaning_of(s, function);
  memcpy(entry.args, args, ha_symbol_get(s->terms, function)->count * sizeof *args);
  struct entry *found = (struct entry *)find_entry(s, function, args);
  if (found)
    found->value = value;
  else
    HA_PUSH(s->arena, m->entries, entry);
  ha_structure_changed(s);
}

/* ---- snapshots ---- */

struct ha_snapshot {
  unsigned objects, count;
  struct meaning meanings[]; /* by symbol */
};

struct ha_snapshot *ha_structure_save(const struct ha_structure *s,
                                      struct ha_arena *arena) {
  unsigned count = s->meanings.count;
  struct ha_snapshot *saved =
      ha_arena_alloc(arena, sizeof *saved + count * sizeof *saved->meanings);
  saved->objects = s->objects;
  saved->count = count;
  for (unsigned i = 0; i < count; i++) {
    const struct meaning *from = &s->meanings.at[i];
    struct meaning *to = &saved->meanings[i];
    if (from->reset != s->resets)
      continue;
    *to = (struct meaning){.constant = from->constant, .has_map = from->has_map};
    if (from->has_map) {
      to->map = ha_arena_alloc(arena, s->objects * sizeof *to->map);
      memcpy(to->map, from->map, s->objects * sizeof *to->map);
    }
    for (unsigned k = 0; k < from->entries.count; k++)
      HA_PUSH(arena, to->entries, from->entries.at[k]);
  }
  return saved;
}

void ha_structure_load(struct ha_structure *s, const struct ha_snapshot *saved) {
  ha_structure_reset(s, saved->objects);
  for (ha_symbol i = 1; i < saved->count; i++) {
    const struct meaning *from = &saved->meanings[i];
    struct meaning *to = meaning_of(s, i);
    to->constant = from->constant;
    if (from->has_map)
      memcpy(ha_structure_map(s, i), from->map, s->objects * sizeof *from->map);
    for (unsigned k = 0; k < from->entries.count; k++)
      HA_PUSH(s->arena, to->entries, from->entries.at[k]);
  }
  ha_structure_changed(s);
}

/* ---- values ---- */

static const struct value unknown = {false, 0};

static struct value known(wide number) { return (struct value){true, number}; }

static struct value eval(struct ha_structure *s, ha_term term);
static const int64_t *eval_map(struct ha_structure *s, ha_term map);

/* NULL if some of its values are unknown. */
static const int64_t *stored(struct ha_structure *s, const struct ha_term_row *row,
                             int64_t *map) {
  const int64_t *old = eval_map(s, row->args[0]);
  struct value at = eval(s, row->args[1]), value = eval(s, row->args[2]);
  if (!old || !at.known || !value.known || value.number != (int64_t)value.number)
    return NULL;
  memcpy(map, old, s->objects * sizeof *map);
  map[at.number] = (int64_t)value.number;
  return map;
}

static const int64_t *set_of(struct ha_structure *s, const struct ha_term_row *row,
                             int64_t *map) {
  memset(map, 0, s->objects * sizeof *map);
  if (row->op == HA_TERM_EMPTY)
    return map;
  if (row->op == HA_TERM_SINGLE) {
    struct value member = eval(s, row->args[0]);
    if (member.known)
      map[member.number] = 1;
    return member.known ? map : NULL;
  }
  const int64_t *a = eval_map(s, row->args[0]), *b = eval_map(s, row->args[1]);
  for (unsigned i = 0; a && b && i < s->objects; i++)
    map[i] = row->op == HA_TERM_UNION   ? a[i] | b[i]
             : row->op == HA_TERM_INTER ? a[i] & b[i]
                                        : a[i] & !b[i];
  return a && b ? map : NULL;
}

static struct memo *memo_of(struct ha_structure *s, ha_term term) {
  return ha_sheet_slot(s->arena, &s->memos, term, sizeof(struct memo));
}

static int64_t *own_map(struct ha_structure *s, ha_term term) {
  struct memo *memo = memo_of(s, term);
  memo->own = room_for(s, memo->own, &memo->room);
  return memo->own;
}

static const int64_t *make_map(struct ha_structure *s, ha_term term,
                               const struct ha_term_row *row) {
  struct value choice;
  switch (row->op) {
  case HA_TERM_SYM:
    return ha_structure_map(s, (ha_symbol)row->imm);
  case HA_TERM_STORE:
    return stored(s, row, own_map(s, term));
  case HA_TERM_ITE:
    choice = eval(s, row->args[0]);
    return choice.known ? eval_map(s, row->args[choice.number ? 1 : 2]) : NULL;
  case HA_TERM_EMPTY:
  case HA_TERM_SINGLE:
  case HA_TERM_UNION:
  case HA_TERM_INTER:
  case HA_TERM_DIFF:
    return set_of(s, row, own_map(s, term));
  default:
    return NULL; /* a named set: its meaning is not this file's to know */
  }
}

static uint32_t stamp_of(const struct ha_structure *s, const struct ha_term_row *row) {
  return row->open ? s->epoch : s->stamp;
}

static const int64_t *eval_map(struct ha_structure *s, ha_term map) {
  struct ha_term_row row = *ha_term_get(s->terms, map);
  if (memo_of(s, map)->stamp == stamp_of(s, &row))
    return memo_of(s, map)->map;
  const int64_t *made = make_map(s, map, &row);
  memo_of(s, map)->stamp = stamp_of(s, &row);
  memo_of(s, map)->map = made;
  return made;
}

/* The number of steps from x to y, or -1. */
static int64_t steps(const struct ha_structure *s, const int64_t *map, wide x, wide y) {
  for (unsigned i = 0; i <= s->objects; i++, x = map[x])
    if (x == y)
      return i;
  return -1;
}

static struct value walk(struct ha_structure *s, const struct ha_term_row *row) {
  const int64_t *map = eval_map(s, row->args[0]);
  struct value x = eval(s, row->args[1]), y = eval(s, row->args[2]);
  struct value z = row->count > 3 ? eval(s, row->args[3]) : y;
  if (!map || !x.known || !y.known || !z.known)
    return unknown;
  int64_t to_z = steps(s, map, x.number, z.number);
  int64_t to_y = steps(s, map, x.number, y.number);
  if (row->op == HA_TERM_DIST)
    return to_y < 0 ? unknown : known(to_y);
  return known(to_z >= 0 && to_y >= 0 && to_y <= to_z);
}

static struct value connective(struct ha_structure *s, const struct ha_term_row *row) {
  wide absorbing = row->op == HA_TERM_OR;
  struct value sum = known(!absorbing);
  for (unsigned i = 0; i < row->count; i++) {
    struct value v = eval(s, row->args[i]);
    if (v.known && v.number == absorbing)
      return v;
    sum.known &= v.known;
  }
  return sum;
}

/* ---- quantifiers ---- */

static struct value body_at(struct ha_structure *s, ha_term body, wide value) {
  assert(s->depth < DEEPEST);
  s->bound[s->depth++] = value;
  s->epoch = ++s->stamps;
  struct value v = eval(s, body);
  s->depth--;
  s->epoch = ++s->stamps;
  return v;
}

static struct value for_objects(struct ha_structure *s, ha_term body) {
  struct value sum = known(1);
  for (unsigned i = 0; i < s->objects; i++) {
    struct value v = body_at(s, body, i);
    if (v.known && !v.number)
      return v;
    sum.known &= v.known;
  }
  return sum;
}

/* The integers of the structure and their neighbours may refute; none can prove. */
static struct value for_integers(struct ha_structure *s, ha_term body) {
  for (ha_symbol symbol = 1; symbol < s->meanings.count; symbol++) {
    enum ha_sort sort = ha_symbol_get(s->terms, symbol)->sort;
    const struct meaning *m = meaning_of(s, symbol);
    const int64_t *map = m->has_map ? m->map : NULL;
    for (unsigned i = 0; sort == HA_SORT_INT || (sort == HA_SORT_DATA && map); i++) {
      if (i >= (sort == HA_SORT_INT ? 1 : s->objects))
        break;
      int64_t at = sort == HA_SORT_INT ? s->meanings.at[symbol].constant : map[i];
      for (int off = -1; off <= 1; off++) {
        struct value v = body_at(s, body, (wide)at + off);
        if (v.known && !v.number)
          return v;
      }
    }
  }
  return unknown;
}

/* ---- all operators ---- */

static struct value arithmetic(const struct ha_term_row *row, struct value a,
                               struct value b) {
  wide result = 0;
  if (!a.known || !b.known)
    return unknown;
  switch (row->op) {
  case HA_TERM_LE:
    return known(a.number <= b.number);
  case HA_TERM_IFF:
  case HA_TERM_EQ:
    return known(a.number == b.number);
  case HA_TERM_ADD:
    return __builtin_add_overflow(a.number, b.number, &result) ? unknown
                                                               : known(result);
  default:
    return __builtin_mul_overflow(a.number, b.number, &result) ? unknown
                                                               : known(result);
  }
}

static bool is_map(const struct ha_structure *s, ha_term term) {
  enum ha_sort sort = ha_term_get(s->terms, term)->sort;
  return sort == HA_SORT_LINK || sort == HA_SORT_DATA || sort == HA_SORT_SET;
}

static struct value same_maps(struct ha_structure *s, const struct ha_term_row *row) {
  const int64_t *a = eval_map(s, row->args[0]), *b = eval_map(s, row->args[1]);
  return a && b ? known(!memcmp(a, b, s->objects * sizeof *a)) : unknown;
}

static struct value application(struct ha_structure *s, const struct ha_term_row *row) {
  int64_t args[4] = {0};
  for (unsigned i = 0; i < row->count; i++) {
    struct value v = eval(s, row->args[i]);
    if (!v.known || v.number != (int64_t)v.number)
      return unknown;
    args[i] = (int64_t)v.number;
  }
  const struct entry *entry = find_entry(s, (ha_symbol)row->imm, args);
  return known(entry ? entry->value : 0);
}

static struct value conditional(struct ha_structure *s, const struct ha_term_row *row) {
  struct value p = eval(s, row->args[0]);
  if (p.known)
    return eval(s, row->args[p.number ? 1 : 2]);
  struct value a = eval(s, row->args[1]), b = eval(s, row->args[2]);
  return a.known && b.known && a.number == b.number ? a : unknown;
}

static struct value selected(struct ha_structure *s, const struct ha_term_row *row) {
  const int64_t *map = eval_map(s, row->args[0]);
  struct value x = eval(s, row->args[1]);
  return map && x.known ? known(map[x.number]) : unknown;
}

static struct value negation(struct value v) {
  return v.known ? known(!v.number) : unknown;
}

static struct value compute(struct ha_structure *s, const struct ha_term_row *row) {
  switch ((enum ha_term_op)row->op) {
  case HA_TERM_TRUE:
    return known(1);
  case HA_TERM_FALSE:
  case HA_TERM_NULL:
    return known(0);
  case HA_TERM_INT:
    return known(row->imm);
  case HA_TERM_SYM:
    return known(ha_structure_get(s, (ha_symbol)row->imm));
  case HA_TERM_BOUND:
    return known(s->bound[s->depth - 1 - (unsigned)row->imm]);
  case HA_TERM_NOT:
    return negation(eval(s, row->args[0]));
  case HA_TERM_AND:
  case HA_TERM_OR:
    return connective(s, row);
  case HA_TERM_FORALL:
    return row->imm == HA_SORT_OBJ ? for_objects(s, row->args[0])
                                   : for_integers(s, row->args[0]);
  case HA_TERM_ITE:
    return conditional(s, row);
  case HA_TERM_SELECT:
    return selected(s, row);
  case HA_TERM_APP:
    return application(s, row);
  case HA_TERM_BTWN:
  case HA_TERM_DIST:
    return walk(s, row);
  case HA_TERM_EQ:
    if (is_map(s, row->args[0]))
      return same_maps(s, row);
    return arithmetic(row, eval(s, row->args[0]), eval(s, row->args[1]));
  case HA_TERM_IFF:
  case HA_TERM_LE:
  case HA_TERM_ADD:
  case HA_TERM_MUL:
    return arithmetic(row, eval(s, row->args[0]), eval(s, row->args[1]));
  default:
    return unknown;
  }
}

static struct value eval(struct ha_structure *s, ha_term term) {
  struct ha_term_row row = *ha_term_get(s->terms, term);
  if (memo_of(s, term)->stamp == stamp_of(s, &row))
    return memo_of(s, term)->value;
  uint32_t stamp = stamp_of(s, &row);
  struct value value = compute(s, &row);
  if (stamp == stamp_of(s, &row)) /* no quantifier inside has moved on */
    *memo_of(s, term) = (struct memo){.stamp = stamp, .value = value};
  return value;
}

enum ha_truth ha_structure_holds(struct ha_structure *s, ha_term formula) {
  struct value v = eval(s, formula);
  return v.known ? (v.number ? HA_YES : HA_NO) : HA_MAYBE;
}

bool ha_structure_eval(struct ha_structure *s, ha_term term, int64_t *value) {
  struct value v = eval(s, term);
  *value = (int64_t)v.number;
  return v.known && v.number == *value;
}

enum ha_truth ha_structure_body(struct ha_structure *s, ha_term body,
                                const int64_t *values, unsigned count) {
  assert(count <= DEEPEST);
  for (unsigned i = 0; i < count; i++)
    s->bound[i] = values[i];
  s->depth = count;
  s->epoch = ++s->stamps;
  struct value v = eval(s, body);
  s->depth = 0;
  s->epoch = ++s->stamps;
  return v.known ? (v.number ? HA_YES : HA_NO) : HA_MAYBE;
}
