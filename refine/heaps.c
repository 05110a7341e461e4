#include "heaps.h"
#include "../domain/unfold.h"
#include "../gcl/arena.h"

enum { MOST = 256 };

struct heap {
  const struct ha_snapshot *snapshot;
  HA_VEC(uint8_t) truth; /* by formula: 1 + enum ha_truth, 0 if not known yet */
};

struct ha_heaps {
  struct ha_arena *arena;
  struct ha_unfolder *unfolder;
  struct ha_structure *eval; /* where heaps are looked at … */
  const struct heap *loaded; /* … one at a time */
  struct heap at[MOST];      /* a ring */
  unsigned first, count;
};

struct ha_heaps *ha_heaps_new(struct ha_arena *arena, struct ha_terms *terms) {
  struct ha_heaps *h = ha_arena_alloc(arena, sizeof *h);
  h->arena = arena;
  h->unfolder = ha_unfolder_new(terms);
  h->eval = ha_structure_new(arena, terms, 1);
  return h;
}

unsigned ha_heaps_count(const struct ha_heaps *h) { return h->count; }

void ha_heaps_add(struct ha_heaps *h, const struct ha_structure *heap) {
  h->first = (h->first + MOST - 1) % MOST;
  struct heap *new = &h->at[h->first];
  new->snapshot = ha_structure_save(heap, h->arena);
  new->truth.count = 0;
  if (h->loaded == new)
    h->loaded = NULL;
  if (h->count < MOST)
    h->count++;
}

enum ha_truth ha_heaps_truth(struct ha_heaps *h, unsigned i, ha_term formula) {
  struct heap *heap = &h->at[(h->first + i) % MOST];
  while (heap->truth.count <= formula)
    HA_PUSH(h->arena, heap->truth, 0);
  if (!heap->truth.at[formula]) {
    if (h->loaded != heap)
      ha_structure_load(h->eval, heap->snapshot);
    h->loaded = heap;
    enum ha_truth truth = ha_structure_holds(h->eval, ha_unfold(h->unfolder, formula));
    heap->truth.at[formula] = (uint8_t)(1 + truth);
  }
  return (enum ha_truth)(heap->truth.at[formula] - 1);
}
