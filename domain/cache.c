#include "cache.h"
#include "../gcl/arena.h"
#include "store.h"
#include <string.h>

/* Changes with the logic, the digests or the layout of a pattern. */
static const char version[] = "heapabs answers 3";

enum {
  BATCH = 64,        /* new answers are written so many at a time */
  MOST_ENTRIES = 200 /* found by one formula; the first ones stay */
};

struct entry {
  struct ha_pattern pattern;
  struct entry *next;
};

/* The answers found by one formula. */
struct bucket {
  struct ha_digest form;
  bool used;
  struct {
    struct entry *first;
    unsigned count;
  } answers[2]; /* unsatisfiable, satisfiable */
};

struct key {
  struct ha_digest form;
  uint64_t is_sat, own;
};

struct ha_cache {
  struct ha_arena *arena, *scratch;
  const char *file; /* opened when there is something to ask; NULL: it has been */
  struct ha_store *store;
  struct bucket *buckets;
  uint32_t size, count; /* a power of two; those in use */
  HA_VEC(struct key) new_keys;
  HA_VEC(struct ha_bytes) new_values;
};

struct ha_cache *ha_cache_new(const char *file) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_cache *c = ha_arena_alloc(arena, sizeof *c);
  c->arena = arena;
  c->scratch = ha_arena_new();
  c->size = 1024;
  c->buckets = ha_arena_alloc(arena, c->size * sizeof *c->buckets);
  c->file = file ? ha_arena_strdup(arena, file) : NULL;
  return c;
}

static void write_new(struct ha_cache *c) {
  HA_VEC(struct ha_bytes) keys = {0};
  for (unsigned i = 0; i < c->new_keys.count; i++)
    HA_PUSH(c->scratch, keys,
            (struct ha_bytes){&c->new_keys.at[i], sizeof c->new_keys.at[i]});
  ha_store_add(c->store, keys.at, c->new_values.at, keys.count);
  c->new_keys.count = c->new_values.count = 0;
  ha_arena_reset(c->scratch, 0);
}

void ha_cache_free(struct ha_cache *c) {
  if (c->store) {
    write_new(c);
    ha_store_close(c->store);
  }
  ha_arena_free(c->scratch);
  ha_arena_free(c->arena);
}

/* ---- buckets ---- */

static struct bucket *slot_of(struct bucket *buckets, uint32_t size,
                              struct ha_digest form) {
  uint32_t at = (uint32_t)form.at[0] & (size - 1);
  while (buckets[at].used && !ha_digest_same(buckets[at].form, form))
    at = (at + 1) & (size - 1);
  return &buckets[at];
}

static void grow(struct ha_cache *c) {
  struct bucket *old = c->buckets;
  c->buckets = ha_arena_alloc(c->arena, 2 * c->size * sizeof *old);
  for (uint32_t i = 0; i < c->size; i++)
    if (old[i].used)
      *slot_of(c->buckets, 2 * c->size, old[i].form) = old[i];
  c->size *= 2;
}

static void keep(struct ha_cache *c, struct bucket *b, const struct ha_pattern *pattern,
                 bool is_sat) {
  struct entry *entry = ha_arena_alloc(c->arena, sizeof *entry);
  *entry = (struct entry){*pattern, b->answers[is_sat].first};
  b->answers[is_sat].first = entry;
  b->answers[is_sat].count++;
}

struct loading {
  struct ha_cache *cache;
  struct bucket *bucket;
  bool is_sat;
};

static bool load_one(void *context, struct ha_bytes value) {
  struct loading *l = context;
  struct ha_pattern pattern;
  if (ha_pattern_unpack(l->cache->arena, value.at, value.size, &pattern) &&
      ha_digest_same(pattern.items[0].form, l->bucket->form))
    keep(l->cache, l->bucket, &pattern, l->is_sat);
  return l->bucket->answers[l->is_sat].count < MOST_ENTRIES;
}

/* What the file has, when the formula is first met. */
static void load(struct ha_cache *c, struct bucket *b) {
  for (unsigned is_sat = 0; is_sat < 2; is_sat++) {
    struct key key = {b->form, is_sat, 0};
    struct loading loading = {c, b, is_sat};
    ha_store_each(c->store, (struct ha_bytes){&key, offsetof(struct key, own)},
                  load_one, &loading);
  }
}

static struct bucket *bucket_of(struct ha_cache *c, struct ha_digest form) {
  struct bucket *b = slot_of(c->buckets, c->size, form);
  if (b->used)
    return b;
  if (c->file)
    c->store = ha_store_open(c->file, version);
  c->file = NULL;
  if (2 * ++c->count > c->size) {
    grow(c);
    b = slot_of(c->buckets, c->size, form);
  }
  *b = (struct bucket){.form = form, .used = true};
  if (c->store)
    load(c, b);
  return b;
}

/* ---- answers ---- */

bool ha_cache_is_unsat(struct ha_cache *c, const struct ha_pattern *question,
                       bool *marks) {
  bool found = false;
  for (unsigned i = 0; i < question->count && !found; i++) {
    const struct bucket *b = bucket_of(c, question->items[i].form);
    for (const struct entry *e = b->answers[false].first; e && !found; e = e->next)
      found = ha_pattern_is_part(c->scratch, &e->pattern, question, i, marks);
    ha_arena_reset(c->scratch, 0);
  }
  return found;
}

bool ha_cache_is_sat(struct ha_cache *c, const struct ha_pattern *question) {
  const struct bucket *b = bucket_of(c, question->items[0].form);
  bool found = false;
  for (const struct entry *e = b->answers[true].first; e && !found; e = e->next)
    found = ha_pattern_is_part(c->scratch, question, &e->pattern, 0, NULL);
  ha_arena_reset(c->scratch, 0);
  return found;
}

static void remember(struct ha_cache *c, const struct ha_pattern *pattern,
                     bool is_sat) {
  unsigned char *bytes;
  size_t size = ha_pattern_pack(c->arena, pattern, &bytes);
  struct key key = {pattern->items[0].form, is_sat, 0};
  memcpy(&key.own, bytes, sizeof key.own); /* the checksum tells them apart */
  HA_PUSH(c->arena, c->new_keys, key);
  HA_PUSH(c->arena, c->new_values, (struct ha_bytes){bytes, size});
  if (c->new_keys.count >= BATCH)
    write_new(c);
}

static struct ha_pattern copy(struct ha_arena *arena, const struct ha_pattern *p) {
  struct ha_pattern made = *p;
  made.items = ha_arena_alloc(arena, p->count * sizeof *p->items);
  made.uses = ha_arena_alloc(arena, (p->used + 1) * sizeof *p->uses);
  memcpy(made.items, p->items, p->count * sizeof *p->items);
  if (p->used)
    memcpy(made.uses, p->uses, p->used * sizeof *p->uses);
  return made;
}

void ha_cache_add(struct ha_cache *c, const struct ha_pattern *pattern, bool is_sat) {
  struct bucket *b = bucket_of(c, pattern->items[0].form);
  if (b->answers[is_sat].count >= MOST_ENTRIES)
    return;
  struct ha_pattern kept = copy(c->arena, pattern);
  keep(c, b, &kept, is_sat);
  if (c->store)
    remember(c, &kept, is_sat);
}
