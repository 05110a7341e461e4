#include "pattern.h"
#include "../gcl/arena.h"
#include <string.h>

enum {
  MOST_SYMBOLS = 4096,
  MOST_STEPS = 2000, /* of the search for a renaming */
  NONE = UINT16_MAX
};

/* ---- making ---- */

/* The symbols of the set in the order in which they are met, and their numbers. */
struct numbering {
  struct ha_arena *arena;
  HA_VEC(uint16_t) number; /* by symbol: + 1 */
  uint32_t count;
};

static uint16_t number_of(struct numbering *n, ha_symbol symbol) {
  while (n->number.count <= symbol)
    HA_PUSH(n->arena, n->number, 0);
  if (!n->number.at[symbol])
    n->number.at[symbol] = (uint16_t)++n->count;
  return (uint16_t)(n->number.at[symbol] - 1);
}

bool ha_pattern_make(struct ha_arena *arena, struct ha_alpha *alpha,
                     const ha_term *formulas, unsigned count, const bool *wanted,
                     struct ha_pattern *pattern) {
  struct numbering numbering = {.arena = arena};
  HA_VEC(uint16_t) uses = {0};
  *pattern = (struct ha_pattern){
      .items = ha_arena_alloc(arena, (count + 1) * sizeof *pattern->items)};
  for (unsigned i = count; i-- > 0;) {
    if (wanted && !wanted[i])
      continue;
    const struct ha_form *form = ha_alpha_form(alpha, formulas[i]);
    pattern->items[pattern->count++] =
        (struct ha_pattern_item){form->digest, uses.count, form->count};
    if (numbering.count + form->count > MOST_SYMBOLS)
      return false;
    for (unsigned k = 0; k < form->count; k++)
      HA_PUSH(arena, uses, number_of(&numbering, form->symbols[k]));
  }
  pattern->uses = uses.at;
  pattern->used = uses.count;
  pattern->symbols = numbering.count;
  return pattern->count > 0;
}

/* ---- part of ---- */

struct search {
  const struct ha_pattern *part, *whole;
  uint16_t *to, *from; /* the renaming and its inverse; NONE: open */
  uint16_t *trail;     /* the symbols renamed so far, in order */
  unsigned renamed, steps;
  uint32_t *image; /* by formula of the part: which one of the whole it is */
};

static void undo(struct search *s, unsigned mark) {
  while (s->renamed > mark) {
    uint16_t x = s->trail[--s->renamed];
    s->from[s->to[x]] = NONE;
    s->to[x] = NONE;
  }
}

/* Renames the symbols of formula i to those of formula j, if that can be. */
static bool rename_to(struct search *s, unsigned i, unsigned j) {
  const struct ha_pattern_item *a = &s->part->items[i], *b = &s->whole->items[j];
  if (!ha_digest_same(a->form, b->form) || a->count != b->count)
    return false;
  for (unsigned k = 0; k < a->count; k++) {
    uint16_t x = s->part->uses[a->first + k], y = s->whole->uses[b->first + k];
    if (s->to[x] == NONE && s->from[y] == NONE) {
      s->to[x] = y;
      s->from[y] = x;
      s->trail[s->renamed++] = x;
    } else if (s->to[x] != y) {
      return false;
    }
  }
  s->image[i] = j;
  return true;
}

static bool search_from(struct search *s, unsigned i) {
  if (i == s->part->count)
    return true;
  for (unsigned j = 0; j < s->whole->count; j++) {
    unsigned mark = s->renamed;
    if (++s->steps > MOST_STEPS)
      return false;
    if (rename_to(s, i, j) && search_from(s, i + 1))
      return true;
    undo(s, mark);
  }
  return false;
}

static uint16_t *all_open(struct ha_arena *scratch, uint32_t count) {
  uint16_t *map = ha_arena_alloc(scratch, (count + 1) * sizeof *map);
  memset(map, 0xff, (count + 1) * sizeof *map);
  return map;
}

bool ha_pattern_is_part(struct ha_arena *scratch, const struct ha_pattern *part,
                        const struct ha_pattern *whole, unsigned at, bool *marks) {
  struct search s = {.part = part, .whole = whole};
  s.to = all_open(scratch, part->symbols);
  s.from = all_open(scratch, whole->symbols);
  s.trail = all_open(scratch, part->symbols);
  s.image = ha_arena_alloc(scratch, (part->count + 1) * sizeof *s.image);
  if (part->count > whole->count || !rename_to(&s, 0, at) || !search_from(&s, 1))
    return false;
  for (unsigned i = 0; marks && i < part->count; i++)
    marks[s.image[i]] = true;
  return true;
}

/* ---- as bytes ---- */

struct header {
  uint64_t sum;
  uint32_t count, used, symbols, size;
};

static uint64_t sum_of(const unsigned char *bytes, size_t size) {
  struct ha_digest digest = {{size, 0}};
  for (size_t i = sizeof(uint64_t); i < size; i++)
    ha_digest_add(&digest, bytes[i]);
  return digest.at[0] ^ digest.at[1];
}

static size_t size_of(const struct header *h) {
  return sizeof *h + (size_t)h->count * sizeof(struct ha_pattern_item) +
         (size_t)h->used * sizeof(uint16_t);
}

size_t ha_pattern_pack(struct ha_arena *arena, const struct ha_pattern *p,
                       unsigned char **bytes) {
  struct header h = {0, p->count, p->used, p->symbols, 0};
  h.size = (uint32_t)size_of(&h);
  unsigned char *at = *bytes = ha_arena_alloc(arena, h.size);
  size_t items = p->count * sizeof *p->items;
  memcpy(at, &h, sizeof h);
  memcpy(at + sizeof h, p->items, items);
  if (p->used)
    memcpy(at + sizeof h + items, p->uses, p->used * sizeof *p->uses);
  h.sum = sum_of(at, h.size);
  memcpy(at, &h.sum, sizeof h.sum);
  return h.size;
}

static bool is_sound(const struct ha_pattern *p) {
  for (uint32_t i = 0; i < p->count; i++)
    if (p->items[i].first > p->used || p->items[i].count > p->used - p->items[i].first)
      return false;
  for (uint32_t i = 0; i < p->used; i++)
    if (p->uses[i] >= p->symbols)
      return false;
  return p->count > 0 && p->symbols <= MOST_SYMBOLS;
}

bool ha_pattern_unpack(struct ha_arena *arena, const void *bytes, size_t size,
                       struct ha_pattern *p) {
  struct header h;
  if (size < sizeof h)
    return false;
  memcpy(&h, bytes, sizeof h);
  if (h.size != size || size_of(&h) != size || sum_of(bytes, size) != h.sum)
    return false;
  const unsigned char *at = (const unsigned char *)bytes + sizeof h;
  *p = (struct ha_pattern){.count = h.count, .used = h.used, .symbols = h.symbols};
  p->items = ha_arena_alloc(arena, h.count * sizeof *p->items);
  p->uses = ha_arena_alloc(arena, (h.used + 1) * sizeof *p->uses);
  memcpy(p->items, at, h.count * sizeof *p->items);
  memcpy(p->uses, at + h.count * sizeof *p->items, h.used * sizeof *p->uses);
  return is_sound(p);
}
