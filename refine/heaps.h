/* The heaps that answers have been: a question that one of them answers is not asked.
 *
 * What a formula is on a heap is computed once.  Only so many are kept, the oldest go
 * first. */
#ifndef HEAPABS_REFINE_HEAPS_H
#define HEAPABS_REFINE_HEAPS_H

#include "../domain/structure.h"

struct ha_arena;
struct ha_heaps;

struct ha_heaps *ha_heaps_new(struct ha_arena *arena, struct ha_terms *terms);
/* The i-th heap is the i-th youngest. */
unsigned ha_heaps_count(const struct ha_heaps *heaps);
void ha_heaps_add(struct ha_heaps *heaps, const struct ha_structure *heap);
enum ha_truth ha_heaps_truth(struct ha_heaps *heaps, unsigned i, ha_term formula);

#endif
